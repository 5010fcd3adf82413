#!/usr/bin/env bash
# Six weeks of nights in less than half an hour: 60 sites that publish, correct, move and withdraw articles each day, `gleaner nightly` on each day, and
# an export of what is new. Writes bench/soak.md with plots; fails where memory, queue, processor time or a table grows that should not, or a site starves.
#
#     bench/soak.sh [NIGHTS]       42 without a number, which is the least that is judged in full
#
# The clock of the program and of PostgreSQL is moved by libfaketime (Debian: apt-get install faketime), a day from night to night. The sites
# are `newsrooms` of crates/testsite. Needs python3; matplotlib comes from PyPI. $GLEANER names another gleaner.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/program.sh
source bench/venv.sh
venv bench/scratch/soak-venv matplotlib==3.11.2
cargo build --quiet --release --locked --package testsite --bin newsrooms
export NEWSROOMS=${CARGO_TARGET_DIR:-target}/release/newsrooms
PYTHONDONTWRITEBYTECODE=1 bench/scratch/soak-venv/bin/python -u bench/soak "${1:-42}"
