#!/usr/bin/env bash
# Times queries and exports on a large database, and measures its size. Writes bench/scale.md; progress goes to stderr.
#
#     bench/scale.sh [ARTICLES]      default: 1,000,000; twenty minutes, 12 GB of disk
#
# Fills a separate database in bench/scratch with generated articles (bench/scale/fill.sql), and times the queries in README.md and
# docs/querying.md, each twice, then commands of the program and an export of everything.
# Needs python3 and psql. $GLEANER names another gleaner; $GLEANER_SCALE_DIR names a folder whose database is filled once and reused.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/program.sh
articles=${1:-1000000}
if [ -n "${GLEANER_SCALE_DIR:-}" ]; then
    export GLEANER_DATA_DIR=$GLEANER_SCALE_DIR
else
    export GLEANER_DATA_DIR=$PWD/bench/scratch/scale
    rm -rf "$GLEANER_DATA_DIR"
    trap 'rm -rf "$GLEANER_DATA_DIR"' EXIT
fi
mkdir -p "$GLEANER_DATA_DIR"
PYTHONDONTWRITEBYTECODE=1 "$GLEANER" database -- python3 -u bench/scale "$articles"
