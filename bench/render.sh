#!/usr/bin/env bash
# What a rendering costs: Gleaner beside Scrapy with scrapy-playwright, on the same single-page site, with the same browser, in one run.
#
#     bench/render.sh [ARTICLES [RUNS]]      300 articles, three runs of each in turns
#
# Needs python3, Debian's chromium and PostgreSQL; Scrapy and scrapy-playwright go from PyPI into a venv in bench/scratch. All is on
# loopback. name=value lines at the end; bench/render.md quotes them.
set -euo pipefail
cd "$(dirname "$0")/.."
. bench/venv.sh
mkdir -p bench/scratch/render
venv bench/scratch/render-venv scrapy==2.19.0 scrapy-playwright==0.0.48
cargo build --quiet --release --locked --package gleaner --bin gleaner --features render
cargo build --quiet --release --locked --package testsite --example apps
trap 'rm -rf bench/scratch/render' EXIT
PYTHONDONTWRITEBYTECODE=1 bench/scratch/render-venv/bin/python -u bench/render/measure.py "${1:-300}" "${2:-3}"
