#!/usr/bin/env bash
# Imports an archive with one article of 99 pages and large pages beside 30 good pages of five other sites, and runs extract, aggregate,
# export and the reader with 700 MB of address space. Fails if one of them fails, if a good page has no article, or if one of them takes more
# than 300 MB. Two minutes. `GLEANER=path bench/faults/hostile_archive.sh`
set -euo pipefail
cd "$(dirname "$0")/../.."
source bench/program.sh
here=$PWD/bench/faults
scratch=$(mktemp -d)
chmod 755 "$scratch"
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" # which has no settings
python3 "$here/hostile_archive.py" "$GLEANER" "$scratch"
