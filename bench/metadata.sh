#!/usr/bin/env bash
# Measures how often title, authors, date and other metadata are right, compared with other programs, and writes bench/metadata.md.
#
#     bench/metadata.sh
#
# htmldate, trafilatura and newspaper4k come from PyPI into a separate venv and read the same pages in the same run; all are
# scored by `workshop eval metadata`. All files stay in bench/scratch. Needs python3, and the evaluation data in ../shared or in
# $SHARED. Takes about five minutes once everything is built.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/data.sh
source bench/program.sh
source bench/venv.sh
venv bench/scratch/metadata-venv htmldate==1.11.0 trafilatura==2.3.1 newspaper4k==0.9.6 lxml_html_clean==0.4.5
PYTHONDONTWRITEBYTECODE=1 exec bench/scratch/metadata-venv/bin/python -u bench/metadata
