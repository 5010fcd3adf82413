#!/usr/bin/env bash
# Measures extraction by the place and style in which a browser draws text: renders real pages without network access and scores `visual`,
# `gleaner` and boilerpipe on them; then trains trees on the features of `gleaner` with and without those of the boxes, in folds by site.
#
#     bench/visual.sh
#
# The pages are those of ../shared/data/dev (or $SHARED/data/dev) with a gold text; they are not part of this repository. Most request style
# sheets of their site, which are not available; the rows `own` are for pages that name none, or contain 20 KB of styles. Needs python3 and
# Debian's `chromium-headless-shell`; NumPy, scikit-learn and zstandard come from PyPI. The tables go to standard output; bench/visual.md
# quotes and explains them.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/data.sh
if ! command -v chromium-headless-shell >/dev/null 2>&1; then
    echo "skipped: no chromium-headless-shell is installed" >&2
    exit 0
fi
cargo build --quiet --release --locked --features gleaner/render
source bench/venv.sh
venv bench/scratch/visual-venv numpy==2.4.6 scikit-learn==1.9.1 zstandard==0.25.0
PYTHONDONTWRITEBYTECODE=1 bench/scratch/visual-venv/bin/python -u bench/visual
