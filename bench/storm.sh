#!/usr/bin/env bash
# Runs the full storm: 30 rounds of SIGKILL to random workers and to the database server during a crawl of 20,000 pages
# on 50 hosts, and 10 more in a second night, in which every third page has changed. The result is checked against the site's
# own log and the rows of the database. Prints name=value lines; fails if a page is missing or stored twice, a request is
# repeated without a kill that explains it, a lease outlives its time, or a delay between two requests to a host is too short.
# `GLEANER_STORM_SEED=7 bench/storm.sh` runs another storm.
set -euo pipefail
cd "$(dirname "$0")/.."
export GLEANER_STORM_HOSTS="${GLEANER_STORM_HOSTS:-50}" GLEANER_STORM_PAGES="${GLEANER_STORM_PAGES:-400}"
export GLEANER_STORM_ROUNDS="${GLEANER_STORM_ROUNDS:-30}" GLEANER_STORM_WORKERS="${GLEANER_STORM_WORKERS:-4}"
cargo test --release --locked --package gleaner --test it storm:: -- --ignored --nocapture
