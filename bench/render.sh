#!/usr/bin/env bash
# Measures pages that are empty without a browser: Gleaner with the feature `render`, and Scrapy with scrapy-playwright, on the same three
# single-page applications, with the same Chromium and the same delay between two requests to a host.
#
#     bench/render.sh [ARTICLES] [alone]     default: 100 articles on each site; `alone` leaves out the peer
#
# CPU time and memory are those of all processes: crawler, browsers and, for Gleaner, PostgreSQL. Needs python3 and Debian's
# `chromium-headless-shell`; Scrapy and scrapy-playwright come from PyPI. The table and name=value lines go to standard output;
# bench/render.md quotes and explains them.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v chromium-headless-shell >/dev/null 2>&1; then
    echo "skipped: no chromium-headless-shell is installed" >&2
    exit 0
fi
cargo build --quiet --release --locked --package gleaner --features render --bin gleaner
cargo build --quiet --release --locked --package testsite --example apps
source bench/venv.sh
peer=peer
[ "${2:-}" != alone ] || peer=alone
[ "$peer" = alone ] || venv bench/scratch/render-venv scrapy==2.19.0 scrapy-playwright==0.0.48
trap 'rm -rf bench/scratch/render' EXIT
PYTHONDONTWRITEBYTECODE=1 python3 -u bench/render "${1:-100}" "$peer"
