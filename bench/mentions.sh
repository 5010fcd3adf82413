#!/usr/bin/env bash
# Builds an archive of several thousand articles, lists its most frequent names, and measures the size of their mentions in exports.
# Writes bench/mentions.md.
#
#     bench/mentions.sh
#
# The pages are those of ../shared/data (or $SHARED/data), which is not part of this repository. All files stay in bench/scratch. Needs
# python3; takes two minutes once everything is built.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/data.sh
source bench/program.sh
trap 'rm -rf bench/scratch/mentions' EXIT
PYTHONDONTWRITEBYTECODE=1 python3 -u bench/mentions
