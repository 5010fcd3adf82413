-- Purpose: which copies are those of a news agency. Evidence is what the articles say themselves: where one of those that share a text
-- credits an agency, all of them have its text, those that do not say so too.

-- The agencies that an article or one of its copies credits, each once however it is spelled.
create function wire_agencies(leader text) returns text[]
language sql stable
return array(
    select min(agency)
    from articles a cross join unnest(a.agencies) agency
    where a.is_latest
        and a.article_id in (select leader union all select c.article_id from copies c where c.duplicate_of = leader)
    group by lower(agency)
    order by 1
);

-- One row for each text that has copies, under the name of the article that leads. Without agencies nobody credits one.
create view news.copy_groups as
select c.duplicate_of as id, count(*) as copies, array_agg(distinct h.site_id order by h.site_id) as copied_by,
    wire_agencies(c.duplicate_of) as agencies
from copies c
join articles a on a.article_id = c.article_id and a.is_latest
join hosts h on h.host_id = a.host_id
where c.duplicate_of is not null
group by c.duplicate_of;
