"""Runs the measurements named on the command line and prints name=value lines at the end. See ../crawl.sh."""

import signal
import sys
import time

from machine import WORK, Failed, Process, describe, limit_files
from scaling import scaling
from steps import gleaner, scrapy, workers

COST = "| | pages per CPU s | CPU s | wall s | peak RSS MB | requests |\n|--|--|--|--|--|--|"
STEPS = {
    "scrapy": (scrapy, COST),
    "gleaner": (gleaner, COST),
    "workers": (
        workers,
        "| pages/s | wall s | workers' CPU s | PostgreSQL's CPU s | server's CPU s | peak RSS MB | repeated |\n"
        "|--|--|--|--|--|--|--|",
    ),
    "scaling": (
        scaling,
        "| URLs known | CPU µs per page | of which gleaner | of which PostgreSQL | peak RSS MB |\n|--|--|--|--|--|",
    ),
}


def main(names):
    unknown = [name for name in names if name not in STEPS]
    if unknown:
        sys.exit(f"no such step: {' '.join(unknown)}; there are {' '.join(STEPS)}")
    # After a signal, child processes are stopped and folders removed as on a normal exit.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(129))
    limit_files()
    WORK.mkdir(parents=True, exist_ok=True)
    print(f"{time.strftime('%Y-%m-%d %H:%M')}: {describe()}", flush=True)
    values = {}
    try:
        for name in names:
            step, head = STEPS[name]
            print(f"\n{step.__doc__}\n\n{head}", flush=True)
            values.update(step())
    except Failed as failure:
        sys.exit(f"bench: {failure}")
    finally:
        Process.kill_all()
    print()
    for name, value in values.items():
        print(f"{name}={value}")


main(sys.argv[1:])
