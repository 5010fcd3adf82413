"""Writes archives, reads them in one process and on a cluster, and writes bench/spark.md. See ../spark.sh."""

import collections
import contextlib
import gzip
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

import gleaner_spark
import pyarrow.parquet as pq
import pyspark

import gleaner

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/extract"))
SHARED = pathlib.Path(os.environ.get("SHARED", ROOT.parent / "shared")).resolve()
WORK = ROOT / "bench/scratch/spark"
FILES, TIMES, LEAST = 16, 3, 5_000
HOSTS = 97


def record(url, payload, date):
    head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{hashlib.md5(url.encode()).hexdigest()}>\r\nWARC-Date: {date}\r\nWARC-Target-URI: {url}\r\n"
    head += f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(payload)}\r\n\r\n"
    return gzip.compress(head.encode() + payload + b"\r\n\r\n", compresslevel=1, mtime=0)


def response(body, more=""):
    return f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n{more}\r\n".encode() + body


def write_archives():
    """Writes pages of the evaluation data, each several times under other URLs. Every 200th record is bad, and the last file is truncated."""
    folder = WORK / "archives"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    outs = [open(folder / f"{number:02}.warc.gz", "wb") for number in range(FILES)]
    pages = 0
    for path in sorted((SHARED / "data/dev").glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                page = json.loads(line)
                body = page.get("html", "").encode("utf-8", "replace")
                if not body or len(body) > 4_000_000:
                    continue
                for turn in range(TIMES):
                    pages += 1
                    url = f"https://host{pages % HOSTS}.invalid/{turn}/{pages}-{path.name.partition('.')[0]}.html"
                    bad = pages % 200 == 0
                    payload = response(b"\0\1\2\3" * 500) if pages % 400 == 0 else response(body, "Content-Encoding: sdch\r\n" if bad else "")
                    outs[pages % FILES].write(record(url, payload, f"2026-11-{1 + turn:02}T12:00:00Z"))
    for out in outs:
        out.close()
    last = folder / f"{FILES - 1:02}.warc.gz"
    os.truncate(last, last.stat().st_size - 1_000)
    return folder, pages


def digest(row):
    return hashlib.sha256(json.dumps(row, default=str, sort_keys=True).encode()).hexdigest()


def alone(folder):
    """Reads all rows in this process on one thread. Returns counts of digests, counts of kinds, and seconds."""
    rows, kinds = collections.Counter(), collections.Counter()
    seconds = 0.0
    for file in sorted(folder.iterdir()):
        batches = gleaner_spark.articles(iter(gleaner.read_warc(file)))
        while True:
            began = time.perf_counter()
            batch = next(batches, None)
            seconds += time.perf_counter() - began
            if batch is None:
                break
            for row in batch.to_pylist():
                rows[digest(row)] += 1
                kinds[row["kind"]] += 1
    return rows, kinds, seconds


def written(out):
    rows = collections.Counter()
    for folder in out.glob("kind=*"):
        for file in folder.glob("*.parquet"):
            for row in pq.ParquetFile(file).read().to_pylist():
                rows[digest({**row, "kind": folder.name.removeprefix("kind=")})] += 1
    return rows


def executors():
    """The ids of the executor processes started by this process."""
    found = subprocess.run(["ps", "-eo", "pid,ppid,args", "-ww"], capture_output=True, text=True, check=True).stdout.splitlines()[1:]
    table = [line.split(None, 2) for line in found]
    ours = {str(os.getpid())}
    for _ in range(10):
        ours |= {pid for pid, parent, _ in table if parent in ours}
    return [int(pid) for pid, _, args in table if pid in ours and "java" in args.split()[0] and "ExecutorBackend" in args]


def cluster():
    os.environ.update(
        SPARK_HOME=os.path.dirname(pyspark.__file__), SPARK_SCALA_VERSION="2.13", SPARK_LOCAL_IP="127.0.0.1",
        SPARK_WORKER_DIR=str(WORK / "workers"), PYSPARK_PYTHON=sys.executable,
    )
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false")
    # One task per file, as with files of a gigabyte.
    spark = builder.config("spark.sql.files.maxPartitionBytes", "1m").config("spark.log.level", "ERROR").config("spark.ui.showConsoleProgress", "false").getOrCreate()
    spark.range(1000).mapInArrow(lambda batches: batches, "id long").count()  # starts the processes
    return spark


def job(spark, folder, name, kill=False):
    from gleaner_spark import job

    out = WORK / name
    shutil.rmtree(out, ignore_errors=True)
    killed = []

    def strike():
        # Strike when some of the files are finished and others are not.
        finished = 0
        while not killed and not done.is_set():
            with contextlib.suppress(OSError):  # files that are being moved
                finished = len(list(out.rglob("*.parquet")))
            if finished >= FILES // 4:
                victim = executors()[0]
                os.kill(victim, signal.SIGKILL)
                killed.append((victim, finished))
            time.sleep(0.05)

    done = threading.Event()
    striker = threading.Thread(target=strike)
    if kill:
        striker.start()
    began = time.perf_counter()
    counts = job.run(spark, [str(folder)], str(out))
    seconds = time.perf_counter() - began
    done.set()
    if kill:
        striker.join()
        assert killed, "the job was over before an executor was killed"
        print(f"killed executor {killed[0][0]} when {killed[0][1]} files were written", file=sys.stderr)
    return counts, seconds, written(out)


def main():
    if not (SHARED / "data/dev").exists():
        print(f"skipped: no evaluation data in {SHARED}", file=sys.stderr)
        return
    from process import describe

    begun, load = time.strftime("%Y-%m-%d %H:%M", time.gmtime()), os.getloadavg()[0]
    folder, pages = write_archives()
    assert pages >= LEAST, pages
    size = sum(file.stat().st_size for file in folder.iterdir())
    print(f"{pages} pages in {FILES} files, {size / 1e6:.0f} MB", file=sys.stderr)
    rows, kinds, single = alone(folder)
    spark = cluster()
    began = job(spark, folder, "out")
    killed = job(spark, folder, "out-killed", kill=True)
    spark.stop()
    total = sum(kinds.values())
    values = {
        "pages": total,
        **{f"{kind}": kinds[kind] for kind in ("article", "rejected", "unreadable")},
        "rows_equal": int(began[2] == rows and began[0] == kinds),
        "rows_equal_after_kill": int(killed[2] == rows and killed[0] == kinds),
        "pages_per_s_one_process": f"{total / single:.0f}",
        "pages_per_s_cluster": f"{total / began[1]:.0f}",
        "pages_per_s_cluster_after_kill": f"{total / killed[1]:.0f}",
    }
    listed = "\n".join(f"{name}={value}" for name, value in values.items())
    print(listed)
    assert values["rows_equal"] and values["rows_equal_after_kill"], "the rows differ"
    table = f"""| {total:,} pages in {FILES} WARC files, {size / 1e6:.0f} MB compressed | seconds | pages/s | rows |
|--|--|--|--|
| one process, one thread | {single:.1f} | {total / single:,.0f} | {kinds["article"]:,} articles, {kinds["rejected"]:,} rejected, {kinds["unreadable"]:,} unreadable |
| `local-cluster[2,1,1024]`: two executors of one core and 1 GB | {began[1]:.1f} | {total / began[1]:,.0f} | the same, value by value |
| the same, one executor killed (`kill -9`) in the middle | {killed[1]:.1f} | {total / killed[1]:,.0f} | the same, value by value |"""
    (ROOT / "bench/spark.md").write_text(
        f"""# Reading archives on Spark

`bench/spark.sh` writes this page. It measures everything in one run: {begun} to {time.strftime("%H:%M", time.gmtime())} UTC on {describe()};
load {load:.1f} at the start, {os.getloadavg()[0]:.1f} at the end. pyspark {pyspark.__version__}.

{table}

- **The pages** are those of the evaluation data, each {TIMES} times under other URLs. Every 200th record cannot be read (an unknown content coding, no
  text), and the last file is truncated; these become rows in `kind=unreadable` with their reasons.
- **One process** is the loop over `gleaner.read_warc` and `gleaner_spark.articles` without Spark and without writing. The time of the cluster is that
  of the job from reading to the counts, including Parquet, after its processes have started. Driver, master and both executors share the two cores.
- **The same** means equal as a multiset: every column of every row, compared by digest.

```
{listed}
```
"""
    )
    print(table)


main()
