#!/usr/bin/env bash
# Changes real pages in ways after which a person would call them the same, and counts how often text and verdict stay. Writes
# bench/invariance.md.
#
#     bench/invariance.sh [CHANGE…]     only these changes; then nothing is written
#
# The changes are in bench/invariance/__main__.py. lxml comes from PyPI, into a venv in bench/scratch. Needs python3, and the evaluation data
# in ../shared or in $SHARED. Takes about ten minutes once everything is built.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/data.sh
source bench/program.sh
source bench/venv.sh
venv=bench/scratch/invariance-venv
venv "$venv" lxml==6.1.3
PYTHONDONTWRITEBYTECODE=1 exec "$venv/bin/python" -u bench/invariance "$@"
