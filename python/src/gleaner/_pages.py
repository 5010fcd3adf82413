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
    """Extract the article from a page.

    Parameters
    ----------
    html : str or bytes-like
        The page. Bytes are decoded as in a browser: by `content_type`, then by what the page declares.
    url : str, optional
        URL of the page. It resolves links, may contain the date, and determines the id of the article.
    extractor : str, optional
        Name of the extraction method; the default is that of the crawler.
    mode : {'balanced', 'precision', 'recall'}, default 'balanced'
        Which error weighs more: `precision` avoids boilerplate, `recall` avoids losing text.
    include : iterable of {'lead', 'captions', 'tables', 'comments'}, optional
        Further parts of the page that count as text.
    blocks : bool, default False
        Whether to return the text as typed blocks as well, in `Article.blocks`.
    content_type : str, optional
        The `Content-Type` header.
    http_status : int, optional
        HTTP status of the response.

    Returns
    -------
    Article
        A page that cannot be read results in an article with an `error`, not in an exception.

    Raises
    ------
    ValueError
        If there is no extractor, mode or part of the given name.
    TypeError
        If `html` is neither text nor bytes.
    """
    reader = _reader(extractor, mode, tuple(include), blocks)
    record: dict[str, Any] = json.loads(reader.read("record", _body(html), url, content_type, http_status))
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
    """Extract the text of a page as typed blocks.

    The parameters are those of `extract`.

    Returns
    -------
    list of dict
        Each block has `type`, `text`, and `start` and `end`, its character offsets in `Article.text`. The list is empty if the
        page cannot be read.

    Raises
    ------
    ValueError
        If there is no extractor, mode or part of the given name.
    """
    reader = _reader(extractor, mode, tuple(include), True)
    found: list[dict[str, Any]] = json.loads(reader.read("blocks", _body(html), url, content_type, None))
    return found


def classify(
    html: Html,
    url: str | None = None,
    *,
    content_type: str | None = None,
    http_status: int | None = None,
) -> Verdict:
    """Classify a page: an article, or one of many other page types.

    Parameters
    ----------
    html : str or bytes-like
        The page. Bytes are decoded as in `extract`.
    url : str, optional
        URL of the page.
    content_type : str, optional
        The `Content-Type` header.
    http_status : int, optional
        HTTP status of the response.

    Returns
    -------
    Verdict
        The page type with its score and reason. A page that cannot be read has the type `error`.
    """
    reader = _reader(None, "balanced", (), False)
    return Verdict(json.loads(reader.read("verdict", _body(html), url, content_type, http_status)))
