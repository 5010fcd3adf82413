"""The native module. What users need of it is in `gleaner`."""

from collections.abc import Sequence
from typing import Final, NoReturn, TypedDict, final

__all__ = ["Columns", "Reader", "Rows", "__version__", "run"]
__version__: Final[str]

class _Options(TypedDict):
    extractor: str | None
    mode: str | None
    include: list[str]
    blocks: bool

@final
class Reader:
    def __new__(cls, options: _Options) -> Reader: ...
    def record(self, html: str | bytes, url: str | None, content_type: str | None, http_status: int | None) -> str: ...
    def blocks(self, html: str | bytes, url: str | None, content_type: str | None, http_status: int | None) -> str: ...
    def verdict(self, html: str | bytes, url: str | None, content_type: str | None, http_status: int | None) -> str: ...

@final
class Rows:
    def __new__(cls, options: _Options, pages: object, html: str, url: str, threads: int | None) -> Rows: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Columns:
    def __new__(cls) -> Columns: ...
    def __arrow_c_schema__(self) -> object: ...

def run(arguments: Sequence[str]) -> NoReturn: ...
