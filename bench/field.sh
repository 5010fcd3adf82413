#!/usr/bin/env bash
# Crawls small sites on loopback, each of which re-creates a public bug report, and prints for each folder of `$SHARED/field/crawl` how many
# sites came out as the first lines of its site.py expect: `07-raw-ampersand=9/9`. Names the others in comments.
#
#     bench/field.sh [FOLDER…]       # without a name all of them: half an hour, most of it for those of several nights
#
# Needs python3, the programs of `$SHARED/field`, and for the folders of several days the package libfaketime. $GLEANER names another gleaner.
set -euo pipefail
cd "$(dirname "$0")/.."

folders= source bench/data.sh
source bench/program.sh
if [ ! -d "$SHARED/field/crawl" ]; then
    echo "skipped: there is no $SHARED/field/crawl" >&2
    exit 0
fi
exec python3 -u bench/field "$@"
