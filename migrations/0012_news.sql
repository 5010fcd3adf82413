-- The views of schema `news`. Their columns are only ever added to.

-- A row is a version of an article. To follow changes, keep the largest `cursor` that was read and ask for larger ones:
-- no change is lost. Exports write these columns, apart from the cursor, in this order.
--
-- Each table is joined from the left by a unique key, so a query reads only the tables whose columns it names. PostgreSQL
-- chooses the order of the first eight tables and takes the others as written (`join_collapse_limit`): what queries select
-- rows by comes first.
create view news.articles as
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

-- A row is something that happened to the content of an article: a row for each version at the time its page was fetched,
-- and one where the article is gone or has moved. Extracting stored pages again makes no row.
create view news.changes as
select a.article_id as id, a.version, case when before.version is null then 'new' else 'changed' end as change,
    a.fetched_at as changed_at, h.site_id as source_id, a.url, a.title, a.word_count, before.word_count as word_count_before
from articles a
join hosts h using (host_id)
left join lateral (
    select b.version, b.word_count from articles b
    where b.article_id = a.article_id and (b.fetched_at, b.page_id) < (a.fetched_at, a.page_id)
    order by b.fetched_at desc, b.page_id desc limit 1
) before on true
union all
select a.article_id, a.version, 'gone', v.lost_at, h.site_id, a.url, a.title, a.word_count, a.word_count
from visits v
join articles a on a.host_id = v.host_id and a.url_id = v.url_id and a.is_latest
join article_heads heads on heads.article_id = a.article_id
join hosts h on h.host_id = v.host_id
where v.lost = 'gone' and heads.moved_to is null and is_own_url(a.url, a.url_canonical)
union all
select a.article_id, a.version, 'moved', heads.moved_at, h.site_id, a.url, a.title, a.word_count, a.word_count
from article_heads heads
join articles a on a.article_id = heads.article_id and a.is_latest
join hosts h using (host_id)
where heads.moved_to is not null;

-- A row is a version that was withdrawn: its page is no article any more.
create view news.withdrawals as
select cursor, article_id as id, version, withdrawn_at
from publications
where withdrawn_at is not null;

-- A row is a piece of the history of changes: it covers the cursors after those of the row before, up to `last_cursor`. The cursor of an
-- export is a number, `~` and the token of the row that covers it; without a token, it is from before tokens existed.
create view news.history as
select last as last_cursor, lpad(to_hex(token), 12, '0') as token from history where series = 'changes';

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

-- A row is a site; `state` is active, paused, removed or forgotten.
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
    last_article_at(site.site_id) as date_last_article,
    site.publisher,
    owners.owner,
    site.state
from sites site
join site_owners owners on owners.site_id = site.site_id;

-- A row is a text with copies, by the id of the leading article, or of the one at its new URL. No agencies: no copy credits one.
create view news.copy_groups as
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
from story_members m
where exists (select from articles a where a.article_id = m.article_id);

-- A row is the former id of a story that was merged into another.
create view news.story_redirects as
select story_id as id, merged_into from stories where merged_into is not null;

-- A row is what an article is about: the terms with the most weight against what is usual in its language.
create view news.article_keywords as
select t.article_id as id, t.version, t.keywords from article_terms t
where exists (select from articles a where a.article_id = t.article_id and a.version = t.version);
