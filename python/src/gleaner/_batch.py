"""Many pages, over Arrow."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from os import PathLike
from typing import Any

from ._gleaner import Archive, Columns, Rows
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
    """A row for each page, in their order, made by all cores; `threads` bounds them.

    `pages` has a column `html` of texts or bytes and, if known, a column `url`; also `content_type` and `http_status`, where
    they are there. It is a `pyarrow.Table`, `RecordBatch` or `RecordBatchReader`, for which the same comes back; an iterable
    of record batches, for which an iterator of them comes back; or anything else with `__arrow_c_stream__`, such as a
    `polars.DataFrame`, for which something with that method comes back (`polars.DataFrame(rows)`).

    The columns are those of exports that a page gives, with their types, and `is_article`, `reason` and `error`. A page that
    cannot be read is a row with its `error`.
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
    rows = Rows(wishes, pages.__arrow_c_stream__(), html, url, threads)
    if arrow is None or not isinstance(pages, (arrow.Table, arrow.RecordBatch, arrow.RecordBatchReader)):
        return rows
    reader = arrow.RecordBatchReader.from_stream(rows)
    if is_batches:
        return _each(reader)
    if isinstance(pages, arrow.RecordBatchReader):
        return reader
    # Batch by batch, so that Ctrl-C is noticed.
    table = arrow.Table.from_batches(_each(reader), schema=reader.schema)
    if isinstance(pages, arrow.Table):
        return table
    combined = table.combine_chunks().to_batches()
    return combined[0] if combined else arrow.RecordBatch.from_pylist([], schema=reader.schema)


def _each(reader: Any) -> Iterator[Any]:
    yield from reader


def read_warc(file: str | PathLike[str] | bytes) -> Any:
    """The HTML pages of a WARC file, by its path or as its bytes, plain or packed: a `pyarrow.RecordBatchReader`.

    Its columns are those that `extract_batch` takes (`url`, `html`, `content_type`, `http_status`), `date_crawled`, `etag`,
    `last_modified`, the opt-outs in headers and markup as exports have them (`tdm_reserved`, `tdm_policy_url`, `ai_optout`, `opt_outs`), and `fault`: a record that cannot be used is a row with it and without `html`, and so is the place
    where the file breaks.
    """
    import pyarrow as pa

    return pa.RecordBatchReader.from_stream(Archive(file))


def export_schema() -> Any:
    """The columns of exports as a `pyarrow.Schema`."""
    import pyarrow as pa

    return pa.schema(Columns())
