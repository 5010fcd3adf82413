-- Purpose: what a site says about use beyond reading, by the files it keeps for that, and filters over all such signals.
-- `well_known`  the last /.well-known/tdmrep.json and /ai.txt of each host, also that there is none
-- `opt_out_kinds`  the signals of a fetch under five short names, for the filters of views and exports
-- The log is followed by time for the archive of raw pages; a BRIN index costs next to nothing to keep.

create table well_known (
    host_id    bigint not null references hosts,
    name       text not null check (name in ('tdmrep.json', 'ai.txt')),
    fetched_at timestamptz not null,
    status     smallint, -- null: unreachable
    body       bytea not null,
    primary key (host_id, name)
);

-- `tdm` reserves the rights of text and data mining, `ai` asks not to be used for AI; the others are directives of
-- meta robots or X-Robots-Tag, where `none` is `noindex` and more, and `max-snippet:0` is `nosnippet`.
create function opt_out_kinds(opt_out jsonb) returns text[]
language sql immutable parallel safe
return case when opt_out is null or opt_out = '{}' then '{}'::text[] else array_remove(array[
    case when opt_out -> 'tdm_reserved' = 'true' then 'tdm' end,
    case when opt_out -> 'ai_optout' -> 0 is not null then 'ai' end,
    case when opt_out -> 'meta_robots' ?| '{noindex,none}' or opt_out -> 'x_robots_tag' ?| '{noindex,none}'
        then 'noindex' end,
    case when opt_out -> 'meta_robots' ?| '{noarchive,nocache}' or opt_out -> 'x_robots_tag' ?| '{noarchive,nocache}'
        then 'noarchive' end,
    case when opt_out -> 'meta_robots' ?| '{nosnippet,max-snippet:0}'
        or opt_out -> 'x_robots_tag' ?| '{nosnippet,max-snippet:0}' then 'nosnippet' end
], null) end;

create index fetches_time on fetches using brin (fetched_at) with (pages_per_range = 32);

-- As in 0008, and `opt_outs` at the end.
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
    opt_out_kinds(a.opt_out) as opt_outs
from articles a
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
