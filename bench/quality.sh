#!/usr/bin/env bash
# Writes docs/QUALITY.md from its template and the scores on unseen pages, bench/unseen.md.
#
#     bench/quality.sh            after unseen.sh, or a new version of a stage
#     bench/quality.sh --check    exits 1 if docs/QUALITY.md is not up to date
#
# The words are in bench/quality/page.md: `@table FILE HEADING` takes a table over, `{version.extract}` the version of a stage.
set -euo pipefail
cd "$(dirname "$0")/.."
PYTHONDONTWRITEBYTECODE=1 exec python3 bench/quality "$@"
