-- When a site last had a new article: the fetch of a first version. Later versions are changes of old articles.
create index articles_first on articles (host_id, fetched_at) where version = 1;

-- As before, apart from `date_last_article`.
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
        where h.site_id = site.site_id and a.is_latest) as articles,
    coalesce(
        (select max(a.fetched_at) from hosts h join articles a using (host_id)
            where h.site_id = site.site_id and a.version = 1),
        -- all were withdrawn and came back
        (select max(a.fetched_at) from hosts h join articles a using (host_id)
            where h.site_id = site.site_id and a.is_latest)) as date_last_article,
    site.publisher,
    owners.owner
from sites site
join site_owners owners on owners.site_id = site.site_id;
