#!/usr/bin/env bash
# Checks that `gleaner eval extract` gives the same scores as the shared evaluator, on every set with gold texts or phrases:
#
#     bench/agree.sh
#
# Covers several extractors, and the texts of another program if bench/extract.sh has written them; all pages, by page type, by language.
# Needs python3, and the evaluation data and the evaluator in ../shared or in $SHARED; numpy goes into a venv in bench/scratch.
# Prints `agree=N of N` at the end. Fails if a number differs by more than rounding in the fourth digit.
set -euo pipefail
cd "$(dirname "$0")/.."

shared=${SHARED:-$(cd .. && pwd)/shared}
if [ ! -d "$shared/data/dev" ]; then
    echo "skipped: no evaluation data in $shared/data" >&2
    exit 0
fi
venv=bench/scratch/agree-venv
mkdir -p bench/scratch
if ! "$venv/bin/python" -c 'import numpy' 2>/dev/null; then
    python3 -m venv --clear "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check numpy
fi
cargo build --quiet --release --locked --bin gleaner
PYTHONDONTWRITEBYTECODE=1 SHARED=$shared exec "$venv/bin/python" -u bench/agree.py
