"""Many pages, over Arrow."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from os import PathLike
from typing import Any

from ._gleaner import Columns, archive, rows
from ._pages import Mode, Part, options


def extract_batch(
    pages: Any,
    *,
    html: str = "html",
    url: str = "url",
    threads: int | None = None,
    extractor: str | None = None,
    mode: Mode = "balanced",
    include: Iterable[Part] = (),
) -> Any:
    """Extract the articles of many pages, using all cores.

    Parameters
    ----------
    pages : pyarrow.Table, pyarrow.RecordBatch, pyarrow.RecordBatchReader, iterable of pyarrow.RecordBatch, polars.DataFrame, or Arrow stream
        Pages with a column `html` of text or bytes and, optionally, columns `url`, `content_type` and `http_status`. An Arrow
        stream is any object with `__arrow_c_stream__`.
    html, url : str
        Names of the columns `html` and `url`.
    threads : int, optional
        Number of threads; the default is one per core.
    extractor, mode, include
        As in `extract`.

    Returns
    -------
    same type as `pages`
        One row per page, in order, with the columns of exports that a single page has, and `is_article`, `reason` and `error`.
        A page that cannot be read is a row with an `error`. For an iterable of batches, the result is an iterator of batches; for
        another Arrow stream, an object with `__arrow_c_stream__`, which can be read once.

    Raises
    ------
    ValueError
        If the column `html` is missing, a column has an unsuitable type, or there is no extractor, mode or part of the given name.
    TypeError
        If `pages` has none of these types.
    """
    wishes = options(extractor, mode, include, False)
    arrow = sys.modules.get("pyarrow")
    is_batches = not hasattr(pages, "__arrow_c_stream__")
    if is_batches:
        if arrow is None:
            raise TypeError(f"pages have no __arrow_c_stream__: {type(pages).__name__}")
        batches = iter(pages)
        first = next(batches, None)
        if first is None:
            return iter(())
        pages = arrow.RecordBatchReader.from_batches(first.schema, chain([first], batches))
    stream = rows(wishes, pages.__arrow_c_stream__(), html, url, threads)
    polars = sys.modules.get("polars")
    if polars is not None and isinstance(pages, polars.DataFrame):
        return polars.DataFrame(stream)
    if arrow is None or not isinstance(pages, (arrow.Table, arrow.RecordBatch, arrow.RecordBatchReader)):
        return stream
    reader = arrow.RecordBatchReader.from_stream(stream)
    if is_batches:
        return _each(reader)
    if isinstance(pages, arrow.RecordBatchReader):
        return reader
    # Batch by batch, so that Ctrl-C takes effect.
    table = arrow.Table.from_batches(_each(reader), schema=reader.schema)
    if isinstance(pages, arrow.Table):
        return table
    combined = table.combine_chunks().to_batches()
    return combined[0] if combined else arrow.RecordBatch.from_pylist([], schema=reader.schema)


def _each(reader: Any) -> Iterator[Any]:
    yield from reader


def read_warc(file: str | PathLike[str] | bytes) -> Any:
    """Read the HTML pages of a WARC file.

    Parameters
    ----------
    file : str, path-like or bytes
        Path or contents of the file, plain or compressed (gzip or Zstandard).

    Returns
    -------
    pyarrow.RecordBatchReader
        Pages for `extract_batch` (`url`, `html`, `content_type`, `http_status`) with `date_crawled`, `etag`, `last_modified`, the
        opt-outs in headers and markup (`tdm_reserved`, `tdm_policy_url`, `ai_optout`, `opt_outs`) and `fault`. A record that cannot
        be used is a row with a `fault` and without `html`. A broken file ends with such a row.

    Raises
    ------
    OSError
        If the file cannot be opened.
    """
    import pyarrow as pa

    return pa.RecordBatchReader.from_stream(archive(file))


def export_schema() -> Any:
    """Return the columns of exports as a `pyarrow.Schema`."""
    import pyarrow as pa

    return pa.schema(Columns())
