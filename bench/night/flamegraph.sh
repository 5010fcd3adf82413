#!/usr/bin/env bash
# Draws a flame graph of a whole night, program and PostgreSQL: bench/night/night.svg. Needs `perf` (Debian: linux-perf), `inferno`
# (cargo install inferno) and permission to record (root, or kernel.perf_event_paranoid = -1).
#
#     bench/night/flamegraph.sh [PAGES]     default: 2,000
set -euo pipefail
cd "$(dirname "$0")/../.."
for tool in perf inferno-collapse-perf inferno-flamegraph; do
    if ! command -v "$tool" >/dev/null 2>&1; then
        echo "skipped: there is no $tool" >&2
        exit 0
    fi
done
source bench/program.sh
recorded=$(mktemp)
drawn=$(mktemp --suffix .svg)
trap 'rm -f "$recorded" "$drawn"' EXIT
# cpu-clock, since virtual machines often do not count cycles
perf record --quiet --event cpu-clock --freq 99 --call-graph dwarf,16384 --output "$recorded" -- bench/night.sh "${1:-2000}" alone
perf script --input "$recorded" --no-inline 2>/dev/null | inferno-collapse-perf --all 2>/dev/null \
    | grep -E '^(gleaner|tokio|postgres|extract|rayon|blocking|pool)' \
    | inferno-flamegraph --countname ns --minwidth 0.3 --title "A night of ${1:-2000} pages: crawl, extract, aggregate, export" --subtitle "samples of the processor, 99 a second; widths are shares of time" \
    > "$drawn"
chmod 644 "$drawn"
mv "$drawn" bench/night/night.svg
ls -l bench/night/night.svg
