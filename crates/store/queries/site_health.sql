-- One row per site: visits by outcome, pages read by type, what rests and what is dead. Nothing here counts a table
-- that grows with the addresses known, but while all is small ($1); else what is due is counted up to 1,000 a host.
with outcomes as (
    select site_id, jsonb_object_agg(outcome, visits) filter (where outcome <> 'redirected' and visits > 0) as outcomes,
        max(last_at) filter (where outcome <> 'imported') as last_at,
        max(last_at) filter (where outcome in ('fetched', 'not_modified')) as last_success
    from (
        select h.site_id, d.outcome, sum(d.visits - d.guesses) as visits, max(d.last_at) as last_at
        from visit_days d join hosts h using (host_id) group by 1, 2
    ) by_outcome group by 1
), made as (
    select h.site_id, count(*) as articles
    from articles a join hosts h using (host_id) join article_heads heads using (article_id)
    where $1 and a.is_latest and heads.moved_to is null group by 1
), newest as (
    select site_id, last_article_at(site_id) as last_at from sites
), read as (
    select site_id, sum(articles)::bigint as articles, jsonb_object_agg(page_type, rejected) filter (where rejected > 0) as rejected
    from (
        select h.site_id, d.page_type, sum(d.pages - d.articles)::bigint as rejected, sum(d.articles) as articles
        from verdict_days d join hosts h using (host_id) group by 1, 2
    ) by_type group by 1
), due as (
    select h.site_id, sum(q.urls + v.urls)::bigint as urls, bool_or(not $1 and (q.urls >= 1000 or v.urls >= 1000)) as more
    from hosts h join sites using (site_id)
    cross join lateral (
        select count(*) as urls from (select from queue q where q.host_id = h.host_id limit case when $1 then null else 1000 end) capped
    ) q
    cross join lateral (
        select count(*) as urls from (select from visits v where v.host_id = h.host_id and v.next_due <= now() limit case when $1 then null else 1000 end) capped
    ) v
    where state = 'active' group by 1
), resting as (
    select site_id, count(*) as hosts, min(next_fetch_at) as until
    from hosts where failures > 0 and next_fetch_at > now() group by 1
), dead as (
    -- channels that failed three times in a row are asked again ever more seldom
    select h.site_id, count(*) as channels
    from seen s join visits v using (host_id, url_id) join hosts h using (host_id)
    where s.kind <> 'page' and v.failures >= 3 and (s.via <> 'well_known' or v.page_id is not null) group by 1
)
select s.site_id as "id!", s.name as "name!", s.seeded as "seeded!",
    coalesce(o.outcomes, '{}') as "outcomes!",
    case when $1 then coalesce(m.articles, 0) else coalesce(r.articles, 0) end as "articles!",
    coalesce(r.rejected, '{}') as "rejected!",
    coalesce(d.urls, 0) as "urls_due!",
    coalesce(d.more, false) as "more_urls_due!",
    coalesce(rest.hosts, 0) as "hosts_resting!",
    rest.until as "rest_until?",
    coalesce(dead.channels, 0) as "dead_channels!",
    o.last_at as "last_fetch?",
    o.last_success as "last_success?",
    n.last_at as "last_article?"
from sites s
left join outcomes o using (site_id)
left join made m using (site_id)
left join newest n using (site_id)
left join read r using (site_id)
left join due d using (site_id)
left join resting rest using (site_id)
left join dead using (site_id)
order by s.site_id
