#!/usr/bin/env bash
# Measures the cost of an export by the number of articles. Writes bench/export.md; progress goes to stderr.
#
#     bench/export.sh [ARTICLES…]      default: 10,000, 50,000 and 200,000; ten minutes, 3 GB of disk
#
# For each number, fills a separate database in bench/scratch with generated articles (bench/scale/fill.sql), exports everything once to
# warm it up, then three times in each format. Needs python3 and psql. $GLEANER names another gleaner.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/program.sh
PYTHONDONTWRITEBYTECODE=1 python3 -u bench/export "$@"
