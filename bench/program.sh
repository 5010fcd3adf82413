# Sourced from the root of the checkout: exports GLEANER, the program to measure; builds it unless one is named.
if [ -z "${GLEANER:-}" ]; then
    cargo build --quiet --release --locked --bin gleaner
    GLEANER=${CARGO_TARGET_DIR:-target}/release/gleaner
fi
GLEANER=$(realpath "$GLEANER")
export GLEANER
