#!/usr/bin/env bash
# Runs real pages through the second half of the pipeline (WARC → import → extract → export) and scores them with the shared evaluator.
#
#     bench/real_pages.sh
#
# Needs the evaluation data and the evaluator in ../shared or in $SHARED (not part of this repository) and python3;
# numpy goes into a separate venv. $GLEANER names another gleaner. Prints name=value lines at the end.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/data.sh
source bench/program.sh
source bench/venv.sh
work=bench/scratch
venv "$work/agree-venv" numpy==2.4.6
python=$work/agree-venv/bin/python

files=()
for set in fundus aeb frontpage_de senior_research; do
    files+=("$SHARED/data/dev/$set.jsonl.gz")
done
bench/warc.py "$work/real.warc.gz" "$work/ids.jsonl" "${files[@]}"

unset DATABASE_URL
export GLEANER_DATA_DIR=$work/data
rm -rf "$GLEANER_DATA_DIR"
trap 'rm -rf "$GLEANER_DATA_DIR"' EXIT
"$GLEANER" import "$work/real.warc.gz"
"$GLEANER" extract
"$GLEANER" export --format jsonl > "$work/articles.jsonl"
"$GLEANER" database -- sh -c "psql --quiet --no-align --tuples-only \"\$DATABASE_URL\" --command \
    'select json_build_object('\''url'\'', url, '\''date_crawled'\'', date_crawled, '\''page_type'\'', page_type, '\''label_source'\'', label_source) from news.pages_rejected'" \
    > "$work/rejected.jsonl"

# The text of every page with gold text, whatever the classifier decided.
for set in fundus aeb; do
    "$GLEANER" text --format jsonl "$SHARED/data/dev/$set.jsonl.gz" > "$work/$set.pred.jsonl"
    "$python" "$SHARED/eval/evaluate.py" --gold "$SHARED/data/dev/$set.jsonl.gz" \
        --pred "$work/$set.pred.jsonl" --name "$set"
done
"$python" bench/real_pages.py "$work"
