"""Convert pages on any Hadoop path to articles in Parquet.

    spark-submit "$(python -m gleaner_spark)" hdfs:///cc-news/2026/11 hdfs:///articles

INPUT is WARC files or folders of them, or, with `--format parquet`, tables with a column of pages. OUTPUT is a new folder with the
folders `kind=article`, `kind=rejected` and `kind=unreadable`. The job prints the number of rows of each at the end.
"""

from __future__ import annotations

import argparse

from gleaner_spark import PAGES_AT_ONCE, articles, articles_of_archives, schema
from pyspark.sql import DataFrame, SparkSession


def rows(spark: SparkSession, inputs: list[str], format: str = "warc", html: str = "html", url: str = "url") -> DataFrame:
    """Return the rows of all pages, lazily."""
    at_once = 1 if format == "warc" else PAGES_AT_ONCE
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(at_once))
    # As in exports; Spark's default type is deprecated.
    spark.conf.set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    if format == "warc":
        files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(inputs)
        return files.select("content").mapInArrow(articles_of_archives, schema())
    pages = spark.read.parquet(*inputs).withColumnsRenamed({html: "html", url: "url"})
    known = {"html", "content_type", "fault", *schema().names}
    return pages.select([name for name in pages.columns if name in known]).mapInArrow(articles, schema())


def run(spark: SparkSession, inputs: list[str], output: str, **options: str) -> dict[str, int]:
    """Write the rows, and count them in the output by kind."""
    rows(spark, inputs, **options).write.option("compression", "zstd").partitionBy("kind").parquet(output)
    counted = spark.read.parquet(output).groupBy("kind").count().collect()
    return {row["kind"]: row["count"] for row in counted}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", nargs="+", metavar="INPUT")
    parser.add_argument("output", metavar="OUTPUT")
    parser.add_argument("--format", choices=("warc", "parquet"), default="warc")
    parser.add_argument("--html", default="html", help="the column of the pages, texts or bytes [html]")
    parser.add_argument("--url", default="url", help="the column of their URLs [url]")
    arguments = parser.parse_args()
    spark = SparkSession.builder.appName("gleaner").getOrCreate()
    counts = run(spark, arguments.inputs, arguments.output, format=arguments.format, html=arguments.html, url=arguments.url)
    for kind in ("article", "rejected", "unreadable"):
        print(f"{kind}={counts.get(kind, 0)}")
    spark.stop()


if __name__ == "__main__":
    main()
