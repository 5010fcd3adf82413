#!/usr/bin/env bash
# Reads a set of WARC files on a cluster of two executors and in one process, compares rows and speed, and writes bench/spark.md.
#
#     bench/spark.sh
#
# One of the runs loses an executor in the middle. Needs Java 17, cargo, python3 with venv, the Python package index (pyspark has 450 MB),
# and the evaluation data in ../shared or in $SHARED. $WHEEL names an existing wheel; otherwise a release wheel is built.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/wheel.sh
venv "$scratch/spark" "pyspark[sql]==4.3.0" "pandas<3" pyarrow==26.0.1
"$scratch/spark/bin/python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps --no-index "$WHEEL"
PYTHONDONTWRITEBYTECODE=1 exec "$scratch/spark/bin/python" -u bench/spark
