#!/usr/bin/env bash
# Compares every quality score with its target, on sites that the models have not seen, and writes bench/unseen.md.
#
#     bench/unseen.sh            runs the scripts that measure (half an hour), then reads their pages
#     bench/unseen.sh --read     only reads them
#
# Texts of fundus and of other page types come from models that have not seen the site. So do verdicts, including those with the claims or
# the URL of a page concealed. aeb, trafilatura_eval and the sets of dates and stories are never used for training. The peers are those
# of the same run. Needs python3, and the evaluation data in ../shared or in $SHARED.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/data.sh
if [ "${1:-}" != --read ]; then
    for script in "extract.sh lso" extract.sh metadata.sh page.sh aggregate.sh names.sh mentions.sh; do
        echo "bench/$script" >&2
        # shellcheck disable=SC2086 # a script and its argument
        bench/$script >/dev/null
    done
fi
PYTHONDONTWRITEBYTECODE=1 exec python3 bench/unseen
