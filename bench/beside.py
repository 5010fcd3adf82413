"""Runs two builds of gleaner in turns and prints the CPU time of each. See beside.sh."""

import gzip
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median

import cluster
import steps
from machine import GLEANER, ROOT, limit_files
from machine import WORK as CRAWL_WORK

WORK = ROOT / "bench/scratch/beside"
DATA = Path(os.environ["SHARED"]) / "data"
PAGES = ["aeb", "fundus", "trafilatura_eval", "newspaper4k"]
ARTICLES = {"synth_neardup_de_en": "copies", "ecbplus_en.dev": "stories", "uci_headlines_part_en.dev": "stories"}
ROUNDS = {"text": 7, "aggregate": 9, "crawl": 5}


def cpu(program, *arguments):
    """CPU seconds of one run of a program, whose output is discarded."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def text(program):
    """`gleaner text` of four sets of real pages, one thread."""
    return cpu(program, "text", "--threads", "1", "--format", "jsonl", *(DATA / f"dev/{name}.jsonl.gz" for name in PAGES))


def aggregate(program):
    """`workshop eval aggregate` of three sets of articles."""
    workshop = Path(program).with_name("workshop")
    return sum(
        cpu(workshop, "eval", "aggregate", "--what", what, "--json", "--gold", unpacked(name)) for name, what in ARTICLES.items()
    )


def unpacked(name):
    """The set as a file of lines."""
    file = WORK / f"{name}.jsonl"
    if not file.exists():
        file.write_bytes(gzip.decompress((DATA / f"stories/{name}.jsonl.gz").read_bytes()))
    return file


def crawl(program):
    """`gleaner crawl` of one site of 5,001 pages with its database, 32 concurrent requests."""
    cluster.GLEANER = program
    return steps.gleaner_once()["cpu"]


def main(other, names):
    limit_files()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    CRAWL_WORK.mkdir(parents=True, exist_ok=True)
    # Each program uses its built-in settings: config/gleaner.toml may have keys that the other does not know.
    os.chdir(WORK)
    values = {}
    print("| | this checkout: CPU s, least and median | the other | ratio of the least | ratio of the medians |\n|--|--|--|--|--|")
    for name in names:
        step = globals()[name]
        runs = {GLEANER: [], Path(other): []}
        for turn in range(ROUNDS[name]):
            # The first program finds a colder machine, so the order alternates.
            for program in sorted(runs, reverse=turn % 2 == 1):
                runs[program].append(step(program))
        ours, theirs = runs.values()
        values[f"{name}_cpu_ratio"] = median(ours) / median(theirs)
        print(
            f"| {step.__doc__} | {min(ours):.2f} {median(ours):.2f} | {min(theirs):.2f} {median(theirs):.2f}"
            f" | {min(ours) / min(theirs):.3f} | {values[f'{name}_cpu_ratio']:.3f} |",
            flush=True,
        )
    print()
    for name, value in values.items():
        print(f"{name}={value:.3f}")


main(sys.argv[1], sys.argv[2:])
