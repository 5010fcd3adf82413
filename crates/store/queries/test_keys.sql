-- The keys of the pages for testing the rules of a site: `Store::test_pages`.
with newest as (
    select distinct on (d.host_id, d.url_id) d.host_id, d.url_id, d.fetched_at, d.page_id,
        d.article_id is not null as is_article
    from (
        select v.*
        from hosts h
        cross join lateral (
            select host_id, url_id, fetched_at, page_id, article_id from verdicts v
            where v.host_id = h.host_id -- a page that was fetched again unchanged is not stored again
                and exists (select from pages p where p.fetched_at = v.fetched_at and p.page_id = v.page_id)
            order by v.fetched_at desc, v.page_id desc limit $3
        ) v
        where h.site_id = $1 order by v.fetched_at desc, v.page_id desc limit $3
    ) d
    order by d.host_id, d.url_id, d.fetched_at desc, d.page_id desc
), ranked as (
    select n.*, row_number() over (partition by is_article order by fetched_at desc, page_id desc) as place,
        row_number() over (partition by is_named order by is_article desc, fetched_at desc, page_id desc) as place_named,
        count(*) over () as stored
    from (
        select n.*, exists (select from seen s where s.host_id = n.host_id and s.url_id = n.url_id
            and substring(s.url from '^[a-z]+://[^/?#]*([^#]*)') like any ($5::text[])) as is_named
        from newest n
    ) n
)
select fetched_at as "fetched_at!", page_id as "page_id!", stored as "stored!" from ranked
order by not (is_named and place_named <= $2::bigint / 2), case when is_article then place + (place - 1) / ($4::bigint - 1) else place * $4::bigint end, is_article, fetched_at, page_id
limit $2
