#!/usr/bin/env bash
# Text by the place and style in which a browser drew it: real pages are rendered, each without a network, and read by `visual` and by `gleaner`;
# then trees are trained on the features of `gleaner` with and without those of the boxes, by folds of sites.
#
#     bench/visual.sh
#
# The pages are those of ../shared/data/dev (or $SHARED/data/dev) with a text, which is not part of this repository. Most ask for style sheets of their
# site, which cannot be had; the rows `own` are of pages that name none, or have 20 KB of styles of their own. Needs python3 and Debian's
# `chromium-headless-shell`; NumPy, scikit-learn and zstandard come from PyPI. Tables and name=value lines go to standard output; bench/visual.md quotes and explains them.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/data.sh
if ! command -v chromium-headless-shell >/dev/null 2>&1; then
    echo "skipped: no chromium-headless-shell is installed" >&2
    exit 0
fi
cargo build --quiet --release --locked --package gleaner --features render --bin gleaner
source bench/venv.sh
venv bench/scratch/visual-venv numpy scikit-learn zstandard
PYTHONDONTWRITEBYTECODE=1 bench/scratch/visual-venv/bin/python -u bench/visual
