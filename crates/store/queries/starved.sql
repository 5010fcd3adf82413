-- The sites whose pages wait while only front pages, feeds and sitemaps were answered, since the first of the last two days on which
-- anything was visited, and what refused last there.
with since as (
    select min(day)::timestamp at time zone 'UTC' as at, min(day) as day
    from (
        select distinct day from visit_days
        where outcome <> 'imported' and day > (now() at time zone 'UTC')::date - 28 order by day desc limit 2
    ) last
    having count(*) = 2
)
select distinct on (h.site_id) h.site_id as "site_id!", since.day as "since!", waiting.urls as "waiting!",
    refused.url as "url?", refused.outcome as "outcome?: Outcome", refused.http_status as "http_status?", refused.detail as "detail?"
from since
cross join hosts h
join sites s on s.site_id = h.site_id and s.seeded and s.state = 'active'
cross join lateral (
    select count(*) as urls from (
        select from queue q cross join lateral (
            select n.first_seen from seen n where n.host_id = q.host_id and n.url_id = q.url_id offset 0
        ) n
        where q.host_id = h.host_id and q.priority between $1 and $2 and n.first_seen < since.at limit 10000
    ) old
) waiting
left join lateral ( -- front pages, feeds and sitemaps that were refused, and pages if none was
    select n.url, v.outcome, v.http_status, f.detail
    from visits v
    join seen n on n.host_id = v.host_id and n.url_id = v.url_id
    left join fetches f on f.host_id = v.host_id and f.url_id = v.url_id and f.fetched_at = v.visited_at
    where v.host_id = h.host_id and v.visited_at >= since.at and v.failures > 0 and n.via <> 'well_known'
    order by n.kind = 'page', v.visited_at desc limit 1
) refused on true
where waiting.urls > 0
    and exists (select from visit_days d where d.host_id = h.host_id and d.day >= since.day and d.outcome <> 'imported')
    and not exists (
        select from visits v join seen n on n.host_id = v.host_id and n.url_id = v.url_id and n.kind = 'page'
        where v.host_id = h.host_id and v.visited_at >= since.at
            and v.outcome in ('fetched', 'not_modified', 'redirected', 'not_found'))
order by h.site_id, waiting.urls desc
