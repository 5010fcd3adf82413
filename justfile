# Recipes for development. `just` lists them.

_default:
    @just --list

# The five-minute tour
demo:
    cargo run --release -- demo

# The tests, as in README
test *ARGS:
    cargo test --workspace {{ARGS}}

# The Python package: wheel, types, tests
python *ARGS:
    python/check.sh {{ARGS}}

# The tests that are slow by nature: the large storm, the large cut-off network, large hostile pages
slow *ARGS:
    cargo test --workspace {{ARGS}} -- --ignored

# Format, clippy and rustdoc, warnings denied
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# Extraction quality against the baseline (needs ../shared/data)
gate:
    cargo test --release --package gleaner-methods --test it gate:: -- --nocapture

# Which crates may depend on which
arrows:
    .ci/arrows

# Checked queries: updates crates/store/.sqlx after a change of SQL or migrations
prepare:
    .ci/prepare

# Everything CI does
ci:
    .ci/run
