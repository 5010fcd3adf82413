"""Runs the measurements named on the command line and prints name=value lines at the end. See ../extract.sh."""

import os
import signal
import sys
import time

import league
import memory
import page
import quality
import speed
from methods import SHARED, THREE_SETS, WCXB, pages
from process import Failed, describe

STEPS = ("speed", "quality", "memory")


def say(what):
    print(f"{time.strftime('%H:%M:%S')} {what}", file=sys.stderr, flush=True)


def main(names):
    unknown = [name for name in names if name not in STEPS]
    if unknown:
        sys.exit(f"no such step: {' '.join(unknown)}; there are {' '.join(STEPS)}")
    missing = [str(pages(name)) for name in [*THREE_SETS, WCXB] if not pages(name).exists()]
    if missing:
        print(f"skipped: no evaluation data in {SHARED}: {' '.join(missing)}", file=sys.stderr)
        return
    # After a signal, child processes are stopped as on a normal exit.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(129))
    run = page.Run(time.strftime("%Y-%m-%d %H:%M", time.gmtime()), describe(), os.getloadavg()[0])
    try:
        if "quality" in names:
            run.quality, run.wcxb, values = quality.report(quality.measure(say))
            run.values.update(values)
            say("quality: every extractor of ours")
            run.league, values = league.report()
            run.values.update(values)
        if "memory" in names:
            run.memory, values = memory.report(memory.measure(say))
            run.values.update(values)
        if "speed" in names:
            run.speed, values = speed.report(speed.measure(say))
            run.values.update(values)
    except Failed as failure:
        sys.exit(f"bench: {failure}")
    run.ended(time.strftime("%H:%M", time.gmtime()), os.getloadavg()[0])
    for table in (run.speed, run.quality, run.wcxb, run.league, run.memory):
        if table:
            print(table, end="\n\n")
    if set(names) == set(STEPS):
        page.write(run)
    for name, value in run.values.items():
        print(f"{name}={value}")


main(sys.argv[1:])
