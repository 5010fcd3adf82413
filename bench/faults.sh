#!/usr/bin/env bash
# The faults whose tests take minutes or many pages; docs/reliability.md says what each must show, and which tests show the others.
# Prints name=value lines, and fails where one of them is not as it must be.
#
#     bench/faults.sh [NAME…]      first_start, aggregation, upgrade, major_upgrade, changes, hostile_pages, rendering, each_stage; all without a name
#
# $GLEANER names another gleaner. Queries and exports of a large database are in bench/scale.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/program.sh
if [ $# = 0 ]; then
    set -- first_start aggregation upgrade major_upgrade changes hostile_pages rendering each_stage
fi
status=0
for name in "$@"; do
    "bench/faults/$name.sh" || status=1
done
exit "$status"
