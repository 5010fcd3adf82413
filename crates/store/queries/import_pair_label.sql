-- One label of a pair from elsewhere, if both articles are here: of the versions it names, else of the latest.
-- A label of the same person is replaced only by a later one.
with versions as (
    select
        (select version from articles where article_id = $2 order by version = $4 desc, is_latest desc limit 1) as a_version,
        (select version from articles where article_id = $3 order by version = $5 desc, is_latest desc limit 1) as b_version
), old as (
    select same from pair_labels where kind = $1 and a = $2 and b = $3 and who = $6
), new as (
    insert into pair_labels as l (kind, a, b, who, a_version, b_version, same, labelled_at)
    select $1, $2, $3, $6, a_version, b_version, $7, coalesce($8::timestamptz, now()) from versions
    where a_version is not null and b_version is not null
    on conflict (kind, a, b, who) do update set
        a_version = excluded.a_version, b_version = excluded.b_version, same = excluded.same,
        labelled_at = excluded.labelled_at
        where $8::timestamptz > l.labelled_at
    returning 1
)
select
    (select a_version is not null and b_version is not null from versions) as "found!",
    exists (select from old) as "known!",
    exists (select from new) as "written!",
    coalesce((select same is not distinct from $7 from old), false) as "same!"
