-- As before, and `state`: active, paused, removed or forgotten.
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
    last_article_at(site.site_id) as date_last_article,
    site.publisher,
    owners.owner,
    site.state
from sites site
join site_owners owners on owners.site_id = site.site_id;
