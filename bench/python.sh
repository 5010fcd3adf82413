#!/usr/bin/env bash
# Measures the cost of the Python package, trafilatura and resiliparse on one core and on two, and writes bench/python.md.
#
#     bench/python.sh
#
# Needs cargo, python3 with venv, the Python package index, and the evaluation data in ../shared or in $SHARED. $WHEEL names an existing
# wheel; otherwise a release wheel is built, which takes long.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/wheel.sh
venv "$scratch/bench" trafilatura==2.3.1 resiliparse==2.0.1 pyarrow==26.0.1
"$scratch/bench/bin/python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps --no-index "$WHEEL"
PYTHONDONTWRITEBYTECODE=1 exec "$scratch/bench/bin/python" -u bench/python
