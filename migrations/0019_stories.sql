-- Purpose: articles that tell of one event, what they are about, and which stories lead.
-- `aggregate_state` is what the grouping knows between two chunks: whole values, compressed, in parts that fit a message.
-- It moves on in the same transaction as the findings made with it, so that a run that died goes on as if it had not.
-- The rows beside it are for people; the grouping never reads them back.

create table aggregate_state (
    name     text not null check (name <> ''),
    part     integer not null check (part >= 0),
    version  text not null, -- of the code that wrote it; another's is not read
    state    bytea not null,
    saved_at timestamptz not null default now(),
    primary key (name, part)
);
alter table aggregate_state alter column state set storage external; -- compressed already

-- Who moved the state last. One that finds another's turn has been overtaken, and saves nothing.
create table aggregate_turns (
    only_one boolean primary key default true check (only_one),
    turn     bigint not null,
    owner    text not null
);

create table stories (
    story_id    text primary key,
    language    text not null,
    title       text, -- of the article that leads it
    founded_at  timestamptz not null,
    active_at   timestamptz not null, -- when its last article was published
    articles    integer not null check (articles >= 0), -- texts of their own
    copies      integer not null default 0 check (copies >= 0),
    cohesion    real not null,
    owners      integer not null default 0,
    breadth     real not null default 0,
    recency     real not null default 0,
    burst       real not null default 0,
    score       real not null default 0, -- breadth × recency × burst, at the end of the last run in which it was active
    keywords    jsonb not null default '[]' check (jsonb_typeof(keywords) = 'array'),
    merged_into text, -- where it goes on; null: it is one
    updated_at  timestamptz not null default now(),
    constraint stories_in_another check (merged_into <> story_id)
) with (fillfactor = 80);
create index stories_score on stories (score desc) where merged_into is null;
create index stories_active on stories (active_at) where merged_into is null;
create index stories_merged on stories (merged_into) where merged_into is not null;

create table story_articles (
    article_id text primary key,
    story_id   text not null,
    score      real not null,
    shared     jsonb not null default '[]' check (jsonb_typeof(shared) = 'array'), -- term, part, weight
    nearly     jsonb check (jsonb_typeof(nearly) = 'object') -- story, score, needed
) with (fillfactor = 80);
create index story_articles_story on story_articles (story_id);
create index story_articles_nearly on story_articles ((nearly ->> 'story')) where nearly is not null;

create table article_terms (
    article_id text primary key,
    version    integer not null check (version > 0), -- whose text the offsets are into
    entities   jsonb not null check (jsonb_typeof(entities) = 'array'), -- text, label, start, end, norm
    keywords   jsonb not null check (jsonb_typeof(keywords) = 'array')  -- term, weight, name
);

alter table copies drop constraint copies_rule_check;
alter table copies add constraint copies_rule_check
    check (rule in ('exact_text', 'canonical_url', 'near_text', 'likely_text')) not valid;

-- As in 0017; `story_id` and `entities` are filled. A copy is in the story of its leader.
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
    m.story_id,
    t.entities,
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
left join story_articles m on m.article_id = coalesce(c.duplicate_of, a.article_id)
left join article_terms t on t.article_id = a.article_id and t.version = a.version
left join publications p on p.article_id = a.article_id and p.version = a.version
left join lateral (
    select e.title from sightings e
    where e.host_id = a.host_id and e.url_id = a.url_id and e.title is not null
    order by e.seen_at, e.via limit 1
) f on true;

-- One row per story that goes on under its own name, with what its rank is made of.
create view news.stories as
select story_id as id, language, title, founded_at as date_founded, active_at as date_active, articles, copies, owners,
    score, breadth, recency, burst, cohesion, keywords
from stories s
where merged_into is null and exists (select from story_articles m where m.story_id = s.story_id);

-- Which article is in which story and why. Copies are not here: they follow their leader.
create view news.story_articles as
select m.story_id, m.article_id as id, m.score, m.shared, m.nearly
from story_articles m
where exists (select from articles a where a.article_id = m.article_id);

-- Names that stories had before they were merged, and where they go on.
create view news.story_redirects as
select story_id as id, merged_into from stories where merged_into is not null;

-- What an article is about: its weightiest terms against what is usual in its language.
create view news.article_keywords as
select t.article_id as id, t.version, t.keywords from article_terms t
where exists (select from articles a where a.article_id = t.article_id and a.version = t.version);
