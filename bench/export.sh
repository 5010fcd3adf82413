#!/usr/bin/env bash
# What an export takes, by the number of articles. Writes bench/export.md; progress goes to stderr.
#
#     bench/export.sh [ARTICLES…]      10,000, 50,000 and 200,000 without numbers: ten minutes, 3 GB of disk
#
# Fills a database of its own in bench/scratch with generated articles (bench/scale/fill.sql) for each number, exports all of it once so
# that it is warm, and then three times in each format. Needs python3 and psql. $GLEANER names another gleaner.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/program.sh
PYTHONDONTWRITEBYTECODE=1 python3 -u bench/export "$@"
