#!/usr/bin/env bash
# The storm in full: 30 rounds of SIGKILL to random workers and to the database server during a crawl of 20,000 pages
# on 50 hosts, and 10 more in a second night, in which every third page has changed. The judge is the site's own log and
# the rows of the database. Prints name=value lines; fails where a page is missing or there twice, a request is repeated
# without a death to explain it, a lease outlives its time, or a pause between two requests to a host is too short.
# `GLEANER_STORM_SEED=7 bench/storm.sh` for another storm.
set -euo pipefail
cd "$(dirname "$0")/.."
export GLEANER_STORM_HOSTS="${GLEANER_STORM_HOSTS:-50}" GLEANER_STORM_PAGES="${GLEANER_STORM_PAGES:-400}"
export GLEANER_STORM_ROUNDS="${GLEANER_STORM_ROUNDS:-30}" GLEANER_STORM_WORKERS="${GLEANER_STORM_WORKERS:-4}"
cargo test --release --locked --package gleaner --test it storm:: -- --ignored --nocapture
