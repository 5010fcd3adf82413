-- The grouping knows an article by the URL at which it was found. Where this article leads copies or is in a story and has moved, the
-- article at its new URL takes its place in everything that is shown, and the old URL is no copy of its own.

-- The article whose copy an article is shown as: of a leader that has moved, the one at its new URL; of an article that has moved, that
-- one too.
create function shown_duplicate_of(article_id text, duplicate_of text, moved_to text, leader_moved_to text) returns text
language sql immutable parallel safe
return nullif(case when duplicate_of is null then moved_to else coalesce(leader_moved_to, duplicate_of) end, article_id);

-- As before, apart from `duplicate_of` and `dup_group_id`.
create or replace view news.articles as
select
    1 as schema_version,
    a.article_id as id,
    a.version,
    a.article_id || ':' || a.version as version_id,
    a.is_latest,
    a.url,
    s.url as url_requested,
    a.url_canonical,
    h.site_id as source_id,
    h.domain as source_domain,
    site.name as source_name,
    site.country,
    a.title,
    a.title_page,
    (select e.title from discoveries e
        where e.host_id = a.host_id and e.url_id = a.url_id and e.title is not null
        order by e.seen_at, e.via limit 1) as title_feed,
    a.description,
    a.text,
    a.authors,
    a.agencies,
    a.date_published,
    a.date_published_tz,
    a.date_published_precision,
    a.date_published_source,
    a.date_modified,
    a.fetched_at as date_crawled,
    s.first_seen as date_first_seen,
    -- a visit that found the page unchanged has seen this version, if that page was the last to show it
    case when a.is_latest and v.page_fetched_at <= a.last_seen_at
        then greatest(a.last_seen_at, v.unchanged_at) else a.last_seen_at end as date_last_seen,
    a.language,
    a.language_score,
    a.section,
    a.tags,
    a.image_url,
    a.images,
    d.page_type,
    d.news_score,
    d.label_source,
    a.is_free,
    a.is_truncated,
    a.word_count,
    a.char_count,
    a.content_hash,
    shown_duplicate_of(a.article_id, c.duplicate_of, heads.moved_to, leader.moved_to) as duplicate_of,
    -- no `exists`, which may be planned as a list of all leaders
    case when c.duplicate_of is null then (select coalesce(heads.moved_to, a.article_id) from copies follower
        where follower.duplicate_of = a.article_id limit 1)
        else coalesce(leader.moved_to, c.duplicate_of) end as dup_group_id,
    m.story_id,
    t.entities,
    s.via as discovered_via,
    a.http_status::integer as http_status,
    a.content_type,
    a.etag,
    a.last_modified,
    a.extractor,
    a.extractor_version,
    a.robots_rule,
    case when jsonb_typeof(a.opt_out -> 'tdm_reserved') = 'boolean'
        then (a.opt_out -> 'tdm_reserved')::boolean end as tdm_reserved,
    a.opt_out ->> 'tdm_policy_url' as tdm_policy_url,
    case when jsonb_typeof(a.opt_out -> 'ai_optout') = 'array'
        then array(select jsonb_array_elements_text(a.opt_out -> 'ai_optout')) end as ai_optout,
    a.license,
    to_char(a.fetched_at at time zone 'UTC', 'YYYY-MM-DD') as dump,
    opt_out_kinds(a.opt_out) as opt_outs,
    a.organizations,
    a.field_sources,
    a.live_entries,
    a.parts,
    case when v.lost = 'gone' and heads.moved_to is null and is_own_url(a.url, a.url_canonical) then v.lost_at end as date_gone,
    heads.moved_to,
    p.cursor
from articles a
left join publications p on p.article_id = a.article_id and p.version = a.version
left join copies c on c.article_id = a.article_id
left join story_articles m on m.article_id = c.leader
left join hosts h on h.host_id = a.host_id
left join sites site on site.site_id = h.site_id
left join seen s on s.host_id = a.host_id and s.url_id = a.url_id
left join article_heads heads on heads.article_id = a.article_id
left join article_heads leader on leader.article_id = c.duplicate_of
left join verdicts d on d.fetched_at = a.fetched_at and d.page_id = a.page_id
left join visits v on v.host_id = a.host_id and v.url_id = a.url_id
left join article_terms t on t.article_id = a.article_id and t.version = a.version;

-- As before, apart from articles that have moved.
create or replace view news.copy_groups as
select id, copies, copied_by, (
        select coalesce(array_agg(distinct agency order by agency), '{}')
        from unnest(leaders) led (leader) cross join unnest(wire_agencies(led.leader)) agency
    ) as agencies
from (
    select coalesce(leader.moved_to, c.duplicate_of) as id, count(*) as copies,
        array_agg(distinct h.site_id order by h.site_id) as copied_by, array_agg(distinct c.duplicate_of) as leaders
    from copies c
    join article_heads leader on leader.article_id = c.duplicate_of
    join article_heads heads on heads.article_id = c.article_id
    join articles a on a.article_id = c.article_id and a.is_latest
    join hosts h on h.host_id = a.host_id
    where heads.moved_to is null and leader.moved_to is distinct from c.article_id
    group by 1
) groups;

-- A row is an article in a story, as it is shown; `leader` is the article by which the grouping knows it. The second part has those
-- that have moved to a copy of theirs.
create view story_members as
select m.story_id, m.article_id, m.article_id as leader, m.score, m.shared, m.nearly
from story_articles m
left join article_heads heads on heads.article_id = m.article_id
where heads.moved_to is null
    or not exists (select from copies there where there.article_id = heads.moved_to and there.duplicate_of = m.article_id)
    and not exists (select from story_articles own where own.article_id = heads.moved_to and own.story_id = m.story_id)
union all
select m.story_id, there.article_id, m.article_id, m.score, m.shared, m.nearly
from copies there
join article_heads heads on heads.article_id = there.duplicate_of and heads.moved_to = there.article_id
join story_articles m on m.article_id = there.duplicate_of;

-- As before, apart from articles that have moved.
create or replace view news.story_articles as
select m.story_id, m.article_id as id, m.score, m.shared, m.nearly
from story_members m
where exists (select from articles a where a.article_id = m.article_id);

-- Exports state the groups that have changed by this.
insert into outbox (article_id, version, is_regrouped)
select a.article_id, a.version, true
from article_heads leader
join copies c on c.leader = leader.article_id
join articles a on a.article_id = c.article_id
where leader.moved_to is not null
order by 1, 2;
