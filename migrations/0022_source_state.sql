-- The fetch of the last first version of a site; of any version if all articles were withdrawn and came back.
create function last_article_at(site text) returns timestamptz
language sql stable parallel safe
return coalesce(
    (select max(first.fetched_at) from hosts h cross join lateral (
        select fetched_at from articles a where a.host_id = h.host_id and a.version = 1 order by fetched_at desc limit 1
    ) first where h.site_id = site),
    (select max(latest.fetched_at) from hosts h cross join lateral (
        select fetched_at from articles a where a.host_id = h.host_id and a.is_latest order by fetched_at desc limit 1
    ) latest where h.site_id = site));

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
