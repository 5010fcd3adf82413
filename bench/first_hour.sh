#!/usr/bin/env bash
# Replays the first hour with your own sites: ten sites on loopback, two that work and eight that do not, and each command of README and
# OPERATIONS with its output. Prints name=value lines at the end, and fails if one of them is wrong.
#
#     bench/first_hour.sh          three minutes
#
# Needs python3. $GLEANER names another gleaner.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/program.sh
unset DATABASE_URL
PYTHONDONTWRITEBYTECODE=1 python3 -u bench/first_hour
