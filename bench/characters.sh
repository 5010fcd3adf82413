#!/usr/bin/env bash
# Chinese and Japanese pages, by runs of four characters: writes bench/characters.md.
#
#     bench/characters.sh
#
# Every extractor of ours and two peers. Text by weights that have not seen its site is taken where `bench/extract.sh lso` has left
# it. Needs python3, and the evaluation data in ../shared or in $SHARED; the peers go into the venv of bench/extract.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
. bench/venv.sh

shared=${SHARED:-$(cd .. && pwd)/shared}
mkdir -p bench/scratch
if [ ! -d "$shared/data/dev" ]; then
    echo "skipped: no evaluation data in $shared/data" >&2
    exit 0
fi
if [ -z "${GLEANER:-}" ]; then
    cargo build --quiet --release --locked --bin gleaner
fi
venv bench/scratch/extract-venv trafilatura==2.3.1 resiliparse==2.0.1 readability-lxml==0.9 numpy==2.4.6
PYTHONDONTWRITEBYTECODE=1 SHARED=$shared exec bench/scratch/extract-venv/bin/python -u bench/characters.py
