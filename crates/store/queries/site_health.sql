-- One row per site: visits by outcome, articles, rejected pages by type.
with outcomes as (
    select site_id, jsonb_object_agg(outcome, visits) as outcomes, max(last_at) filter (where outcome <> 'imported') as last_at
    from (
        select h.site_id, d.outcome, sum(d.visits) as visits, max(d.last_at) as last_at
        from host_days d join hosts h using (host_id) group by 1, 2
    ) by_outcome group by 1
), made as (
    select h.site_id, count(*) as articles, max(a.fetched_at) as last_at
    from articles a join hosts h using (host_id) where a.is_latest group by 1
), rejected as (
    select site_id, jsonb_object_agg(page_type, pages) as rejected
    from (
        select h.site_id, d.page_type, count(*) as pages
        from verdicts d join hosts h using (host_id) where d.article_id is null group by 1, 2
    ) by_type group by 1
), due as (
    select site_id, sum(urls)::bigint as urls
    from (
        select h.site_id, count(*) as urls from queue q join hosts h using (host_id) group by 1
        union all
        select h.site_id, count(*) from visits v join hosts h using (host_id) where v.next_due <= now() group by 1
    ) parts group by 1
)
select s.site_id as "id!", s.name as "name!", s.seeded as "seeded!",
    coalesce(o.outcomes, '{}') as "outcomes!",
    coalesce(m.articles, 0) as "articles!",
    coalesce(r.rejected, '{}') as "rejected!",
    coalesce(d.urls, 0) as "urls_due!",
    o.last_at as "last_fetch?",
    m.last_at as "last_article?"
from sites s
left join outcomes o using (site_id)
left join made m using (site_id)
left join rejected r using (site_id)
left join due d using (site_id)
order by s.site_id
