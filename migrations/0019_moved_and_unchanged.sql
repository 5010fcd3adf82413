-- What a visit without a new page says about the article, and which of two URLs of an article counts.

-- The opt-outs after a response 304, which repeats neither markup nor, on many servers, headers: those of the page stay
-- unless it states others, and those of the files of the site are as stated.
create function opt_outs_after_304(former jsonb, stated jsonb) returns jsonb
language sql immutable parallel safe
return (
    with tdm as (
        select '{tdm_source,tdm_reserved,tdm_policy_url}'::text[] as keys,
            coalesce(former ->> 'tdm_source', '') in ('header', 'meta')
                and coalesce(stated ->> 'tdm_source', 'tdmrep.json') = 'tdmrep.json' as is_kept
    ), ai as (
        select jsonb_agg(distinct entry order by entry) as entries from (
            select entry from jsonb_array_elements_text(coalesce(former -> 'ai_optout', '[]')) as entry
                where entry like 'header:%' or entry like 'meta:%'
            union
            select entry from jsonb_array_elements_text(coalesce(stated -> 'ai_optout', '[]')) as entry
        ) both_of_them
    )
    select former - '{content_signal,ai_txt,ai_optout}'::text[] - case when tdm.is_kept then '{}' else tdm.keys end
        || (stated - 'ai_optout' - case when tdm.is_kept then tdm.keys else '{}' end)
        || jsonb_strip_nulls(jsonb_build_object('ai_optout', ai.entries))
    from tdm, ai
);

-- Whether a page is at the canonical URL that it names, whatever the scheme, `www.` and slashes at the end. If it is not, as
-- with a mobile page, the article stays when the page goes.
create function is_own_url(url text, canonical text) returns boolean
language sql immutable parallel safe
return canonical is null
    or regexp_replace(url, '^https?://(www\.)?|/+$', '', 'g') = regexp_replace(canonical, '^https?://(www\.)?|/+$', '', 'g');

-- As before, apart from `duplicate_of` and `date_gone`: a page that redirects permanently is gone, unless its article has moved.
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
    -- of an article that has moved, the one at the new URL counts, although the other was first
    case when leader.moved_to = a.article_id then null
        when c.duplicate_of is null then heads.moved_to else c.duplicate_of end as duplicate_of,
    -- no `exists`, which may be planned as a list of all leaders
    coalesce(c.duplicate_of, (select follower.duplicate_of from copies follower
        where follower.duplicate_of = a.article_id limit 1)) as dup_group_id,
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

-- As before, apart from articles that are gone.
create or replace view news.changes as
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
