#!/usr/bin/env bash
# Measures how well pages are classified: article or not, and which other type. Writes bench/page.md.
#
#     bench/page.sh
#
# Trains the page model as the one that ships was trained, on the current blocks, scores it by site, and trains it on some sets and tests it
# on others. Compares the seven features, storysniffer (PyPI, in a separate venv) and og:type on the same pages. All files stay in bench/scratch.
# Needs python3, and the evaluation data in ../shared or in $SHARED. Takes about five minutes once everything is built.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/data.sh
source bench/program.sh
source bench/venv.sh
mkdir -p bench/scratch/page
venv=bench/scratch/page-venv
venv "$venv" storysniffer==1.0.9
PYTHONDONTWRITEBYTECODE=1 exec "$venv/bin/python" -u bench/page
