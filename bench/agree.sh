#!/usr/bin/env bash
# Checks that `workshop eval extract` gives the same scores as the shared evaluator, on every set with gold texts or phrases:
#
#     bench/agree.sh
#
# Covers several extractors, and the texts of another program if bench/extract.sh has written them; all pages, by page type, by language.
# Needs python3, and the evaluation data and the evaluator in ../shared or in $SHARED; numpy goes into a venv in bench/scratch.
# Prints `agree=N of N` at the end. Fails if a number differs by more than rounding in the fourth digit.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/data.sh
source bench/program.sh
source bench/venv.sh
venv bench/scratch/agree-venv numpy==2.4.6
PYTHONDONTWRITEBYTECODE=1 exec bench/scratch/agree-venv/bin/python -u bench/agree.py
