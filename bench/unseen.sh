#!/usr/bin/env bash
# Every number of quality, beside what is wanted of it, on sites that the models have not seen: writes bench/unseen.md.
#
#     bench/unseen.sh            runs the scripts that measure (half an hour), then reads their pages
#     bench/unseen.sh --read     only reads them
#
# Texts of fundus and of other page types are those of models that never saw the site; verdicts likewise, also with what a page claims of
# itself and with its address concealed; aeb, trafilatura_eval and the sets of dates and stories are never trained on. The
# pages of the scripts have the peers of the same run. Needs python3, and the evaluation data in ../shared or in $SHARED.
set -euo pipefail
cd "$(dirname "$0")/.."

shared=${SHARED:-$(cd .. && pwd)/shared}
if [ ! -d "$shared/data/dev" ]; then
    echo "skipped: no evaluation data in $shared/data" >&2
    exit 0
fi
if [ "${1:-}" != --read ]; then
    for script in "extract.sh lso" extract.sh metadata.sh page.sh aggregate.sh names.sh mentions.sh; do
        echo "bench/$script" >&2
        # shellcheck disable=SC2086 # a script and its argument
        bench/$script >/dev/null
    done
fi
PYTHONDONTWRITEBYTECODE=1 exec python3 bench/unseen
