#!/usr/bin/env bash
# Migrates a database with the schema of before 0.1.0, with an archive of 100,000 articles, to the schema of this program, and compares the contents. Then
# marks the database as migrated by a newer version, which the program must refuse. Prints name=value lines; fails if anything differs.
# `GLEANER=path bench/faults/upgrade.sh [ARTICLES]`
set -euo pipefail
cd "$(dirname "$0")/../.."

articles=${1:-100000}
source bench/program.sh
program=$GLEANER
scratch=$(mktemp -d)
chmod 755 "$scratch"
trap 'rm -rf "$scratch"' EXIT
export GLEANER_DATA_DIR=$scratch/data
unset DATABASE_URL

psql() {
    "$program" --no-migrate database -- psql --no-psqlrc --quiet --no-align --tuples-only --set ON_ERROR_STOP=1 "$@" 2>>"$scratch/log"
}
psql --file crates/store/tests/schema_before_0_1_0.sql >/dev/null
psql --set "articles=$articles" --file bench/scale/fill.sql >/dev/null

contents() {
    psql --command "select count(*), md5(string_agg(md5(text), '' order by article_id, version)) from articles" \
        --command 'select count(*) from news.articles where is_latest' --command 'select count(*), sum(articles) from stories' \
        --command 'select count(*) from pages' --command 'select max(cursor) from publications' \
        --command "select count(*) from article_search where words @@ 'w100'::tsquery"
}
bytes() { psql --command 'select pg_database_size(current_database())'; }
contents >"$scratch/before"
size=$(bytes)
begun=$(date +%s.%N)
"$program" migrate >/dev/null 2>>"$scratch/log"
seconds=$(python3 -c "import time; print(f'{time.time() - $begun:.1f}')")
contents >"$scratch/after"
same=no
if cmp -s "$scratch/before" "$scratch/after"; then same=yes; fi
versions=$(psql --command 'select count(*) from articles')
exported=$("$program" export --format jsonl 2>>"$scratch/log" | wc -l)
found=$("$program" search w100 2>>"$scratch/log" | wc -l)

psql --command "insert into _sqlx_migrations values (9999, 'of the future', now(), true, '\\x00', 0)"
refused=0
for command in status crawl extract aggregate "export --format jsonl" migrate; do
    code=0
    # shellcheck disable=SC2086 # a command and its arguments
    GLEANER__CRAWL__CONTACT=https://example.org/ "$program" $command >/dev/null 2>"$scratch/stderr" || code=$?
    if [ "$code" = 1 ] && grep -q 'newer version of gleaner' "$scratch/stderr"; then refused=$((refused + 1)); fi
done
contents >"$scratch/newer"
printf 'upgrade_articles=%s\nupgrade_seconds=%s\nupgrade_mb_before=%s\nupgrade_mb_after=%s\nupgrade_same=%s\n' \
    "$articles" "$seconds" "$((size / 1000000))" "$(($(bytes) / 1000000))" "$same"
printf 'upgrade_versions=%s\nupgrade_exported=%s\nupgrade_lines_found=%s\nupgrade_commands_refused_by_a_newer_database=%s\n' \
    "$versions" "$exported" "$found" "$refused"
[ "$same" = yes ] && [ "$exported" = "$versions" ] && [ "$found" -gt 0 ] && [ "$refused" = 6 ] && cmp -s "$scratch/before" "$scratch/newer"
