#!/usr/bin/env bash
# Browsers and workers are killed at random while 300 pages of single-page sites are rendered: each page is stored once, and nothing is left
# running. Needs Debian's `chromium-headless-shell`. Prints name=value lines.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ! command -v chromium-headless-shell >/dev/null 2>&1; then
    echo "skipped: no chromium-headless-shell is installed" >&2
    exit 0
fi
cargo test --locked --package gleaner --features render --test it rendering::storm:: -- --ignored --nocapture
