#!/usr/bin/env bash
# Writes docs/QUALITY.md from the pages that the other scripts of this folder write: every table and value that is named in the template.
# Numbers that no script writes, such as those from reading pages, are typed in the template.
#
#     bench/quality.sh            after any of aggregate.sh, extract.sh, metadata.sh, page.sh
#     bench/quality.sh --check    exits 1 if docs/QUALITY.md is not up to date
#
# The words are in bench/quality/page.md: `@table FILE HEADING` takes a table over, `{extract.quality_aeb:.3f}` a value.
set -euo pipefail
cd "$(dirname "$0")/.."
PYTHONDONTWRITEBYTECODE=1 exec python3 bench/quality "$@"
