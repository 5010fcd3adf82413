#!/usr/bin/env bash
# Tests the reader's API against its own description: validates the OpenAPI document, and has schemathesis call every operation
# with valid and invalid parameters, on the data of the tour.
#
#     bench/api.sh [EXAMPLES]     maximum number of calls per operation and kind of parameters; default: 100
#
# A fault is a 5xx response, or a status, media type or body that the document does not describe. Takes the program from $GLEANER,
# or builds it. Exits with 1 if there is any fault. Takes several minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
source bench/program.sh
source bench/venv.sh
tools=$PWD/bench/scratch/api
venv "$tools" schemathesis==4.32.5 openapi-spec-validator==0.9.0
source bench/tour.sh

cd "$data" # schemathesis stores its examples in the working directory
curl --fail --silent --show-error "$address/api/v1/openapi.json" --output openapi.json
"$tools/bin/openapi-spec-validator" openapi.json
"$tools/bin/schemathesis" run "$address/api/v1/openapi.json" --max-examples "${1:-100}" \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance
