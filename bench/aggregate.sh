#!/usr/bin/env bash
# How well copies and stories are found, and what it costs. Prints name=value lines; progress goes to stderr.
#
#     bench/aggregate.sh
#
# Runs ours (the examples of the crate `aggregate`) and, in one run on the same articles, what scikit-learn and datasketch
# (PyPI, a venv of their own) make of them: TF-IDF in a single pass and MinHash 14x8. Everything stays in bench/scratch.
# Needs python3, and the evaluation data in ../shared or in $SHARED. With $GLEANER_EVAL=1 `gleaner eval aggregate` stands in
# for the examples; it must print the same names.
set -euo pipefail
cd "$(dirname "$0")/.."
. bench/venv.sh

shared=${SHARED:-$(cd .. && pwd)/shared}
if [ ! -d "$shared/data/stories" ]; then
    echo "skipped: no evaluation data in $shared/data/stories" >&2
    exit 0
fi
if [ "${GLEANER_EVAL:-}" = 1 ]; then
    cargo build --quiet --release --locked --bin gleaner
else
    cargo build --quiet --release --locked --package aggregate --examples
fi

venv=bench/scratch/aggregate-venv
venv "$venv" "scikit-learn==1.9.*" "datasketch==2.0.*" "snowballstemmer==3.1.*"
PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 SHARED=$shared exec "$venv/bin/python" -u bench/aggregate
