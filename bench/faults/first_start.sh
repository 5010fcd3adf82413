#!/usr/bin/env bash
# Kills the first start of an embedded database at a random moment with SIGKILL, leaving its child processes alive, and starts
# again at once. Prints name=value lines; fails if a second start does.
# `GLEANER=path TRIES=30 bench/faults/first_start.sh`
set -euo pipefail
cd "$(dirname "$0")/../.."
source bench/program.sh
program=$GLEANER
tries=${TRIES:-30}
scratch=$(mktemp -d)
chmod 755 "$scratch"
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" # which has no settings
unset DATABASE_URL
failed=0
for try in $(seq "$tries"); do
    export GLEANER_DATA_DIR=$scratch/$try
    "$program" migrate >/dev/null 2>&1 &
    first=$!
    sleep "$((RANDOM % 2)).$((RANDOM % 10))"
    kill -9 "$first" 2>/dev/null || true
    wait "$first" 2>/dev/null || true
    if ! "$program" migrate >"$scratch/log" 2>&1; then
        failed=$((failed + 1))
        tail -n 1 "$scratch/log" >&2
        sleep 5
    fi
    rm -rf "$GLEANER_DATA_DIR"
done
printf 'first_start_tries=%s\nfirst_start_failed=%s\n' "$tries" "$failed"
[ "$failed" = 0 ]
