# Sourced from the root of the checkout: exports SHARED, the folder with the evaluation data. If a folder of it that is needed does not exist, the
# script says so and exits. `folders=names source bench/data.sh` needs another folder than `dev`; with `folders=` none is needed.
SHARED=${SHARED:-$(cd .. && pwd)/shared}
export SHARED
for folder in ${folders-dev}; do
    if [ ! -d "$SHARED/data/$folder" ]; then
        echo "skipped: no evaluation data in $SHARED/data/$folder" >&2
        exit 0
    fi
done
