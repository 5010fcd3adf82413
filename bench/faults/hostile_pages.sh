#!/usr/bin/env bash
# How long a release build takes for hostile pages, and what memory it needs. Prints name=value lines; fails where a page takes more than
# two seconds or 200 MB. `GLEANER=path bench/faults/hostile_pages.sh`
set -euo pipefail
here=$(dirname "$(realpath "$0")")
program=$(realpath "${GLEANER:-$here/../../target/release/gleaner}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" # where there are no settings
python3 "$here/hostile_pages.py" "$program" "$scratch"
