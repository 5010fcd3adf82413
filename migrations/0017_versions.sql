-- Purpose: what becomes of an article after it was first read, and what is known of its fields.
-- `visits.lost`  the page was there and answers that it is gone (404, 410), or sends its visitors elsewhere; what is no
--                answer of the site's (timeouts, errors of servers) changes nothing
-- `article_heads.moved_to`  the article that its page, or its text, went on as: see queries/link_moved.sql

alter table visits
    add column lost text check (lost in ('gone', 'elsewhere')), -- null: there, as far as is known
    add column lost_at timestamptz, -- when it first answered so
    add constraint visits_lost_is_whole check ((lost is null) = (lost_at is null)) not valid;

alter table article_heads
    add column moved_to text references article_heads, -- null: it is where it was
    add column moved_at timestamptz, -- when that was first seen
    add constraint article_heads_elsewhere check (moved_to <> article_id) not valid,
    add constraint article_heads_move_is_whole check ((moved_to is null) = (moved_at is null)) not valid;

alter table articles
    add column organizations text[] not null default '{}',
    add column field_sources jsonb check (jsonb_typeof(field_sources) = 'object'), -- field -> where its value was found
    add column live_entries jsonb check (jsonb_typeof(live_entries) = 'array'), -- of a live blog: at, title, text
    add column parts text[], -- addresses of the further pages whose text is in `text`
    drop constraint articles_date_published_source_check;
alter table articles add constraint articles_date_published_source_check check (date_published_source in (
    'jsonld', 'microdata', 'meta', 'link', 'title', 'heading', 'time_tag', 'url', 'news_sitemap', 'feed', 'text', 'crawl',
    'rule')) not valid;

-- As in 0012, and six columns at the end.
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
    f.title as title_feed,
    a.description,
    a.text,
    null::text as text_html,
    a.authors,
    a.agencies,
    a.date_published,
    a.date_published_tz,
    a.date_published_precision,
    a.date_published_source,
    a.date_modified,
    a.fetched_at as date_crawled,
    s.first_seen as date_first_seen,
    -- a visit that found the page as it was has seen the article, if it is the page this version was last seen on
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
    null::integer as token_count,
    a.content_hash,
    c.duplicate_of,
    case when c.duplicate_of is not null then c.duplicate_of
        when exists (select from copies follower where follower.duplicate_of = a.article_id) then a.article_id
        end as dup_group_id,
    null::text as story_id,
    null::jsonb as entities,
    s.via as discovered_via,
    a.http_status::integer as http_status,
    a.content_type,
    a.etag,
    a.last_modified,
    a.extractor,
    a.extractor_version,
    a.extraction_score,
    a.robots_rule,
    case when jsonb_typeof(a.opt_out -> 'tdm_reserved') = 'boolean'
        then (a.opt_out -> 'tdm_reserved')::boolean end as tdm_reserved,
    a.opt_out ->> 'tdm_policy_url' as tdm_policy_url,
    case when jsonb_typeof(a.opt_out -> 'ai_optout') = 'array'
        then array(select jsonb_array_elements_text(a.opt_out -> 'ai_optout')) end as ai_optout,
    a.license,
    to_char(a.fetched_at at time zone 'UTC', 'YYYY-MM-DD') as dump,
    null::text as file_path,
    p.cursor,
    opt_out_kinds(a.opt_out) as opt_outs,
    a.organizations,
    a.field_sources,
    a.live_entries,
    a.parts,
    case when v.lost = 'gone' then v.lost_at end as date_gone,
    heads.moved_to
from articles a
join article_heads heads on heads.article_id = a.article_id
join hosts h using (host_id)
join sites site on site.site_id = h.site_id
join seen s on s.host_id = a.host_id and s.url_id = a.url_id
join verdicts d on d.fetched_at = a.fetched_at and d.page_id = a.page_id
left join visits v on v.host_id = a.host_id and v.url_id = a.url_id
left join copies c on c.article_id = a.article_id
left join publications p on p.article_id = a.article_id and p.version = a.version
left join lateral (
    select e.title from sightings e
    where e.host_id = a.host_id and e.url_id = a.url_id and e.title is not null
    order by e.seen_at, e.via limit 1
) f on true;

-- What happened to contents, and nothing else: a row for each version at the time its page was fetched, and one where an
-- article is gone or went on elsewhere. Reading stored pages with new code makes no row.
create index articles_place on articles (host_id, url_id) where is_latest;
create index visits_lost on visits (lost_at) where lost is not null;
create index article_heads_moved on article_heads (moved_at) where moved_to is not null;

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
where v.lost = 'gone' and heads.moved_to is null
union all
select a.article_id, a.version, 'moved', heads.moved_at, h.site_id, a.url, a.title, a.word_count, a.word_count
from article_heads heads
join articles a on a.article_id = heads.article_id and a.is_latest
join hosts h using (host_id)
where heads.moved_to is not null;
