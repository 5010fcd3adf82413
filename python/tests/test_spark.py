"""Rows for Spark, and the job on a local cluster of two executors."""

import json
import os
import subprocess
import sys

import gleaner
import gleaner_spark
import pytest
from conftest import IMPRINT, URL, article
from test_exports import archive

pa = pytest.importorskip("pyarrow")


def test_pages_are_rows():
    pages = pa.RecordBatch.from_pylist(
        [{"url": URL, "html": article(), "source_id": "zeitung"}, {"url": URL, "html": IMPRINT}, {"url": URL, "fault": "cut off"}],
        schema=pa.schema([("url", pa.string()), ("html", pa.string()), ("source_id", pa.large_string()), ("fault", pa.string())]),
    )
    (batch,) = gleaner_spark.articles(iter([pages]))
    assert batch.schema == gleaner_spark.arrow_schema()
    found, rejected, unreadable = batch.to_pylist()
    assert (found["kind"], found["source_id"], found["title"]) == ("article", "zeitung", "Brücke 1 gesperrt")
    assert (rejected["kind"], rejected["text"], rejected["reason"]) == ("rejected", None, 'the title says "impressum"')
    assert (unreadable["kind"], unreadable["reason"]) == ("unreadable", "cut off")


def test_columns_without_values_are_listed():
    (batch,) = gleaner_spark.articles(iter(gleaner.read_warc(archive())))
    given = gleaner.extract_batch(pa.table({"html": [""]})).schema.names
    taken = {"content_type", "http_status", "etag", "last_modified", "date_crawled", "dump", "kind", "reason"}
    taken |= {"tdm_reserved", "tdm_policy_url", "ai_optout", "opt_outs"}
    assert [name for name in batch.schema.names if name not in {*given, *taken}] == gleaner_spark.NULL
    assert all(batch.column(name).null_count == batch.num_rows for name in gleaner_spark.NULL)
    assert batch.column("dump")[0].as_py() == "2026-03-01" and batch.column("etag")[0].as_py() == '"7"'


CLUSTER = """
import json, os, sys, pyspark
os.environ.update(SPARK_HOME=os.path.dirname(pyspark.__file__), SPARK_SCALA_VERSION="2.13", SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
from pyspark.sql import SparkSession
from gleaner_spark import job
spark = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false").getOrCreate()
folder = sys.argv[1]
counts = job.run(spark, [folder + "/archives"], folder + "/out")
pages = job.run(spark, [folder + "/pages"], folder + "/out2", format="parquet", html="content")
print(json.dumps([counts, pages]))
"""


def test_the_job(tmp_path):
    pytest.importorskip("pyspark")
    (tmp_path / "archives/deep").mkdir(parents=True)
    (tmp_path / "archives/a.warc.gz").write_bytes(archive())
    (tmp_path / "archives/deep/b.warc.gz").write_bytes(archive()[:-200])
    (tmp_path / "pages").mkdir()
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"url": [URL, URL], "content": [article(), IMPRINT]}), tmp_path / "pages/p.parquet")
    environment = {**os.environ, "SPARK_WORKER_DIR": str(tmp_path / "workers")}
    done = subprocess.run([sys.executable, "-c", CLUSTER, str(tmp_path)], env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    counts, pages = json.loads(done.stdout.splitlines()[-1])
    assert counts == {"article": 6, "rejected": 1, "unreadable": 3} and pages == {"article": 1, "rejected": 1}
    alone = [row for file in sorted((tmp_path / "archives").rglob("*.gz")) for batch in gleaner_spark.articles(iter(gleaner.read_warc(file))) for row in batch.to_pylist()]
    written = [row for kind in counts for row in pq.ParquetDataset(tmp_path / f"out/kind={kind}").read().to_pylist() for row["kind"] in [kind]]
    assert pq.ParquetDataset(tmp_path / "out/kind=article").read().schema.field("date_published").type == pa.timestamp("us", "UTC")
    by_all = lambda rows: sorted(json.dumps(row, default=str, sort_keys=True) for row in rows)
    assert by_all(written) == by_all(alone)
