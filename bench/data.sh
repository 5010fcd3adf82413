# Sourced from the root of the checkout: exports SHARED, the folder with the evaluation data. If it does not exist, the script says so and exits.
SHARED=${SHARED:-$(cd .. && pwd)/shared}
export SHARED
if [ ! -d "$SHARED/data/dev" ]; then
    echo "skipped: no evaluation data in $SHARED/data" >&2
    exit 0
fi
