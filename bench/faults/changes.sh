#!/usr/bin/env bash
# Eight writers change, withdraw and regroup articles and are killed at random, as are the exports that follow them with
# `gleaner export --continue`. Fails unless every version that the export has equals that in the database.
# Prints name=value lines. `GLEANER_STORM_CHANGES=20000 bench/faults/changes.sh` for a smaller storm, `GLEANER_STORM_SEED=8` for another.
set -euo pipefail
cd "$(dirname "$0")/../.."
export GLEANER_STORM_CHANGES="${GLEANER_STORM_CHANGES:-200000}" GLEANER_STORM_WRITERS="${GLEANER_STORM_WRITERS:-8}"
cargo test --locked --package gleaner --test it storm::changes::after_any_kill -- --ignored --nocapture
