#!/usr/bin/env bash
# Measures the cost of a crawl: against Scrapy, with two workers, and by the number of known URLs.
#
#     bench/crawl.sh [scrapy] [workers] [scaling]     without a name all of them; also `gleaner`, without Scrapy
#
# Everything runs on this machine's loopback: the site server, the crawlers, the embedded PostgreSQL. Needs python3
# and PostgreSQL (with psql); $GLEANER names another gleaner; Scrapy goes from PyPI into a venv in bench/scratch. Takes about ten minutes and 5 GB of disk.
# The tables and, at the end, name=value lines go to standard output; bench/crawl.md quotes and explains them.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/program.sh
source bench/venv.sh
steps=("$@")
if [ ${#steps[@]} -eq 0 ]; then steps=(scrapy workers scaling); fi
case " ${steps[*]} " in
*" scrapy "*)
    venv bench/scratch/scrapy-venv scrapy==2.19.0
    bench/scratch/scrapy-venv/bin/python -c 'import scrapy, platform; print("Scrapy", scrapy.__version__, "on Python", platform.python_version())'
    ;;
esac
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
