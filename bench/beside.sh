#!/usr/bin/env bash
# Compares two builds of gleaner in turns on the same machine, to show what a change of the code costs or saves.
#
#     bench/beside.sh OTHER [text] [aggregate] [crawl]     without a name all of them
#
# OTHER is a built `gleaner`; it is compared with a release build of this checkout, or with $GLEANER. Prints the minimum and median CPU
# seconds of each, and name=value lines: `text_cpu_ratio` below 1 means that this checkout takes less.
# Text and aggregation need the evaluation data in ../shared or in $SHARED; the crawl runs on loopback.
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -ge 1 ] || { sed -n '4p' "$0" >&2; exit 2; }
other=$(realpath "$1")
shift
steps=("$@")
if [ ${#steps[@]} -eq 0 ]; then steps=(text aggregate crawl); fi
folders= source bench/data.sh
if [ ! -d "$SHARED/data/dev" ]; then
    echo "no evaluation data in $SHARED/data: only the crawl is measured" >&2
    steps=(crawl)
fi
source bench/program.sh
cargo build --quiet --release --locked --package testsite --bin bench-site
trap 'rm -rf bench/scratch/crawl bench/scratch/beside' EXIT
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=bench/crawl python3 -u bench/beside.py "$other" "${steps[@]}"
