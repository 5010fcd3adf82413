#!/usr/bin/env bash
# Runs real pages through the second half of the pipeline (WARC → import → extract → export) and scores them with the shared evaluator.
#
#     bench/real_pages.sh
#
# Needs the evaluation data and the evaluator in ../shared (not part of this repository) and python3;
# numpy goes into a separate venv. Prints name=value lines at the end.
set -euo pipefail
cd "$(dirname "$0")/.."

shared=$(cd .. && pwd)/shared
if [ ! -d "$shared/data/dev" ]; then
    echo "skipped: no evaluation data in ../shared/data" >&2
    exit 0
fi
work=bench/scratch
mkdir -p "$work"
python="$work/venv/bin/python"
if [ ! -x "$python" ]; then
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet numpy
fi
cargo build --quiet --release --locked --bin gleaner
gleaner=$PWD/target/release/gleaner

files=()
for set in fundus aeb frontpage_de senior_research; do
    files+=("$shared/data/dev/$set.jsonl.gz")
done
bench/warc.py "$work/real.warc.gz" "$work/ids.jsonl" "${files[@]}"

unset DATABASE_URL
export GLEANER_DATA_DIR=$work/data
rm -rf "$GLEANER_DATA_DIR"
"$gleaner" import "$work/real.warc.gz"
"$gleaner" extract
"$gleaner" export --format jsonl > "$work/articles.jsonl"
"$gleaner" database -- sh -c "psql --quiet --no-align --tuples-only \"\$DATABASE_URL\" --command \
    'select json_build_object('\''url'\'', url, '\''date_crawled'\'', date_crawled, '\''page_type'\'', page_type, '\''label_source'\'', label_source) from news.pages_rejected'" \
    > "$work/rejected.jsonl"

# The text of every page with gold text, whatever the classifier decided.
for set in fundus aeb; do
    "$gleaner" text --format jsonl "$shared/data/dev/$set.jsonl.gz" > "$work/$set.pred.jsonl"
    "$python" "$shared/eval/evaluate.py" --gold "$shared/data/dev/$set.jsonl.gz" \
        --pred "$work/$set.pred.jsonl" --name "$set"
done
"$python" bench/real_pages.py "$work"
rm -rf "$GLEANER_DATA_DIR"
