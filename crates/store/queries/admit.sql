-- Adds URLs that are not known yet to `seen` and to the queue, and to the queue known pages that are missing, have changed, or are shown
-- where news stands. One row per URL and channel that names it, of which one per URL `is_first`. Gives the hosts that have new work, and the places of the rows
-- whose URL is known by another channel. No join here is between two lists: a plan made for short ones must do for a sitemap of 50,000 rows.
with found as (
    select * from unnest($1::bigint[], $2::uuid[], $3::boolean[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::smallint[], $9::bigint[], $10::timestamptz[])
        with ordinality as found (host_id, url_hash, is_first, url, kind, via, priority, depth, named_by, changed, place)
), known as materialized (
    select found.*, s.url_id, s.via as first_via, s.priority as first_priority, s.kind as first_kind, s.first_seen
    from found left join lateral ( -- `offset 0`: a look by key, never a join
        select s.url_id, s.via, s.priority, s.kind, s.first_seen from seen s
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
), announced as materialized ( -- pages that are named where news stands, and pages with the time of a change
    select k.host_id, case when v.failures > 0 then 32767 else revisit_priority(k.first_priority) end as priority, k.url_id, v.next_due > now() as is_later, v.tid,
        v.outcome in ('not_found', 'refused', 'redirected') and k.via in ('front_page', 'feed', 'news_sitemap')
            and v.visited_at < now() - least(interval '20 hours' * 2 ^ least(v.calls, 10), interval '30 days') as is_missed,
        -- an article, not the variant of one
        v.outcome in ('fetched', 'not_modified') and k.via in ('front_page', 'feed', 'news_sitemap')
            and v.visited_at < now() - greatest(interval '20 hours', (v.visited_at - k.first_seen) / 16)
            and exists (select from articles a where a.host_id = k.host_id and a.url_id = k.url_id and a.is_latest
                and is_own_url(a.url, a.url_canonical) offset 0) as is_shown,
        v.outcome in ('fetched', 'not_modified', 'not_found', 'refused', 'redirected') and v.calls < 3
            and k.changed > v.visited_at and v.visited_at < now() - interval '6 hours' as has_changed,
        -- the channel dates most of its pages anew
        count(*) filter (where k.changed > v.visited_at) over channel > greatest(10, count(*) over channel / 2) as is_idle
    from known k cross join lateral (
        select v.ctid as tid, v.visited_at, v.outcome, v.next_due, v.calls, v.failures from visits v where v.host_id = k.host_id and v.url_id = k.url_id offset 0
    ) v
    where k.kind = 'page' and k.first_kind = 'page' and (k.changed is not null or k.via in ('front_page', 'feed', 'news_sitemap'))
    window channel as (partition by k.named_by)
), called as (
    select host_id, priority, url_id from announced where is_later and (is_missed or is_shown or has_changed and not is_idle)
), regular as ( -- without a time, since this statement queues the URL: its visit then does not count as one before its time
    update visits set next_due = null where ctid = any(array(select tid from announced where is_later and is_shown))
), queued as (
    insert into queue (host_id, priority, url_id)
    select * from (select * from added union select * from imported union select * from called) work
    order by 1, 2, 3
    on conflict do nothing
    returning host_id
)
select array(select distinct host_id from queued) as "woken!",
    array(select place from known where first_via <> via) as "others!"
