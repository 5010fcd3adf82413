#!/usr/bin/env bash
# Lints and builds the wheel, installs it into a fresh virtual environment, and runs its tests there.
#
#     python/check.sh [ARGUMENTS OF PYTEST…]
#
# Needs cargo, python3 with venv, and the Python package index. $PROFILE is the profile of cargo, `dev` unless it is set; with
# $WHEEL nothing is built, and that wheel is tested; with $SPARK the job for Spark is tested too, which wants Java. What is not there is
# skipped, and named at the end.
set -euo pipefail
cd "$(dirname "$0")"

scratch=$(realpath ..)/bench/scratch/python
source ../bench/venv.sh
mkdir -p "$scratch"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$(realpath ..)/target} # what the program is built of is built once
cargo clippy --quiet -- -D warnings
venv "$scratch/tools" "maturin>=1.8,<2"
if [ -z "${WHEEL:-}" ]; then
    rm -rf "$scratch/wheels"
    # Not --locked: the lock file takes in what our own crates newly depend on.
    "$scratch/tools/bin/maturin" build --quiet --profile "${PROFILE:-dev}" --interpreter "$scratch/tools/bin/python" --out "$scratch/wheels"
    WHEEL=$(ls "$scratch"/wheels/*.whl)
fi
rm -rf "$scratch/venv"
# pyspark is 450 MB
venv "$scratch/venv" pytest mypy pyarrow pandas polars scrapy datatrove trafilatura==2.3.1 ${SPARK:+"pyspark[sql]==4.3.0" "pandas<3"}
# Without anything else: no dependency is required.
"$scratch/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-index "$WHEEL"
export PATH=$scratch/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 MYPY_CACHE_DIR=$scratch/mypy
unset DATABASE_URL
mypy --strict --no-error-summary -p gleaner -p gleaner_spark
python -m mypy.stubtest gleaner._gleaner
python -m pytest -q -rs -p no:cacheprovider tests "$@"
