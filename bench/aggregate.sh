#!/usr/bin/env bash
# Measures quality and cost of finding copies and stories. Prints name=value lines and writes bench/aggregate.md;
# progress goes to stderr.
#
#     bench/aggregate.sh
#
# Runs `workshop eval aggregate` and, on the same articles, scikit-learn and datasketch (PyPI, in a separate venv): TF-IDF in a
# single pass and MinHash 14x8. Then runs the example `cost`. All files stay in bench/scratch.
# Needs python3, and the evaluation data in ../shared or in $SHARED. $GLEANER names another gleaner to measure.
set -euo pipefail
cd "$(dirname "$0")/.."

folders=stories source bench/data.sh
source bench/program.sh
source bench/venv.sh
cargo build --quiet --release --locked --package gleaner-aggregate --example cost

venv=bench/scratch/aggregate-venv
venv "$venv" "scikit-learn==1.9.*" "datasketch==2.0.*" "snowballstemmer==3.1.*"
PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 RAYON_NUM_THREADS=1 exec "$venv/bin/python" -u bench/aggregate
