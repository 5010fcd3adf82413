#!/usr/bin/env bash
# How well names of people, organisations and places are found: writes bench/names.md.
#
#     bench/names.sh             scores the models that ship, and the method by folds where a set was trained on
#     bench/names.sh --train     trains them anew first, into crates/aggregate/models
#
# Everything stays in bench/scratch. Needs python3, and the evaluation data in ../shared or in $SHARED. Takes about five minutes once all is
# built; training takes ten.
set -euo pipefail
cd "$(dirname "$0")/.."

shared=${SHARED:-$(cd .. && pwd)/shared}
if [ ! -d "$shared/data/names" ]; then
    echo "skipped: no evaluation data in $shared/data" >&2
    exit 0
fi
. bench/program.sh
names=$shared/data/names
german=(--data "$names/germeval_train_de.jsonl.gz" --outside 0.5)
english=(--data "$names/wikigold_en.jsonl.gz" "$names/re3d_train_en.jsonl.gz" --l1 0.02 --l2 0.5 --rounds 60)
silver=("$names/wikiann_de_silver.jsonl.gz" "$names/wikiann_en_silver.jsonl.gz" "$names/wikiann_fr_silver.jsonl.gz" "$names/wikiann_nl_silver.jsonl.gz")
if [ "${1:-}" = --train ]; then
    "$GLEANER" train names "${german[@]}" --lexicon "${silver[@]}" --folds 0 --out crates/aggregate/models/names_de.bin
    "$GLEANER" train names "${english[@]}" --lexicon "${silver[@]}" --folds 0 --out crates/aggregate/models/names_en.bin
    echo "trained; build again and score them with bench/names.sh" >&2
    exit 0
fi
mkdir -p bench/scratch
"$GLEANER" train names "${english[@]}" --lexicon "${silver[@]}" --out bench/scratch/names_en.bin | tee bench/scratch/names_folds.txt >&2
PYTHONDONTWRITEBYTECODE=1 NAMES=$names exec python3 -u bench/names
