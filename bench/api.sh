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
source bench/tour.sh

cd "$data" # schemathesis keeps what it learns where it is run
curl --fail --silent --show-error "$address/api/v1/openapi.json" --output openapi.json
"$tools/bin/openapi-spec-validator" openapi.json
"$tools/bin/schemathesis" run "$address/api/v1/openapi.json" --max-examples "${1:-100}" \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance
