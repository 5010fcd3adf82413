#!/usr/bin/env bash
# The first hour with a site of one's own: ten sites on loopback, two that work and eight that do not, each command of README and
# OPERATIONS with what it prints. Ends with name=value lines, and fails where one of them is not as it must be.
#
#     bench/first_hour.sh          three minutes
#
# Needs python3. $GLEANER names another gleaner.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/program.sh
unset DATABASE_URL
PYTHONDONTWRITEBYTECODE=1 python3 -u bench/first_hour
