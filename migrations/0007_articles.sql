-- Articles and their versions, derived from pages: extracting the pages again replaces them.

-- The text search configuration of a language (ISO 639-1).
create function search_config(language text) returns regconfig
language sql immutable parallel safe
return case language
    when 'ar' then 'pg_catalog.arabic'::regconfig
    when 'ca' then 'pg_catalog.catalan'::regconfig
    when 'da' then 'pg_catalog.danish'::regconfig
    when 'de' then 'pg_catalog.german'::regconfig
    when 'el' then 'pg_catalog.greek'::regconfig
    when 'en' then 'pg_catalog.english'::regconfig
    when 'es' then 'pg_catalog.spanish'::regconfig
    when 'fi' then 'pg_catalog.finnish'::regconfig
    when 'fr' then 'pg_catalog.french'::regconfig
    when 'hi' then 'pg_catalog.hindi'::regconfig
    when 'hu' then 'pg_catalog.hungarian'::regconfig
    when 'it' then 'pg_catalog.italian'::regconfig
    when 'nl' then 'pg_catalog.dutch'::regconfig
    when 'no' then 'pg_catalog.norwegian'::regconfig
    when 'pt' then 'pg_catalog.portuguese'::regconfig
    when 'ro' then 'pg_catalog.romanian'::regconfig
    when 'ru' then 'pg_catalog.russian'::regconfig
    when 'sv' then 'pg_catalog.swedish'::regconfig
    when 'tr' then 'pg_catalog.turkish'::regconfig
    else 'pg_catalog.simple'::regconfig
end;

-- What full-text search finds an article by, and tags beside its words. A tsvector holds at most 1 MB: longer text is indexed as far as
-- it fits.
create function search_vector(language text, title text, body text, tags text[] default '{}') returns tsvector
language plpgsql immutable parallel safe
as $$
declare
    config regconfig := public.search_config(language); -- pg_restore has no search path
    head tsvector := array_to_tsvector(tags) || setweight(to_tsvector(config, left(coalesce(title, ''), 1000)), 'A');
    chars integer := 250000;
begin
    loop
        begin
            return head || setweight(to_tsvector(config, left(body, chars)), 'B');
        exception when program_limit_exceeded then
            chars := chars / 4;
        end;
    end loop;
end $$;

-- The words of bylines as tags.
create function author_tags(authors text[]) returns text[]
language sql immutable parallel safe
return array(
    select distinct 'author ' || left(word.lexeme, 100)
    from unnest(to_tsvector('pg_catalog.simple', left(array_to_string(authors[:50], ' '), 5000))) word
);

-- A row is an article, whatever its versions. It is locked by whoever changes one, and hands out version numbers, which
-- are never used twice.
create table article_heads (
    article_id   text primary key check (article_id ~ '^[0-9a-f]{64}$'), -- SHA-256 of the normalised URL
    last_version integer not null default 0 check (last_version >= 0),
    moved_to     text references article_heads, -- the article at its new URL; null: it has not moved
    moved_at     timestamptz, -- when that was first seen
    constraint article_heads_elsewhere check (moved_to <> article_id),
    constraint article_heads_move_is_whole check ((moved_to is null) = (moved_at is null))
) with (fillfactor = 80);
create index article_heads_moved on article_heads (moved_at) where moved_to is not null;

-- A row is a version of an article. Versions are ordered by the time of their page; neighbours never have the same
-- content hash.
create table articles (
    article_id               text not null references article_heads,
    version                  integer not null check (version > 0),
    is_latest                boolean not null,
    -- its page and the visit that fetched it
    host_id                  bigint not null,
    url_id                   bigint not null,
    page_id                  bigint not null,
    fetched_at               timestamptz not null,
    last_seen_at             timestamptz not null, -- time of the newest page with this content
    url                      text not null, -- after redirects
    http_status              smallint not null,
    content_type             text,
    etag                     text,
    last_modified            text,
    robots_rule              text,
    opt_out                  jsonb not null default '{}', -- as in `fetches`
    -- derived from the page
    identity                 text not null, -- the normalised URL
    url_canonical            text,
    title                    text,
    title_page               text, -- of <title>
    description              text,
    text                     text not null,
    content_hash             text not null check (content_hash ~ '^[0-9a-f]{64}$'), -- SHA-256 of the normalised text
    word_count               integer not null check (word_count >= 0),
    char_count               integer not null generated always as (char_length(text)) stored,
    authors                  text[] not null default '{}',
    agencies                 text[] not null default '{}',
    organizations            text[] not null default '{}', -- bylines that are neither persons nor agencies
    date_published           timestamptz,
    date_published_tz        integer, -- offset from UTC as printed, in minutes
    date_published_precision text check (date_published_precision in ('second', 'minute', 'day', 'month')),
    date_published_source    text check (date_published_source in (
        'jsonld', 'microdata', 'meta', 'link', 'title', 'heading', 'time_tag', 'url', 'text', 'rule', 'news_sitemap', 'feed',
        'crawl')),
    date_modified            timestamptz,
    language                 text, -- ISO 639-1
    language_score           real,
    section                  text,
    tags                     text[] not null default '{}',
    image_url                text,
    images                   jsonb,
    live_entries             jsonb check (jsonb_typeof(live_entries) = 'array'), -- of a live blog: at, title, text, …
    parts                    text[], -- URLs of its further pages, whose text is included
    is_free                  boolean, -- the publisher's claim
    is_truncated             boolean, -- our finding
    license                  text,
    field_sources            jsonb check (jsonb_typeof(field_sources) = 'object'), -- field -> where its value was found
    extractor                text not null,
    extractor_version        text not null,
    derived_hash             bytea not null, -- of all derived fields: has a new extraction changed any?
    created_at               timestamptz not null default now(),
    updated_at               timestamptz not null default now(),
    primary key (article_id, version),
    unique (fetched_at, page_id), -- a page makes at most one row
    constraint articles_last_seen_after_fetch check (last_seen_at >= fetched_at)
) with (fillfactor = 90);
create unique index articles_latest on articles (article_id) where is_latest;
create index articles_host on articles (host_id, fetched_at) where is_latest;
create index articles_place on articles (host_id, url_id) where is_latest;
create index articles_content on articles (content_hash) where is_latest;
create index articles_url on articles using hash (url);
create index articles_published on articles (date_published desc nulls last);
create index articles_published_nulls_first on articles (date_published desc); -- as `order by` has it without a word
create index articles_language on articles (language) where is_latest;

-- A row is the latest version of an article as search sees it. It is small, as most words lie outside of it, so that thousands of matches
-- are counted and put in order quickly. Search goes by the index of words alone. Beside the words of title and text that holds
-- tags, in which is a blank as in no word: `lang de`, `host 12`, `week 2943` (since 1970), `author smith`.
create table article_search (
    article_id text primary key,
    host_id    bigint not null,
    language   text,
    date       timestamptz not null, -- of publication, but not after its page was fetched
    title      tsvector not null, -- with the language
    words      tsvector not null
) with (toast_tuple_target = 256);
alter table article_search alter column words set storage external; -- compressed it is hardly smaller
create index article_search_words on article_search using gin (words) with (gin_pending_list_limit = 1024); -- read by every search

-- Keeps `article_search` as the latest versions are.
create function note_latest() returns trigger
language plpgsql
as $$
declare
    made_at timestamptz;
    tags text[];
begin
    if tg_op <> 'DELETE' and new.is_latest then
        made_at := least(coalesce(new.date_published, new.fetched_at), new.fetched_at, now());
        tags := array['lang ' || coalesce(new.language, '?'), 'host ' || new.host_id,
            'week ' || floor(extract(epoch from made_at) / 604800)] || public.author_tags(new.authors);
        insert into public.article_search (article_id, host_id, language, date, title, words)
        values (new.article_id, new.host_id, new.language, made_at, public.search_vector(new.language, new.title, '', tags[:1]),
            public.search_vector(new.language, new.title, new.text, tags))
        on conflict (article_id) do update set host_id = excluded.host_id, language = excluded.language, date = excluded.date,
            title = excluded.title, words = excluded.words;
    else
        delete from public.article_search s where s.article_id = old.article_id
            and not exists (select from public.articles a where a.article_id = old.article_id and a.is_latest);
    end if;
    return null;
end $$;
create trigger articles_search after insert or delete or update of is_latest, title, text, authors, date_published, language on articles
for each row execute function note_latest();

-- A row is a change of a version that has no cursor yet.
create table outbox (
    note_id      bigint generated always as identity primary key,
    article_id   text not null,
    version      integer not null,
    is_regrouped boolean not null default false -- nothing but its copies, its story or its names has changed
);

create sequence publication_numbers;

-- A row is a version and its cursor, which exports follow.
create table publications (
    cursor          bigint primary key,
    article_id      text not null,
    version         integer not null,
    withdrawn_at    timestamptz, -- null: it is there
    content_cursor  bigint, -- of its last change that the grouping did not make; the grouping follows this one
    -- As `news.articles` has them: when one changes, the version gets a new cursor. An export reads them here and not in five tables.
    url_requested   text,
    date_first_seen timestamptz,
    char_count      integer,
    duplicate_of    text,
    dup_group_id    text,
    story_id        text,
    entities        jsonb,
    discovered_via  text,
    moved_to        text,
    unique (article_id, version)
);
create unique index publications_content on publications (content_cursor);

-- Gives committed changes their cursors, under a lock: no cursor ever appears behind one already read. Returns how many.
create function publish_articles() returns bigint
language plpgsql
as $$
declare
    published bigint;
begin
    perform pg_advisory_xact_lock(hashtext('gleaner.publish_articles'));
    with notes as (
        delete from outbox returning note_id, article_id, version, is_regrouped
    ), newest as ( -- a version that is not there is withdrawn, whichever note came last
        select n.article_id, n.version, max(n.note_id) as note_id, bool_or(not n.is_regrouped) as has_changed,
            not exists (select from articles a where a.article_id = n.article_id and a.version = n.version) as is_gone
        from notes n group by n.article_id, n.version
    ), ordered as ( -- what was withdrawn is in no group
        select * from newest n
        where has_changed or exists (select from publications p
            where p.article_id = n.article_id and p.version = n.version and p.withdrawn_at is null)
        order by note_id
    ), numbered as (
        select nextval('publication_numbers') as cursor, article_id, version, has_changed, is_gone from ordered
    )
    insert into publications as p (cursor, article_id, version, withdrawn_at, content_cursor,
        url_requested, date_first_seen, char_count, duplicate_of, dup_group_id, story_id, entities, discovered_via, moved_to)
    select n.cursor, n.article_id, n.version, case when has_changed and is_gone then now() end, case when has_changed then n.cursor end,
        a.url_requested, a.date_first_seen, a.char_count, a.duplicate_of, a.dup_group_id, a.story_id, a.entities, a.discovered_via, a.moved_to
    from numbered n left join lateral (
        select * from news.articles where id = n.article_id and version = n.version offset 0 -- looked up by its key
    ) a on true
    on conflict (article_id, version) do update set cursor = excluded.cursor,
        withdrawn_at = case when excluded.content_cursor is null then p.withdrawn_at else excluded.withdrawn_at end,
        content_cursor = coalesce(excluded.content_cursor, p.content_cursor), url_requested = excluded.url_requested,
        date_first_seen = excluded.date_first_seen, char_count = excluded.char_count, duplicate_of = excluded.duplicate_of,
        dup_group_id = excluded.dup_group_id, story_id = excluded.story_id, entities = excluded.entities,
        discovered_via = excluded.discovered_via, moved_to = excluded.moved_to;
    get diagnostics published = row_count;
    return published;
end $$;

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
    c.duplicate_of,
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
    case when v.lost = 'gone' then v.lost_at end as date_gone,
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
where v.lost = 'gone' and heads.moved_to is null
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
