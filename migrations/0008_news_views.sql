-- Purpose: the public face. Consumers read these views; the tables underneath may change.
-- `news.articles` has the names and the order of the article record, and `cursor` to follow it by:
-- keep the largest cursor read, ask for larger ones, and no change is lost. Columns that nothing provides
-- yet are null.

create schema news;

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
    p.cursor
from articles a
join hosts h using (host_id)
join sites site on site.site_id = h.site_id
join seen s on s.host_id = a.host_id and s.url_id = a.url_id
join verdicts d on d.fetched_at = a.fetched_at and d.page_id = a.page_id
left join visits v on v.host_id = a.host_id and v.url_id = a.url_id
left join copies c on c.article_id = a.article_id
left join publications p on p.article_id = a.article_id and p.version = a.version
left join lateral (
    select e.title from feed_entries e
    where e.host_id = a.host_id and e.url_id = a.url_id and e.title is not null
    order by e.seen_at, e.via limit 1
) f on true;

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
        where h.site_id = site.site_id and a.is_latest) as date_last_article
from sites site;

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
join pages p on p.fetched_at = d.fetched_at and p.page_id = d.page_id
join hosts h on h.host_id = d.host_id
where d.article_id is null;

create view news.withdrawals as
select cursor, article_id as id, version, withdrawn_at
from publications
where withdrawn_at is not null;
