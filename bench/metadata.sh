#!/usr/bin/env bash
# Measures how often title, authors, date and other metadata are right, compared with other programs, and writes bench/metadata.md.
#
#     bench/metadata.sh
#
# htmldate, trafilatura and newspaper4k come from PyPI into a separate venv and read the same pages in the same run; all are
# scored by `gleaner eval metadata`. All files stay in bench/scratch. Needs python3, and the evaluation data in ../shared or in
# $SHARED. Takes about five minutes once everything is built.
set -euo pipefail
cd "$(dirname "$0")/.."
. bench/venv.sh

shared=${SHARED:-$(cd .. && pwd)/shared}
if [ ! -d "$shared/data/dev" ]; then
    echo "skipped: no evaluation data in $shared/data" >&2
    exit 0
fi
if [ -z "${GLEANER:-}" ]; then
    cargo build --quiet --release --locked --bin gleaner
fi
venv bench/scratch/metadata-venv htmldate==1.11.0 trafilatura==2.3.1 newspaper4k==0.9.6 lxml_html_clean==0.4.5
PYTHONDONTWRITEBYTECODE=1 SHARED=$shared exec bench/scratch/metadata-venv/bin/python -u bench/metadata
