#!/usr/bin/env bash
# Runs six weeks of nights in less than half an hour: 60 sites that publish, correct, move and withdraw articles each day, `gleaner nightly` on each day,
# and an export of what is new. Writes bench/soak.md with plots; fails if memory, queue, CPU time or a bounded table grows, or if a site is not visited.
#
#     bench/soak.sh [NIGHTS]       default: 42, the minimum for all requirements
#
# libfaketime (Debian: apt-get install faketime) advances the clock of the program and of PostgreSQL by a day from night to night. The sites
# are `newsrooms` of crates/testsite. Needs python3; matplotlib comes from PyPI. $GLEANER names another gleaner.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/program.sh
source bench/venv.sh
venv bench/scratch/soak-venv matplotlib==3.11.2
cargo build --quiet --release --locked --package testsite --bin newsrooms
export NEWSROOMS=${CARGO_TARGET_DIR:-target}/release/newsrooms
PYTHONDONTWRITEBYTECODE=1 bench/scratch/soak-venv/bin/python -u bench/soak "${1:-42}"
