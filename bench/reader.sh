#!/usr/bin/env bash
# How fast the reader answers with a large database under load. Writes bench/reader.md; progress goes to stderr.
#
#     bench/reader.sh [ARTICLES]      200,000 without a number: six minutes, 3 GB of disk
#
# Fills a database of its own in bench/scratch with generated articles (bench/scale/fill.sql), serves it, and asks for pages, feeds and
# calls of the API fifty times a second, whether or not the answers before have come. Needs python3 and psql. $GLEANER names another
# gleaner; $GLEANER_SCALE_DIR a folder whose database is filled once and used again.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/program.sh
articles=${1:-200000}
if [ -n "${GLEANER_SCALE_DIR:-}" ]; then
    export GLEANER_DATA_DIR=$GLEANER_SCALE_DIR
else
    export GLEANER_DATA_DIR=$PWD/bench/scratch/reader
    rm -rf "$GLEANER_DATA_DIR"
    trap 'rm -rf "$GLEANER_DATA_DIR"' EXIT
fi
mkdir -p "$GLEANER_DATA_DIR"
PYTHONDONTWRITEBYTECODE=1 "$GLEANER" database -- python3 -u bench/reader "$articles"
