"""The native module. The public API is in `gleaner`."""

from collections.abc import Sequence
from datetime import datetime
from os import PathLike
from typing import Final, NoReturn, TypedDict, final

__all__ = ["Articles", "Columns", "Lines", "Reader", "Stream", "__version__", "archive", "rows", "run"]
__version__: Final[str]

class _Options(TypedDict):
    extractor: str | None
    mode: str | None
    include: list[str]
    blocks: bool

class _Filters(TypedDict):
    sites: list[str]
    languages: list[str]
    stories: list[str]
    latest: bool
    leaders: bool
    published_since: datetime | None
    published_until: datetime | None
    without_opt_outs: list[str]
    since: str

@final
class Reader:
    def __new__(cls, options: _Options) -> Reader: ...
    def read(self, what: str, html: str | bytes, url: str | None, content_type: str | None, http_status: int | None) -> str: ...

@final
class Stream:
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Articles:
    def __new__(cls, database_url: str, filters: _Filters) -> Articles: ...
    def batch(self) -> str | None: ...

@final
class Lines:
    def __new__(cls, path: str) -> Lines: ...
    def __iter__(self) -> Lines: ...
    def __next__(self) -> bytes: ...

@final
class Columns:
    def __new__(cls) -> Columns: ...
    def __arrow_c_schema__(self) -> object: ...

def archive(file: str | PathLike[str] | bytes) -> Stream: ...
def rows(options: _Options, pages: object, html: str, url: str, threads: int | None) -> Stream: ...
def run(arguments: Sequence[str]) -> NoReturn: ...
