#!/usr/bin/env bash
# Groups generated articles that are all due at once. Prints time and memory as name=value lines, and fails if the program takes
# 500 MB: `peak_resident_mb` is without the database, `chunks` are transactions.
# `GLEANER=path ARTICLES=100000 DAYS=10 bench/faults/aggregation.sh`: this number of articles, published within this number of days.
# Needs python3 and psql.
set -euo pipefail
cd "$(dirname "$0")/../.."
source bench/program.sh
here=$PWD/bench/faults
if [ -z "${GLEANER_DATA_DIR:-}" ]; then
    GLEANER_DATA_DIR=$(mktemp -d)
    chmod 755 "$GLEANER_DATA_DIR"
    trap 'rm -rf "$GLEANER_DATA_DIR"' EXIT
    export GLEANER_DATA_DIR
fi
unset DATABASE_URL
cd "$GLEANER_DATA_DIR" # which has no settings
PYTHONDONTWRITEBYTECODE=1 "$GLEANER" database -- python3 -u "$here/aggregation.py" "${ARTICLES:-100000}" "${DAYS:-10}" 2>"$GLEANER_DATA_DIR/log" ||
    { tail -n 3 "$GLEANER_DATA_DIR/log" >&2; exit 1; }
