# Sourced after program.sh. Provides a folder $data with the data of the tour in $data/demo, a reader of it at $address, and the functions
# `serve` and `line`. The reader and the folder are removed when the script exits.
data=$(mktemp -d)
started=()
finish() {
    for process in "${started[@]}"; do kill -INT "$process" 2>/dev/null || true; done
    wait
    rm -rf "$data"
}
trap finish EXIT

# Waits for the first match in a file and prints it.
line() {
    for _ in $(seq 600); do
        if grep -m1 -oE "$2" "$1" 2>/dev/null; then return; fi
        sleep 0.2
    done
    echo "no $2 in $1:" >&2
    cat "$1" "${1%.out}.err" >&2
    return 1
}

# Starts a reader of $data/NAME, with the labelling pages and, if it is given, a sample of pairs, and sets $address.
serve() {
    GLEANER_DATA_DIR=$data/$1 "$WORKSHOP" label ${2:+"$2"} --who walker --listen 127.0.0.1:0 >"$data/$1-serve.out" 2>"$data/$1-serve.err" &
    started+=($!)
    address=$(line "$data/$1-serve.out" 'http://[0-9.:]+')
}

cd "$data" # outside the checkout with its settings
GLEANER_DATA_DIR=$data "$GLEANER" demo --keep >demo.out 2>demo.err &
started+=($!)
line "$data/demo.out" 'newsroom runs at .*' >/dev/null
serve demo stories
cd "$OLDPWD"
