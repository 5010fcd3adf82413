"""Runs the methods in turns and writes bench/python.md. See ../python.sh."""

import importlib.metadata
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

import gleaner

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/extract"))
SHARED = pathlib.Path(os.environ.get("SHARED", ROOT.parent / "shared")).resolve()
FILES = [SHARED / f"data/dev/{name}.jsonl.gz" for name in ("aeb", "fundus")]
ROUNDS, SLOW_ROUNDS = 7, 3

LABELS = {
    "extract": "**`gleaner.extract`**: text, metadata, verdict",
    "extract_batch": "**`gleaner.extract_batch`**: the same",
    "resiliparse": f"resiliparse {importlib.metadata.version('resiliparse')}: text",
    "trafilatura": f"trafilatura {importlib.metadata.version('trafilatura')}: text",
    "trafilatura-metadata": f"trafilatura {importlib.metadata.version('trafilatura')}: text, metadata",
}


class Peer:
    def __init__(self, name, cores):
        self.name, self.cores, self.seconds, self.cpu = name, cores, [], []
        command = [sys.executable, pathlib.Path(__file__).with_name("peer.py"), name, str(cores), *FILES]
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.pages = tuple(map(int, self.child.stdout.readline().split()))

    def round(self):
        self.child.stdin.write("round\n")
        self.child.stdin.flush()
        seconds, cpu, characters = self.child.stdout.readline().split()
        assert int(characters) > 100_000, (self.name, characters)
        return float(seconds), float(cpu)


def measure():
    peers = [Peer(name, cores) for name in LABELS for cores in (1, 2)]
    assert len({peer.pages for peer in peers}) == 1
    for turn in range(ROUNDS):
        for peer in peers:
            is_slow = peer.name.startswith("trafilatura")
            if is_slow and turn >= SLOW_ROUNDS:
                continue
            if turn == 0 and not is_slow:
                peer.round()  # to warm up
            seconds, cpu = peer.round()
            peer.seconds.append(seconds)
            peer.cpu.append(cpu)
        print(f"round {turn + 1} of {ROUNDS}", file=sys.stderr)
    for peer in peers:
        peer.child.stdin.close()
        peer.child.wait()
    return peers


def border():
    """The share of the time of `extract` that Python needs to read a record."""
    import gzip

    with gzip.open(FILES[1], "rt", encoding="utf-8") as lines:
        pages = [json.loads(line) for line in lines]
    began = time.perf_counter()
    records = [json.dumps(gleaner.extract(page["html"], page["url"]).to_dict(), ensure_ascii=False) for page in pages]
    whole = time.perf_counter() - began
    began = time.perf_counter()
    for record in records:
        json.loads(record)
    return (time.perf_counter() - began) / whole


def main():
    if not all(file.exists() for file in FILES):
        print(f"skipped: no evaluation data in {SHARED}", file=sys.stderr)
        return
    from process import describe

    begun, load = time.strftime("%Y-%m-%d %H:%M", time.gmtime()), os.getloadavg()[0]
    peers = measure()
    count, size = peers[0].pages
    median = {(peer.name, peer.cores): statistics.median(peer.seconds) for peer in peers}
    cpu = {(peer.name, peer.cores): statistics.median(peer.cpu) for peer in peers}
    table = [
        f"| {count} pages, {size / 1e6:.1f} MB | CPU ms per page, one core | two cores | pages/s in wall time, one core | two cores | `extract_batch` is … times as fast, on two |",
        "|--|--|--|--|--|--|",
    ]
    spread = {(peer.name, peer.cores): f"{count / max(peer.seconds):,.0f} to {count / min(peer.seconds):,.0f}" for peer in peers}
    for name, label in LABELS.items():
        one, two = median[name, 1], median[name, 2]
        table.append(
            f"| {label} | {cpu[name, 1] / count * 1e3:.2f} | {cpu[name, 2] / count * 1e3:.2f} | {count / one:,.0f} ({spread[name, 1]})"
            f" | {count / two:,.0f} ({spread[name, 2]}) | {two / median['extract_batch', 2]:.2f} |"
        )
    values = {f"{name.replace('-', '_')}_pages_per_s_{cores}": f"{count / seconds:.0f}" for (name, cores), seconds in median.items()}
    values |= {f"{name.replace('-', '_')}_cpu_ms_{cores}": f"{seconds / count * 1e3:.2f}" for (name, cores), seconds in cpu.items()}
    values["json_share_of_extract"] = f"{border():.3f}"
    listed = "\n".join(f"{name}={value}" for name, value in values.items())
    rows = "\n".join(table)
    busy = "\n**The machine was busy with other work in this run**: wall times mean little, especially on two cores; compare CPU times.\n"
    busy = busy if load > 1 else ""
    (ROOT / "bench/python.md").write_text(
        f"""# Cost of the Python package

`bench/python.sh` writes this page. It measures everything in one run: {begun} to {time.strftime("%H:%M", time.gmtime())} UTC on {describe()};
load {load:.1f} at the start, {os.getloadavg()[0]:.1f} at the end.

From decoded pages in memory to results in Python: the median of {ROUNDS} rounds after a warm-up ({SLOW_ROUNDS} rounds without one for trafilatura), with the slowest
and the fastest round in parentheses. Other work on the machine (see the load) lengthens wall time, and CPU time far less.
{busy}
{rows}

- **Each row is a separate process,** bound to one core or to two. The processes take turns, so that other work on the machine slows all of them.
- **Two cores** are two threads for `extract_batch`; the others use a `multiprocessing.Pool(2)` with four pages at a time, as their users
  would. The pool's parent sends the pages and receives lengths.
- **Output:** Gleaner always returns text, metadata with their sources, and the verdict. resiliparse (`main_content=True, alt_texts=False`) has only the
  text. trafilatura runs with `include_comments=False`, once for the text and once with its metadata (JSON). [extract](extract.md) has the quality of the texts.
- **Conversion:** reading the record as JSON in Python takes {float(values["json_share_of_extract"]):.1%} of the time of `gleaner.extract`.

```
{listed}
```
"""
    )
    print(rows, listed, sep="\n\n")


main()
