# Sourced from the root of the checkout: exports GLEANER, the program to measure, and WORKSHOP beside it; builds both unless one is named.
if [ -z "${GLEANER:-}" ]; then
    cargo build --quiet --release --locked
    GLEANER=${CARGO_TARGET_DIR:-target}/release/gleaner
fi
GLEANER=$(realpath "$GLEANER")
WORKSHOP=$(dirname "$GLEANER")/workshop
export GLEANER WORKSHOP
