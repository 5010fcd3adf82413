#!/usr/bin/env bash
# Measures cost and quality of extraction, compared with other extractors, and writes bench/extract.md.
#
#     bench/extract.sh [speed] [quality] [memory]     without a name all of them; only then bench/extract.md is written
#     bench/extract.sh lso                            predictions by weights that have not seen the site, for `quality`
#
# The peers come from crates.io (bench/peers, a separate workspace) and from PyPI (a venv); both, and the predictions of the peers,
# stay in bench/scratch. Needs python3, and the evaluation data and the evaluator in ../shared or in $SHARED. Takes less than ten
# minutes once everything is built. The tables and, at the end, name=value lines go to standard output.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/data.sh
source bench/program.sh
source bench/venv.sh
work=bench/scratch
venv=$work/extract-venv
venv "$venv" trafilatura==2.3.1 resiliparse==2.0.1 readability-lxml==0.9 numpy==2.4.6
if [ "${1:-}" = lso ]; then
    PYTHONDONTWRITEBYTECODE=1 exec "$venv/bin/python" -u bench/extract/held_out.py
fi
# Not --locked: the lock file pins the peers, and must accept new dependencies of our own crate.
cargo build --quiet --release --manifest-path bench/peers/Cargo.toml --target-dir "$work/target"

steps=("$@")
if [ ${#steps[@]} -eq 0 ]; then steps=(quality memory speed); fi
PYTHONDONTWRITEBYTECODE=1 exec "$venv/bin/python" -u bench/extract "${steps[@]}"
