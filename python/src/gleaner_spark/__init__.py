"""Gleaner on Apache Spark: functions for `DataFrame.mapInArrow`. The job is `gleaner_spark.job`.

    from gleaner_spark import articles, schema
    rows = spark.read.parquet("hdfs:///pages").select("url", "html").mapInArrow(articles, schema())
    rows.where("kind = 'article'")

A row has the columns of `gleaner export`, and `kind` and `reason`. Columns that require a crawl of many nights are null; `NULL` lists them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import gleaner

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql.types import StructType

ARTICLE, REJECTED, UNREADABLE = "article", "rejected", "unreadable"
PAGES_AT_ONCE = 256
"""Maximum records per batch (`spark.sql.execution.arrow.maxRecordsPerBatch`): pages are large."""


def arrow_schema() -> pa.Schema:
    """Return the columns of the rows: those of exports, all nullable, and `kind` and `reason`."""
    import pyarrow as pa

    columns = [field.with_nullable(True) for field in gleaner.export_schema()]
    return pa.schema([*columns, pa.field("kind", pa.string()), pa.field("reason", pa.string())])


def schema() -> StructType:
    """Return the columns of the rows as a Spark schema."""
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(arrow_schema())


def articles(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Convert pages to rows, one per page.

    Parameters
    ----------
    batches : iterator of pyarrow.RecordBatch
        Pages with a column `html` (text or bytes) and, optionally, `url`, `content_type`, `http_status`, `fault` (why there is no
        page), and other columns of exports, such as `date_crawled` or `source_id`, which are copied.

    Yields
    ------
    pyarrow.RecordBatch
        Rows whose `kind` is `article`, `rejected` (not an article, without its text) or `unreadable`.
    """
    threads = _threads()
    for batch in batches:
        for start in range(0, batch.num_rows, PAGES_AT_ONCE):
            yield _rows(batch.slice(start, PAGES_AT_ONCE), threads)


def articles_of_archives(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Convert WARC files to rows, one per page. The files are rows of Spark's data source `binaryFile`."""
    for batch in batches:
        for content in batch.column("content"):
            yield from articles(iter(gleaner.read_warc(content.as_py())))


def _threads() -> int:
    """The number of cores that Spark assigns to the task; 1 without Spark."""
    try:
        from pyspark import TaskContext
    except ImportError:
        return 1
    task = TaskContext.get()
    return task.cpus() if task else 1


def _rows(pages: pa.RecordBatch, threads: int) -> pa.RecordBatch:
    import pyarrow as pa
    import pyarrow.compute as pc

    found = gleaner.extract_batch(pages, threads=threads)
    count = pages.num_rows

    def given(name: str, kind: pa.DataType) -> Any:
        if name in pages.schema.names:
            return pages.column(name).cast(kind)
        return pa.nulls(count, kind)

    error = pc.coalesce(given("fault", pa.string()), found.column("error"))
    is_article = found.column("is_article")
    kind = pc.if_else(is_article, ARTICLE, pc.if_else(pc.is_null(error), REJECTED, UNREADABLE))
    columns = {"kind": kind, "reason": pc.coalesce(error, found.column("reason"))}
    for field in gleaner.export_schema():
        name = field.name
        if name not in found.schema.names:
            column = given(name, field.type)
            if name == "dump" and column.null_count == count:
                column = pc.strftime(given("date_crawled", pa.timestamp("us", "UTC")), "%Y-%m-%d")
        else:
            column = found.column(name)
            if name == "text":
                column = pc.if_else(is_article, column, pa.scalar(None, field.type))
        columns[name] = column
    wanted = arrow_schema()
    return pa.RecordBatch.from_arrays([columns[name] for name in wanted.names], schema=wanted)


NULL = (
    "version, version_id, is_latest, url_requested, source_id, country, title_feed, date_first_seen, date_last_seen, duplicate_of, "
    "dup_group_id, story_id, entities, discovered_via, robots_rule, parts, date_gone, moved_to"
).split(", ")
"""Columns that are null for archives, since they require a crawl of many nights."""
