#!/usr/bin/env bash
# Runs the test suites of other parsers of feeds, dates and sitemaps, which are data in `$SHARED/data/suites`, and prints name=value lines: cases,
# those that do not apply to a crawler of news (the code says which), and those that are read right. Comments name what is wrong.
#
#     bench/suites.sh                # HALF=test runs another half of the cases
#
# Needs python3 and a build of the tests of `crawl`; $GLEANER names the program for the suites of pages.
set -euo pipefail
cd "$(dirname "$0")/.."

folders=suites source bench/data.sh
source bench/program.sh
cargo test --quiet --locked --package crawl --lib tests::suites -- --exact --ignored --nocapture | grep -E '^#|='
exec python3 bench/suites
