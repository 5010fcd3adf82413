#!/usr/bin/env bash
# Measures the latency of the reader on a large database under load. Writes bench/reader.md; progress goes to stderr.
#
#     bench/reader.sh [ARTICLES]      default: 200,000; six minutes, 3 GB of disk
#
# Fills a separate database in bench/scratch with generated articles (bench/scale/fill.sql), serves it, and sends fifty requests per second
# for pages, feeds and the API without waiting for earlier responses. Needs python3 and psql. $GLEANER names another gleaner;
# $GLEANER_SCALE_DIR names a folder whose database is filled once and reused.
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
