#!/usr/bin/env bash
# The reader in a browser: walks through every page on the data of the tour, checks each, and takes pictures; watches a night; reads
# attacks.
#
#     bench/browser.sh [FOLDER]     with the pictures of docs/images: bench/browser.sh docs/images
#
# walk    every page as it is, by axe, by an HTML validator, on a phone, without scripts; twenty pages labelled by keyboard; errors on the console, breaches of the
#         content security policy and requests to other machines are faults
# watch   a night that is under way
# attack  264 articles whose titles, authors, texts and addresses are attacks, imported and extracted: none runs
#
# Needs Node.js, npm and Chromium; takes the program from $GLEANER
# (default: target/release/gleaner). Prints `name=value` lines; ends with 1 if there is any fault. Takes about three minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

gleaner=$(realpath "${GLEANER:-target/release/gleaner}")
pictures=${1:+$(realpath -m "$1")}
tools=bench/scratch/browser
mkdir -p "$tools"
if ! cmp -s bench/browser/package.json "$tools/package.json"; then
    cp bench/browser/package.json "$tools/"
    npm install --prefix "$tools" --no-audit --no-fund --silent
fi
cp bench/browser/*.mjs "$tools/"

data=$(mktemp -d)
started=()
finish() {
    for process in "${started[@]}"; do kill -INT "$process" 2>/dev/null || true; done
    wait
    rm -rf "$data"
}
trap finish EXIT
# The first line of a file that matches, waited for.
line() {
    for _ in $(seq 600); do
        if grep -m1 -oE "$2" "$1" 2>/dev/null; then return; fi
        sleep 0.2
    done
    echo "no $2 in $1:" >&2
    cat "$1" "${1%.out}.err" >&2
    return 1
}

cd "$data" # away from the settings of the checkout
GLEANER_DATA_DIR=$data "$gleaner" demo --keep >"$data/demo.out" 2>"$data/demo.err" &
started+=($!)
line "$data/demo.out" 'stays open at .*' >/dev/null
GLEANER_DATA_DIR=$data/demo "$gleaner" serve --listen 127.0.0.1:0 >"$data/serve.out" 2>"$data/serve.err" &
started+=($!)
address=$(line "$data/serve.out" 'http://[0-9.:]+')
# An article with two versions.
CHANGED=$(GLEANER_DATA_DIR=$data/demo "$gleaner" database -- psql --tuples-only --no-align -c \
    "select id from news.articles where version = 2 order by id limit 1")
export CHANGED
cd "$OLDPWD"

tools=$(realpath "$tools")
status=0
(cd "$tools" && node walk.mjs "$address" ${pictures:+"$pictures"}) || status=1

# Fewer colours make smaller files without a visible difference.
if [ -n "$pictures" ] && command -v pngquant >/dev/null; then pngquant --force --ext .png --skip-if-larger 64 -- "$pictures"/reader-*.png || true; fi

(cd "$tools" && node watch.mjs "$address") &
watching=$!
(cd "$data" && GLEANER_DATA_DIR=$data/demo GLEANER__CRAWL__CONTACT=https://gleaner.example/bench \
    GLEANER__CRAWL__PRIVATE_HOSTS='["localhost"]' GLEANER__CRAWL__DELAY_SECONDS=0.05 \
    "$gleaner" nightly --max-pages 150 --seeds "$data/demo/newsroom.toml" >"$data/night.out" 2>"$data/night.err") || true
wait "$watching" || status=1

node "$tools/attack.mjs" write >"$data/attacks.jsonl"
cd "$data"
export GLEANER_DATA_DIR=$data/attacked
"$gleaner" import attacks.jsonl >/dev/null 2>"$data/import.err"
"$gleaner" extract >/dev/null 2>>"$data/import.err"
"$gleaner" aggregate >/dev/null 2>>"$data/import.err"
"$gleaner" serve --listen 127.0.0.1:0 >"$data/attacked.out" 2>"$data/attacked.err" &
started+=($!)
address=$(line "$data/attacked.out" 'http://[0-9.:]+')
mapfile -t ids < <("$gleaner" database -- psql --tuples-only --no-align -c "select id from news.articles order by id")
(cd "$tools" && node attack.mjs read "$address" "${ids[@]}") || status=1
exit "$status"
