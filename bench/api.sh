#!/usr/bin/env bash
# The interface of the reader against its own description: the OpenAPI document is validated, and schemathesis calls every operation
# that it names, with valid and with invalid parameters, on the data of the tour.
#
#     bench/api.sh [EXAMPLES]     calls for each operation and kind of parameters, at most: 100 by default
#
# A fault is an answer of 5xx, or a status, a media type or a body that the document does not describe. Takes the program from $GLEANER,
# or builds it. Ends with 1 if there is any fault. Takes some minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
source bench/program.sh
source bench/venv.sh
tools=$PWD/bench/scratch/api
venv "$tools" schemathesis==4.32.5 openapi-spec-validator==0.9.0

data=$(mktemp -d)
started=()
finish() {
    for process in "${started[@]}"; do kill -INT "$process" 2>/dev/null || true; done
    wait
    rm -rf "$data"
}
trap finish EXIT
# The first match in a file, waited for.
line() {
    for _ in $(seq 600); do
        if grep -m1 -oE "$2" "$1" 2>/dev/null; then return; fi
        sleep 0.2
    done
    echo "no $2 in $1" >&2
    return 1
}

cd "$data" # away from the settings of the checkout
GLEANER_DATA_DIR=$data "$GLEANER" demo --keep >demo.out 2>demo.err &
started+=($!)
line demo.out 'stays open at .*' >/dev/null
GLEANER_DATA_DIR=$data/demo "$GLEANER" serve --listen 127.0.0.1:0 >serve.out 2>serve.err &
started+=($!)
address=$(line serve.out 'http://[0-9.:]+')

curl --fail --silent --show-error "$address/api/v1/openapi.json" --output openapi.json
"$tools/bin/openapi-spec-validator" openapi.json
"$tools/bin/schemathesis" run "$address/api/v1/openapi.json" --max-examples "${1:-100}" \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance
