-- Purpose: who answers for a site, so that outlets of one house count once where stories are ranked.
-- Seeds name the publisher; a site whose seed does not is known by the publisher of another site of its registrable domain, else by
-- that domain.

alter table sites add column publisher text check (publisher <> '' and length(publisher) <= 255);

-- One name for each house, however its seeds write it.
create view site_owners as
select s.site_id,
    lower(coalesce(s.publisher, (select min(other.publisher) from sites other where other.domain = s.domain), s.domain)) as owner
from sites s;

-- As in 0008, and two columns at the end.
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
    (select max(a.fetched_at) from hosts h join articles a using (host_id)
        where h.site_id = site.site_id and a.is_latest) as date_last_article,
    site.publisher,
    owners.owner
from sites site
join site_owners owners on owners.site_id = site.site_id;
