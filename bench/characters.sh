#!/usr/bin/env bash
# Scores Chinese and Japanese pages by runs of four characters and writes bench/characters.md.
#
#     bench/characters.sh
#
# Covers every extractor of Gleaner and three peers. Uses the held-out texts that `bench/extract.sh lso` has written, if they exist.
# Needs python3, and the evaluation data in ../shared or in $SHARED; the peers go into the venv of bench/extract.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/data.sh
source bench/program.sh
source bench/venv.sh
venv bench/scratch/extract-venv trafilatura==2.3.1 resiliparse==2.0.1 readability-lxml==0.9 numpy==2.4.6
PYTHONDONTWRITEBYTECODE=1 exec bench/scratch/extract-venv/bin/python -u bench/characters.py
