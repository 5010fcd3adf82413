-- One row per site of $1 (empty: all): what may be done with it, how its front page was last answered, and what it has
-- brought. Articles are counted only if $2, visits and pages only if $2 or if there is no article: the days of a year are many.
select s.site_id as "id!", s.name as "name!", s.home as "home!", s.domain as "domain!", s.seeded as "seeded!", s.seed_file, s.state as "state!: Lifecycle",
    h.authority as "authority?", h.next_fetch_at as "next_fetch_at?", h.cooldown_reason, h.cooldown_detail,
    coalesce(looped.outcome, v.outcome) as "outcome?: Outcome", coalesce(looped.http_status, v.http_status) as "http_status?", f.detail as "detail?",
    coalesce(looped.visited_at, v.visited_at) as "visited_at?",
    other.site_id as "other_site?",
    broken.url as "channel?", broken.outcome as "channel_outcome?: Outcome", broken.http_status as "channel_status?", broken.detail as "channel_detail?",
    due.at as "next_at?",
    r.status as "robots_status?", r.fetched_at as "robots_at?", r.unreachable_since as "robots_unreachable_since?",
    coalesce(opt_out_kinds(f.opt_out), '{}') as "opt_outs!",
    coalesce(visited.visits, 0) as "visits!", coalesce(visited.answers, 0) as "answers!", coalesce(judged.pages, 0) as "pages!",
    failed.url as "page?", failed.outcome as "page_outcome?: Outcome", failed.http_status as "page_status?",
    judged.mostly as "mostly?", skipped.reason as "skipped?", newest.at as "last_article?", counted.articles as "articles?",
    s.tags as "tags!", due.held_until as "held_until?"
from sites s
left join lateral (
    select * from hosts h where h.authority = substring(s.home from '^[a-z]+://([^/?#]+)') limit 1
) h on true
left join robots r on r.host_id = h.host_id and r.scheme = h.scheme
left join lateral (
    select * from seen n where n.host_id = h.host_id
        and n.url_hash = encode(substr(sha256(convert_to(s.home, 'UTF8')), 1, 16), 'hex')::uuid limit 1
) n on true
left join lateral (select * from visits v where v.host_id = n.host_id and v.url_id = n.url_id limit 1) v on true
left join lateral ( -- the front page redirects into a loop
    select k.* from seen c
    cross join lateral (select * from visits k where k.host_id = c.host_id and k.url_id = c.url_id offset 0) k
    where v.outcome = 'redirected' and c.host_id = n.host_id
        and c.kind <> 'page' and c.kind = 'home' -- the former is the condition of the index `seen_channels`
        and k.outcome = 'redirect_loop' and k.visited_at >= v.visited_at limit 1
) looped on true
left join lateral (
    select f.detail, f.opt_out from fetches f where f.host_id = n.host_id and f.url_id = coalesce(looped.url_id, n.url_id)
        and f.fetched_at = coalesce(looped.visited_at, v.visited_at) limit 1
) f on true
left join lateral (
    select o.site_id from hosts o join sites t using (site_id)
    where v.outcome = 'redirected' and o.authority = substring(f.detail from '://([^/?#]+)')
        and o.site_id <> s.site_id and t.seeded and t.state in ('active', 'paused') limit 1
) other on true
left join lateral (
    select min(greatest(o.next_fetch_at, o.next_request_at)) as at,
        max(o.leased_until) filter (where o.leased_until > now()) as held_until from hosts o
    where s.state = 'active' and o.site_id = s.site_id and o.next_fetch_at is not null
) due on true
left join lateral ( -- the feed or sitemap that failed last, if none that is named has worked
    select (array_agg(array[c.url, k.outcome, k.http_status::text, g.detail] order by k.visited_at desc, c.url_id))[1:1] as last
    from hosts o
    join seen c on c.host_id = o.host_id and c.kind <> 'page' and c.kind <> 'home' and c.via <> 'well_known'
    cross join lateral (select * from visits k where k.host_id = c.host_id and k.url_id = c.url_id offset 0) k
    left join fetches g on g.host_id = k.host_id and g.url_id = k.url_id and g.fetched_at = k.visited_at
    where o.site_id = s.site_id
    having bool_and(k.failures > 0)
) channels on true
left join lateral (
    select channels.last[1][1] as url, channels.last[1][2] as outcome, channels.last[1][3]::smallint as http_status, channels.last[1][4] as detail
) broken on true
left join lateral (select last_article_at(s.site_id) as at) newest on true
left join lateral ( -- what most pages that channels or links named answered, if none was fetched
    select * from (
        select k.outcome, k.http_status, k.page_id is not null as is_fetched, min(k.url) as url
        from (
            select k.outcome, k.http_status, k.page_id, c.url from hosts o join seen c using (host_id)
            cross join lateral (select * from visits k where k.host_id = c.host_id and k.url_id = c.url_id offset 0) k
            where newest.at is null and o.site_id = s.site_id and c.kind = 'page'
                and (c.via in ('feed', 'sitemap', 'news_sitemap') or k.http_status = 300 or k.outcome not in ('disallowed', 'skipped', 'redirected')) limit 1000
        ) k
        group by 1, 2, 3 order by 3 desc, count(*) desc, 1, 2 limit 1
    ) most where not is_fetched
) failed on true
left join lateral (
    select sum(d.visits - d.guesses)::bigint as visits, (sum(d.visits) filter (where d.outcome in ('fetched', 'not_modified')))::bigint as answers
    from hosts o join visit_days d using (host_id) where ($2 or newest.at is null) and o.site_id = s.site_id and d.outcome <> 'imported'
) visited on true
left join lateral (
    select sum(by_type.pages)::bigint as pages, (array_agg(by_type.page_type order by by_type.pages desc, by_type.page_type))[1] as mostly
    from (
        select d.page_type, sum(d.pages) as pages from hosts o join verdict_days d using (host_id)
        where ($2 or newest.at is null) and o.site_id = s.site_id group by 1 having sum(d.pages) > 0
    ) by_type
) judged on true
left join lateral ( -- as in `Store::skipped`
    select reasons.reason from (
        select u.reason from hosts o join skipped_urls u using (host_id)
        where o.site_id = s.site_id and not exists (select from seen k where k.host_id = o.host_id and k.url_hash = u.url_hash)
        union all
        select coalesce(g.detail, 'disallowed by robots.txt') from hosts o join visits d using (host_id)
        left join fetches g on g.host_id = d.host_id and g.url_id = d.url_id and g.fetched_at = d.visited_at
        where o.site_id = s.site_id and d.outcome = 'disallowed'
    ) reasons
    where newest.at is null and judged.pages > 0
    group by 1 order by count(*) desc, 1 limit 1
) skipped on true
left join lateral (
    select count(*) as articles from hosts o join articles a on a.host_id = o.host_id and a.is_latest
    where $2 and o.site_id = s.site_id
        and not exists (select from article_heads moved where moved.article_id = a.article_id and moved.moved_to is not null)
) counted on $2
where cardinality($1::text[]) = 0 or s.site_id = any($1)
order by s.site_id
