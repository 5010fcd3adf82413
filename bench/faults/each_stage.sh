#!/usr/bin/env bash
# Kills each stage of the pipeline (migrate, import, extract, aggregate, export) repeatedly with SIGKILL, and in another database the server
# beneath it, until the stage completes; then compares what is stored and exported with an undisturbed run. Prints name=value lines; fails
# if anything differs. bench/storm.sh does the same for the crawl.
# `GLEANER=path bench/faults/each_stage.sh [PAGES]`: number of imported pages, default 12,000. Needs python3 and psql.
set -euo pipefail
cd "$(dirname "$0")/../.."
source bench/program.sh
here=$PWD/bench/faults
GLEANER_DATA_DIR=$(mktemp -d)
chmod 755 "$GLEANER_DATA_DIR"
trap 'rm -rf "$GLEANER_DATA_DIR"' EXIT
export GLEANER_DATA_DIR
unset DATABASE_URL
cd "$GLEANER_DATA_DIR" # which has no settings
PYTHONDONTWRITEBYTECODE=1 "$GLEANER" --no-migrate database -- python3 -u "$here/each_stage.py" "${1:-12000}" 2>"$GLEANER_DATA_DIR/log" ||
    { tail -n 5 "$GLEANER_DATA_DIR/log" >&2; exit 1; }
