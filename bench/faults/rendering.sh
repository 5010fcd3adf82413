#!/usr/bin/env bash
# Kills browsers and workers at random while 300 pages of single-page applications are rendered. Each page must be stored once, and no process
# may be left. Needs Debian's `chromium-headless-shell`. Prints name=value lines.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ! command -v chromium-headless-shell >/dev/null 2>&1; then
    echo "skipped: no chromium-headless-shell is installed" >&2
    exit 0
fi
cargo test --locked --package gleaner --features render --test it rendering::storm:: -- --ignored --nocapture
