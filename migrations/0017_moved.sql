-- Of an article that has moved, sites count the one at its new URL alone.
create or replace view news.sources as
select
    site.site_id as source_id,
    site.name as source_name,
    site.domain as source_domain,
    site.home,
    site.country,
    site.language,
    site.seeded,
    (select count(*) from hosts h join articles a using (host_id)
        where h.site_id = site.site_id and a.is_latest) - coalesce(moved.articles, 0) as articles,
    last_article_at(site.site_id) as date_last_article,
    site.publisher,
    owners.owner,
    site.state
from sites site
join site_owners owners on owners.site_id = site.site_id
left join (
    select h.site_id, count(*) as articles
    from article_heads heads
    join articles a on a.article_id = heads.article_id and a.is_latest
    join hosts h using (host_id)
    where heads.moved_to is not null group by 1
) moved on moved.site_id = site.site_id;
