"""Times exports of generated articles. See bench/export.sh."""

import datetime
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

GLEANER = os.environ["GLEANER"]
ROOT = Path(__file__).resolve().parents[2]
SCRATCH = ROOT / "bench/scratch/export"
FORMATS = ["jsonl", "jsonl.zst", "parquet"]
TIMES = 3


def measured(arguments, environment):
    """Wall seconds, CPU seconds and peak memory in MB of the program, without the server, which is another process."""
    begun = time.monotonic()
    child = subprocess.Popen([GLEANER, *arguments], env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"gleaner {' '.join(arguments)} failed")
    return time.monotonic() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def with_database(environment):
    """Starts the database, which runs until the returned file is deleted."""
    ready = SCRATCH / "ready"
    script = f'echo "$DATABASE_URL" > {ready}.new; mv {ready}.new {ready}; while [ -e {ready} ]; do sleep 0.2; done'
    server = subprocess.Popen([GLEANER, "database", "--", "sh", "-c", script], env=environment)
    while not ready.exists():
        if server.poll() is not None:
            sys.exit("the database did not start")
        time.sleep(0.1)
    return server, ready


def rows_of(articles):
    shutil.rmtree(SCRATCH, ignore_errors=True)
    SCRATCH.mkdir(parents=True)
    environment = {**os.environ, "GLEANER_DATA_DIR": str(SCRATCH / "data"), "RUST_LOG": "error"}
    server, ready = with_database(environment)
    try:
        url = ready.read_text().strip()
        fill = ["psql", "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", url]
        made = [*fill, "--set", f"articles={articles}", "--file", ROOT / "bench/scale/fill.sql"]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run([*fill, "--command", "vacuum analyze"], check=True)
        environment["DATABASE_URL"] = url
        out = SCRATCH / "out"
        for name in FORMATS:
            command = ["export", "--format", name, "--out", str(out)]
            runs = []
            for _ in range(TIMES + (name == FORMATS[0])):
                shutil.rmtree(out, ignore_errors=True)
                runs.append(measured(command, environment))
            manifest = json.loads((out / "manifest.json").read_text())
            seconds, processor, memory = sorted(runs)[0]
            memory = max(run[2] for run in runs)
            versions = manifest["articles"]
            print(f"{versions} {name}: {seconds:.1f} s", file=sys.stderr)
            yield f"| {versions:,} | `{name}` | {seconds:.1f} | {versions / seconds:,.0f} | {processor:.1f} | {memory:.0f} | {manifest['bytes'] / 1e6:,.0f} |"
    finally:
        ready.unlink(missing_ok=True)
        server.wait()
        shutil.rmtree(SCRATCH, ignore_errors=True)


def main():
    sizes = [int(size) for size in sys.argv[1:]] or [10_000, 50_000, 200_000]
    load = os.getloadavg()[0]
    today = datetime.date.today()
    page = [
        "# Cost of an export",
        "",
        f"`bench/export.sh`, {today.day} {today:%B %Y}: all versions of generated articles (240 words on average, every tenth article with a second",
        "version), from a warm embedded database with its own settings, on 2 cores that the server shares. Times are the best of three runs; memory is",
        f"the maximum of all. Load of the machine at the start: {load:.1f}.",
        "",
        "| versions | format | seconds | versions per second | CPU seconds of the program | memory, MB | size, MB |",
        "|--|--|--|--|--|--|--|",
    ]
    for articles in sizes:
        page.extend(rows_of(round(articles / 1.1)))
    (ROOT / "bench/export.md").write_text("\n".join(page) + "\n")


main()
