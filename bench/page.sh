#!/usr/bin/env bash
# How well pages are told apart: article or not, and what else. Writes bench/page.md.
#
#     bench/page.sh
#
# Trains the page model as the one that ships was trained, on the blocks of today, judges it by site, trains it on some sets and tests it on others, and runs the seven
# features, storysniffer (PyPI, a venv of its own) and og:type beside it on the same pages. Everything stays in bench/scratch.
# Needs python3, and the evaluation data in ../shared or in $SHARED. Takes about five minutes once all is built.
set -euo pipefail
cd "$(dirname "$0")/.."
. bench/venv.sh

shared=${SHARED:-$(cd .. && pwd)/shared}
work=bench/scratch/page
mkdir -p "$work"
if [ ! -d "$shared/data/dev" ]; then
    echo "skipped: no evaluation data in $shared/data" >&2
    exit 0
fi
cargo build --quiet --release --locked --bin gleaner

venv=bench/scratch/page-venv
venv "$venv" storysniffer==1.0.9
PYTHONDONTWRITEBYTECODE=1 SHARED=$shared exec "$venv/bin/python" -u bench/page
