#!/usr/bin/env bash
# Attacks the reader and the crawler from outside: a page of tiny blocks that is explained, searches of many phrases in 100,000 articles, 256 busy
# connections, odd requests, sitemaps without end, responses that are all head. Prints name=value lines, and fails if a bound is broken.
# Six minutes, 1 GB of disk; needs psql. `GLEANER=path bench/faults/outside.sh`
set -euo pipefail
cd "$(dirname "$0")/../.."
source bench/program.sh
here=$PWD/bench
scratch=$(mktemp -d)
chmod 755 "$scratch"
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export PYTHONDONTWRITEBYTECODE=1
python3 "$here/faults/outside.py" "$GLEANER" "$scratch" "$here/scale/fill.sql"
