#!/usr/bin/env bash
# The names of an archive of some thousand articles, from import to export: which are the most frequent, and what their mentions cost.
# Writes bench/mentions.md.
#
#     bench/mentions.sh
#
# The pages are those of ../shared/data (or $SHARED/data), which is not part of this repository. Everything stays in bench/scratch. Needs
# python3; takes two minutes once all is built.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/data.sh
source bench/program.sh
trap 'rm -rf bench/scratch/mentions' EXIT
PYTHONDONTWRITEBYTECODE=1 python3 -u bench/mentions
