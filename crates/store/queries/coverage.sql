-- One row per site and channel: how many of the articles first come across since $1 it named, alone or first, and
-- when. The first channel stands in `seen`, the others in `discoveries`.
with recent as (
    select distinct on (a.host_id, a.url_id) h.site_id, a.host_id, a.url_id, s.via, s.first_seen,
        case when a.date_published_precision in ('second', 'minute') and a.date_published_source <> 'crawl'
            then a.date_published end as published
    from articles a
    join hosts h on h.host_id = a.host_id
    join seen s on s.host_id = a.host_id and s.url_id = a.url_id
    where a.is_latest and s.first_seen >= $1 and s.via <> 'import'
        and a.fetched_at >= $1 -- nothing is fetched before it is come across; without, all articles there are would be read
        and (cardinality($2::text[]) = 0 or h.site_id = any($2))
    order by a.host_id, a.url_id, a.fetched_at desc
), named as (
    select site_id, host_id, url_id, published, first_seen, via, first_seen as named_at, true as is_first from recent
    union all
    select r.site_id, r.host_id, r.url_id, r.published, r.first_seen, e.via, e.seen_at, false
    from recent r join discoveries e on e.host_id = r.host_id and e.url_id = r.url_id and e.via <> r.via
), counted as (
    select *, count(*) over (partition by host_id, url_id) as channels from named
)
select site_id as "site_id!", via as "via!: Via",
    count(*) as "named!",
    count(*) filter (where channels = 1) as "only!",
    count(*) filter (where is_first) as "first!",
    percentile_cont(0.5) within group (order by extract(epoch from named_at - published)::float8)
        filter (where published <= named_at) as "lag?",
    percentile_cont(0.5) within group (order by extract(epoch from named_at - first_seen)::float8)
        filter (where not is_first) as "behind?"
from counted
group by site_id, via
order by site_id, count(*) desc, via
