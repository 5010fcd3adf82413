#!/usr/bin/env bash
# Reads exports with common corpus tools and compares rows and types; runs the code in docs/nlp.md.
# The first thousand articles have nulls in every nullable column. Prints name=value lines; fails if a tool reads different values.
#
#     bench/consumers.sh
#
# Needs python3 with venv, and the Python package index; $GLEANER names another gleaner.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/program.sh
source bench/venv.sh
venv bench/scratch/consumers duckdb polars pandas pyarrow datasets datatrove spacy orjson warcio
unset DATABASE_URL
GLEANER_DATA_DIR=$(mktemp -d)
export GLEANER_DATA_DIR HF_HOME=$GLEANER_DATA_DIR/hf HF_HUB_OFFLINE=1 RUST_LOG=error LOGURU_LEVEL=ERROR PYTHONDONTWRITEBYTECODE=1
trap 'rm -rf "$GLEANER_DATA_DIR"' EXIT
bench/scratch/consumers/bin/python bench/consumers docs/nlp.md
