#!/usr/bin/env bash
# Measures time and memory of a release build on hostile pages. Prints name=value lines; fails if a page takes more than
# two seconds or 200 MB. `GLEANER=path bench/faults/hostile_pages.sh`
set -euo pipefail
cd "$(dirname "$0")/../.."
source bench/program.sh
here=$PWD/bench/faults
program=$GLEANER
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" # which has no settings
python3 "$here/hostile_pages.py" "$program" "$scratch"
