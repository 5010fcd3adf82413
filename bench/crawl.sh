#!/usr/bin/env bash
# Measures the cost of a crawl: against Scrapy, with two workers, and by the number of known URLs.
#
#     bench/crawl.sh [scrapy] [workers] [scaling]     without a name all of them; also `gleaner`, without Scrapy
#
# Everything runs on this machine's loopback: the site server, the crawlers, the embedded PostgreSQL. Needs python3
# and PostgreSQL (with psql); Scrapy goes from PyPI into a venv in bench/scratch. Takes about ten minutes and 5 GB of disk.
# The tables and, at the end, name=value lines go to standard output; bench/crawl.md quotes and explains them.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=bench/scratch/scrapy-venv
steps=("$@")
if [ ${#steps[@]} -eq 0 ]; then steps=(scrapy workers scaling); fi
mkdir -p bench/scratch
case " ${steps[*]} " in
*" scrapy "*)
    if ! "$venv/bin/python" -c 'import scrapy' 2>/dev/null; then
        python3 -m venv --clear "$venv"
        "$venv/bin/pip" install --quiet --disable-pip-version-check scrapy
    fi
    "$venv/bin/python" -c 'import scrapy, platform; print("Scrapy", scrapy.__version__, "on Python", platform.python_version())'
    ;;
esac
cargo build --quiet --release --locked --package gleaner --bin gleaner
cargo build --quiet --release --locked --package testsite --bin bench-site

# Python stops its child processes, on a signal too; the folders of a killed run are removed here.
trap 'rm -rf bench/scratch/crawl' EXIT
PYTHONDONTWRITEBYTECODE=1 python3 -u bench/crawl "${steps[@]}" &
run=$!
trap 'kill "$run" 2>/dev/null || true' HUP INT TERM
status=0
wait "$run" || status=$?
# A signal to this script ends the first wait, not the run.
while kill -0 "$run" 2>/dev/null; do wait "$run" || status=$?; done
exit "$status"
