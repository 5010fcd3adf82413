-- Adds URLs that are not known yet to `seen` and to the queue. One row per URL and channel that names it, of which
-- one per URL `is_first`. Gives the hosts that have new work, and the places of the rows whose URL is known by another
-- channel. No join here is between two lists: a plan made for short ones must do for a sitemap of 50,000 rows.
with found as (
    select * from unnest($1::bigint[], $2::uuid[], $3::boolean[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::smallint[], $9::bigint[])
        with ordinality as found (host_id, url_hash, is_first, url, kind, via, priority, depth, named_by, place)
), known as materialized (
    select found.*, s.url_id, s.via as first_via, s.priority as first_priority
    from found left join lateral ( -- `offset 0`: a look by key, never a join
        select s.url_id, s.via, s.priority from seen s
        where s.host_id = found.host_id and s.url_hash = found.url_hash offset 0
    ) s on true
), added as (
    insert into seen (host_id, url_hash, url, kind, via, priority, depth, named_by)
    select host_id, url_hash, url, kind, via, priority, depth, named_by from known
    where url_id is null and is_first
    order by host_id, url_hash
    on conflict do nothing
    returning host_id, priority, url_id
), imported as ( -- known from an archive only, and now from the site itself
    select host_id, first_priority, url_id from known
    where first_via = 'import' and via <> 'import'
        and not exists (select from visits v where v.host_id = known.host_id and v.url_id = known.url_id)
), queued as (
    insert into queue (host_id, priority, url_id)
    select * from (select * from added union select * from imported) work
    order by 1, 2, 3
    on conflict do nothing
    returning host_id
)
select array(select distinct host_id from queued) as "woken!",
    array(select place from known where first_via <> via) as "others!"
