#!/usr/bin/env bash
# Tests the reader in a browser: visits and checks every page on the data of the tour and takes pictures, watches a night, and opens
# attacks.
#
#     bench/browser.sh [FOLDER]     takes pictures into a folder; those of docs/images with: bench/browser.sh docs/images
#
# walk    every page as it is, with axe, with an HTML validator, on a phone, without scripts; twenty pages labelled by keyboard; faults are
#         errors on the console, violations of the content security policy, and requests to other machines
# watch   a night in progress
# attack  264 articles whose titles, authors, texts and URLs are attacks, imported and extracted: none may run
#
# Needs Node.js, npm and Chromium; takes the program from $GLEANER, or builds it.
# Prints `name=value` lines; exits with 1 if there is any fault. Takes about three minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/program.sh
pictures=${1:+$(realpath -m "$1")}
tools=bench/scratch/browser
mkdir -p "$tools"
if ! cmp -s bench/browser/package.json "$tools/package.json"; then
    cp bench/browser/package.json "$tools/"
    npm install --prefix "$tools" --no-audit --no-fund --silent
fi
cp bench/browser/*.mjs "$tools/"

source bench/tour.sh
# An article with two versions.
CHANGED=$(cd "$data" && GLEANER_DATA_DIR=$data/demo "$GLEANER" database -- psql --tuples-only --no-align -c \
    "select id from news.articles where version = 2 order by id limit 1")
export CHANGED

tools=$(realpath "$tools")
status=0
(cd "$tools" && node walk.mjs "$address" ${pictures:+"$pictures"}) || status=1

# Fewer colours make smaller files without a visible difference.
if [ -n "$pictures" ] && command -v pngquant >/dev/null; then pngquant --force --ext .png --skip-if-larger 64 -- "$pictures"/reader-*.png || true; fi

(cd "$tools" && node watch.mjs "$address") &
watching=$!
(cd "$data" && GLEANER_DATA_DIR=$data/demo GLEANER__CRAWL__CONTACT=https://gleaner.example/bench \
    GLEANER__CRAWL__PRIVATE_HOSTS='["localhost"]' GLEANER__CRAWL__DELAY_SECONDS=0.05 \
    "$GLEANER" nightly --max-pages 150 --seeds "$data/demo/newsroom.toml" >"$data/night.out" 2>"$data/night.err") || true
wait "$watching" || status=1

node "$tools/attack.mjs" write >"$data/attacks.jsonl"
cd "$data"
export GLEANER_DATA_DIR=$data/attacked
"$GLEANER" import attacks.jsonl >/dev/null 2>"$data/import.err"
"$GLEANER" extract >/dev/null 2>>"$data/import.err"
"$GLEANER" aggregate >/dev/null 2>>"$data/import.err"
serve attacked
mapfile -t ids < <("$GLEANER" database -- psql --tuples-only --no-align -c "select id from news.articles order by id")
(cd "$tools" && node attack.mjs read "$address" "${ids[@]}") || status=1
exit "$status"
