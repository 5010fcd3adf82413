-- The views of schema `news` over several tables; `news.articles` is beside the table.

-- A row is a page that is no article, and why.
create view news.pages_rejected as
select
    p.url_final as url,
    h.site_id as source_id,
    h.domain as source_domain,
    d.page_type,
    d.news_score,
    d.label_source,
    d.reason,
    d.features,
    p.http_status::integer as http_status,
    p.content_type,
    d.fetched_at as date_crawled,
    d.version as extractor_version
from verdicts d
left join pages p on p.fetched_at = d.fetched_at and p.page_id = d.page_id
left join hosts h on h.host_id = d.host_id
where d.article_id is null;

-- A row is a site.
create view news.sources as
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

-- The agencies that an article or one of its copies credits, each once however it is spelled. Copies share a text, so an
-- agency that one of them credits is the source of all.
create function wire_agencies(of_leader text) returns text[]
language sql stable
return array(
    select min(agency)
    from copies c
    join articles a on a.article_id = c.article_id and a.is_latest
    cross join unnest(a.agencies) agency
    where c.leader = of_leader
    group by lower(agency)
    order by 1
);

-- A row is a text with copies, by the id of the leading article. No agencies: no copy credits one.
create view news.copy_groups as
select c.duplicate_of as id, count(*) as copies, array_agg(distinct h.site_id order by h.site_id) as copied_by,
    wire_agencies(c.duplicate_of) as agencies
from copies c
join articles a on a.article_id = c.article_id and a.is_latest
join hosts h on h.host_id = a.host_id
where c.duplicate_of is not null
group by c.duplicate_of;

-- A row is a link of a story to one of another language about the same event; each link is here from both ends.
create view news.story_links as
select l.id, l.language, l.linked_id, l.linked_language, l.score, l.needed, l.shared
from (
    select story_id as id, language, other_id as linked_id, other_language as linked_language, score, needed, shared
    from story_links
    union all
    select other_id, other_language, story_id, language, score, needed,
        (select jsonb_agg(piece || jsonb_build_object('form', piece -> 'other_form', 'other_form', piece -> 'form') order by at)
            from jsonb_array_elements(shared) with ordinality as pieces (piece, at))
    from story_links
) l
where not exists (
    select from (values (l.id), (l.linked_id)) ends (id)
    where not exists (select from stories s where s.story_id = ends.id and s.merged_into is null)
        or not exists (select from story_articles m where m.story_id = ends.id)
);

-- A row is a story, with the parts of its score and its links to other languages.
create view news.stories as
select story_id as id, language, title, founded_at as date_founded, active_at as date_active, articles, copies, owners,
    score, breadth, recency, burst, cohesion, keywords,
    (select coalesce(jsonb_agg(jsonb_build_object('language', l.linked_language, 'id', l.linked_id, 'score', l.score)
            order by l.linked_language), '[]')
        from news.story_links l where l.id = s.story_id) as links
from stories s
where merged_into is null and exists (select from story_articles m where m.story_id = s.story_id);

-- A row is an article in a story, and why. Copies are not here: they follow their leader.
create view news.story_articles as
select m.story_id, m.article_id as id, m.score, m.shared, m.nearly
from story_articles m
where exists (select from articles a where a.article_id = m.article_id);

-- A row is the former id of a story that was merged into another.
create view news.story_redirects as
select story_id as id, merged_into from stories where merged_into is not null;

-- A row is what an article is about: the terms with the most weight against what is usual in its language.
create view news.article_keywords as
select t.article_id as id, t.version, t.keywords from article_terms t
where exists (select from articles a where a.article_id = t.article_id and a.version = t.version);
