#!/usr/bin/env bash
# Runs the fault tests that take minutes or many pages; docs/reliability.md lists what each must show, and the tests of other faults.
# Prints name=value lines, and fails if one of them is wrong.
#
#     bench/faults.sh [NAME…]      first_start, aggregation, upgrade, major_upgrade, changes, hostile_pages, hostile_archive, outside, rendering, each_stage; without a name all of them
#
# $GLEANER names another gleaner. Queries and exports of a large database are in bench/scale.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/program.sh
if [ $# = 0 ]; then
    set -- first_start aggregation upgrade major_upgrade changes hostile_pages hostile_archive outside rendering each_stage
fi
status=0
for name in "$@"; do
    "bench/faults/$name.sh" || status=1
done
exit "$status"
