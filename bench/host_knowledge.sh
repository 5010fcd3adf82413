#!/usr/bin/env bash
# Measures the value of host knowledge: extracts articles alone, and with knowledge of the other pages of their host, on the newsroom
# and on the hosts of the evaluation data with at least ten articles. Also measures the rejected container paths
# (docs/decisions/0024-host-knowledge.md).
#
#   bench/host_knowledge.sh [EXTRACTOR...]      # PROFILE=dev builds faster, runs slower
#
# Uses the evaluation data in ../shared or in $SHARED. Writes every removed block to bench/scratch/host_knowledge.*.txt for review, and prints the sums.
set -euo pipefail
cd "$(dirname "$0")/.."
folders= source bench/data.sh
data=$SHARED/data/dev
profile=${PROFILE:-release}
out=bench/scratch
mkdir -p "$out"
cargo build --quiet --profile "$profile" --package testsite --example gold
cargo build --quiet --profile "$profile" --package gleaner-extract --example host_knowledge --example host_containers
bin=${CARGO_TARGET_DIR:-target}/$([ "$profile" = dev ] && echo debug || echo "$profile")/examples

"$bin/gold" 100 >"$out/newsroom.jsonl"
sets="newsroom"
if [ -d "$data" ]; then
    zcat "$data"/{senior_research,fundus,aeb,newspaper4k}.jsonl.gz >"$out/hosts.jsonl"
    sets="newsroom hosts"
else
    echo "there is no $data: real hosts are skipped"
fi
[ $# -gt 0 ] || set -- gleaner boilerpipe-article
for extractor in "$@"; do
    for set in $sets; do
        printf '\n%s, %s\n' "$extractor" "$set"
        "$bin/host_knowledge" "$extractor" --show <"$out/$set.jsonl" >"$out/host_knowledge.$extractor.$set.txt"
        grep -v '^  ' "$out/host_knowledge.$extractor.$set.txt"
        printf '%s different texts taken out\n' "$(grep -c '^  ' "$out/host_knowledge.$extractor.$set.txt" || true)"
        "$bin/host_containers" "$extractor" <"$out/$set.jsonl" | sed 's/^/containers: /'
    done
done
