"""One page at a time."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from ._article import Article, Verdict
from ._gleaner import Reader

if TYPE_CHECKING:
    from ._gleaner import _Options

Html = str | bytes | bytearray | memoryview
Mode = Literal["balanced", "precision", "recall"]
Part = Literal["lead", "captions", "tables", "comments"]


@lru_cache(maxsize=32)
def _reader(extractor: str | None, mode: Mode, include: tuple[Part, ...], blocks: bool) -> Reader:
    return Reader(options(extractor, mode, include, blocks))


def options(extractor: str | None, mode: Mode, include: Iterable[Part], blocks: bool) -> _Options:
    return {"extractor": extractor, "mode": mode, "include": list(include), "blocks": blocks}


def _body(html: Html) -> str | bytes:
    return bytes(html) if isinstance(html, (bytearray, memoryview)) else html


def extract(
    html: Html,
    url: str | None = None,
    *,
    extractor: str | None = None,
    mode: Mode = "balanced",
    include: Iterable[Part] = (),
    blocks: bool = False,
    content_type: str | None = None,
    http_status: int | None = None,
) -> Article:
    """The article of a page.

    Bytes are decoded as a browser would: by `content_type`, the header, and by what the page says. The address resolves
    links, may have a date, and gives the article its id. `mode` says which error weighs more, `include` which other parts
    count as text, `blocks` asks for the text as typed blocks besides. A page that cannot be read is an article with an
    `error`, not an exception.
    """
    reader = _reader(extractor, mode, tuple(include), blocks)
    record: dict[str, Any] = json.loads(reader.record(_body(html), url, content_type, http_status))
    if not blocks:
        del record["blocks"]
    return Article(record)


def blocks(
    html: Html,
    url: str | None = None,
    *,
    extractor: str | None = None,
    mode: Mode = "balanced",
    include: Iterable[Part] = (),
    content_type: str | None = None,
) -> list[dict[str, Any]]:
    """The text of a page as typed blocks: `type`, `text`, and `start` and `end` in `Article.text`."""
    reader = _reader(extractor, mode, tuple(include), True)
    found: list[dict[str, Any]] = json.loads(reader.blocks(_body(html), url, content_type, None))
    return found


def classify(
    html: Html,
    url: str | None = None,
    *,
    content_type: str | None = None,
    http_status: int | None = None,
) -> Verdict:
    """What a page is: an article or one of many things that are none."""
    reader = _reader(None, "balanced", (), False)
    return Verdict(json.loads(reader.verdict(_body(html), url, content_type, http_status)))
