#!/usr/bin/env bash
# Hashes the outputs that a refactoring must not change.
#
#     bench/freeze.sh write FILE [PROGRAM]     writes a line `name=sha256` for each output
#     bench/freeze.sh check FILE [PROGRAM]     the same again, and what differs; exits 1 if anything does
#
# PROGRAM is a built `gleaner` [default: $GLEANER, or a release build of this checkout]. The outputs are:
#
#     text.SET      `gleaner text --format jsonl` of each set of pages in ../shared/data/dev
#     verdict.SET   `gleaner classify` of the same pages
#     newsroom.*    the pages of the test newsroom at a fixed clock, their articles and their verdicts
#     stories.SET   `workshop eval aggregate --json`, by the program beside PROGRAM
#     demo.*        what a run of `gleaner demo` stores, except what depends on the clock
#
# FREEZE_EVERY=N takes every Nth page of a set, for quick checks with a slow build; FREEZE_ONLY=PREFIX takes the outputs of one kind.
# Needs the evaluation data in ../shared or in $SHARED; without it, only the newsroom and the demo are hashed, and a message says so.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() { sed -n '4,5p' "$0" >&2; exit 2; }
[ $# -ge 2 ] || usage
mode=$1 file=$2
folders= source bench/data.sh
every=${FREEZE_EVERY:-1}
only=${FREEZE_ONLY:-}
case $mode in write | check) ;; *) usage ;; esac
if [ $# -ge 3 ]; then
    GLEANER=$3
fi
source bench/program.sh
program=$GLEANER

scratch=$(mktemp -d)
demo=
cleanup() {
    if [ -n "$demo" ]; then kill -INT "$demo" 2>/dev/null || true; wait "$demo" 2>/dev/null || true; fi
    rm -rf "$scratch"
}
trap cleanup EXIT
result=$scratch/result
: >"$result"

wanted() { case $1 in "$only"*) return 0 ;; *) return 1 ;; esac; }
# freeze NAME COMMAND…: hashes the output of the command.
freeze() {
    local name=$1
    shift
    wanted "$name" || return 0
    local hash
    hash=$("$@" 2>>"$scratch/log" | sha256sum | cut -d' ' -f1) || { tail -n 5 "$scratch/log" >&2; exit 1; }
    printf '%s=%s\n' "$name" "$hash" | tee -a "$result" >&2
}

if [ -d "$SHARED/data/dev" ]; then
    for set in "$SHARED"/data/dev/*.jsonl.gz; do
        name=$(basename "$set" .jsonl.gz)
        wanted "text.$name" || wanted "verdict.$name" || continue
        gzip -dc "$set" | awk -v every="$every" 'NR % every == 0' >"$scratch/pages.jsonl"
        freeze "text.$name" "$program" text --format jsonl "$scratch/pages.jsonl"
        freeze "verdict.$name" "$program" classify "$scratch/pages.jsonl"
    done
    for set in "$SHARED"/data/stories/*.jsonl.gz; do
        # a set without groups cannot be scored
        first=$(gzip -dc "$set" 2>/dev/null | head -n 1 || true)
        grep -qE '"(cluster|dup_group|group)"' <<<"$first" || continue
        freeze "stories.$(basename "$set" .jsonl.gz)" "$WORKSHOP" eval aggregate --json --gold "$set"
    done
else
    echo "skipped: no evaluation data in $SHARED/data" >&2
fi

if wanted newsroom.pages || wanted newsroom.text || wanted newsroom.verdict; then
    cargo run --quiet --locked --package testsite --example labelled >"$scratch/newsroom.jsonl"
    freeze newsroom.pages cat "$scratch/newsroom.jsonl"
    freeze newsroom.text "$program" text --format jsonl "$scratch/newsroom.jsonl"
    freeze newsroom.verdict "$program" classify "$scratch/newsroom.jsonl"
fi

if wanted demo.articles; then
    mkdir "$scratch/data"
    GLEANER_DATA_DIR=$scratch/data "$program" demo --keep --port 47471 >"$scratch/tour" 2>>"$scratch/log" &
    demo=$!
    until grep -q 'newsroom runs at' "$scratch/tour"; do
        kill -0 "$demo" 2>/dev/null || { tail -n 5 "$scratch/log" >&2; exit 1; }
        sleep 1
    done
    GLEANER_DATA_DIR=$scratch/data/demo "$program" export --format jsonl >"$scratch/export.jsonl" 2>>"$scratch/log"
    freeze demo.articles python3 bench/freeze.py "$scratch/export.jsonl"
fi

sort -o "$result" "$result"
if [ "$mode" = write ]; then
    cp "$result" "$file"
else
    grep "^$only" "$file" | sort | diff - "$result" && echo "equal: $(wc -l <"$result") outputs"
fi
