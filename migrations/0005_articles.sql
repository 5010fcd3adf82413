-- Purpose: articles, one row per version, derived from pages and replaceable by reading them again.
-- Versions are ordered by the time of their page; neighbours never have the same content hash.
-- `article_heads` is locked by whoever changes an article and hands out version numbers, which are never
-- used twice. `publications` carries the export cursor: writers leave a note in `outbox`; whoever calls
-- `publish_articles` turns committed notes into numbers under a lock, so that no number ever appears
-- behind one already read.

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

-- A tsvector holds at most 1 MB. Text that would exceed it is indexed as far as it fits.
create function search_vector(language text, title text, body text) returns tsvector
language plpgsql immutable parallel safe
as $$
declare
    config regconfig := search_config(language);
    head tsvector := setweight(to_tsvector(config, left(coalesce(title, ''), 1000)), 'A');
    taken integer := 250000;
begin
    loop
        begin
            return head || setweight(to_tsvector(config, left(body, taken)), 'B');
        exception when program_limit_exceeded then
            taken := taken / 4;
        end;
    end loop;
end $$;

create table article_heads (
    article_id   text primary key check (article_id ~ '^[0-9a-f]{64}$'),
    last_version integer not null default 0 check (last_version >= 0)
) with (fillfactor = 80);

create table articles (
    article_id               text not null references article_heads,
    version                  integer not null check (version > 0),
    is_latest                boolean not null,
    host_id                  bigint not null,
    url_id                   bigint not null,
    page_id                  bigint not null,
    fetched_at               timestamptz not null,
    last_seen_at             timestamptz not null,
    -- facts of the fetch
    url                      text not null,
    http_status              smallint not null,
    content_type             text,
    etag                     text,
    last_modified            text,
    robots_rule              text,
    opt_out                  jsonb not null default '{}',
    -- derived from the page
    identity                 text not null,
    url_canonical            text,
    title                    text,
    title_page               text,
    description              text,
    text                     text not null,
    content_hash             text not null check (content_hash ~ '^[0-9a-f]{64}$'),
    word_count               integer not null check (word_count >= 0),
    char_count               integer not null check (char_count >= 0),
    authors                  text[] not null,
    agencies                 text[] not null,
    date_published           timestamptz,
    date_published_tz        integer,
    date_published_precision text check (date_published_precision in ('second', 'minute', 'day', 'month')),
    date_published_source    text check (date_published_source in (
        'jsonld', 'meta', 'time_tag', 'url', 'news_sitemap', 'feed', 'text', 'crawl')),
    date_modified            timestamptz,
    language                 text,
    language_score           real,
    section                  text,
    tags                     text[] not null,
    image_url                text,
    images                   jsonb,
    is_free                  boolean,
    is_truncated             boolean,
    license                  text,
    extractor                text not null,
    extractor_version        text not null,
    extraction_score         real,
    derived_hash             bytea not null, -- of all derived fields: has a new reading changed anything?
    search                   tsvector not null,
    created_at               timestamptz not null default now(),
    updated_at               timestamptz not null default now(),
    primary key (article_id, version),
    unique (fetched_at, page_id), -- a page makes at most one row
    constraint articles_last_seen_after_fetch check (last_seen_at >= fetched_at)
) with (fillfactor = 90);
create unique index articles_latest on articles (article_id) where is_latest;
create index articles_host on articles (host_id, fetched_at) where is_latest;
create index articles_content on articles (content_hash) where is_latest;
create index articles_search on articles using gin (search) where is_latest;

create table outbox (
    note_id    bigint generated always as identity primary key,
    article_id text not null,
    version    integer not null,
    withdrawn  boolean not null
);

create sequence publication_numbers;

create table publications (
    cursor       bigint primary key,
    article_id   text not null,
    version      integer not null,
    withdrawn_at timestamptz,
    unique (article_id, version)
);

create function publish_articles() returns bigint
language plpgsql
as $$
declare
    published bigint;
begin
    perform pg_advisory_xact_lock(hashtext('gleaner.publish_articles'));
    with notes as (
        delete from outbox returning note_id, article_id, version, withdrawn
    ), newest as (
        select distinct on (article_id, version) note_id, article_id, version, withdrawn
        from notes order by article_id, version, note_id desc
    ), ordered as (
        select * from newest order by note_id
    )
    insert into publications as p (cursor, article_id, version, withdrawn_at)
    select nextval('publication_numbers'), article_id, version, case when withdrawn then now() end
    from ordered
    on conflict (article_id, version) do update
        set cursor = excluded.cursor, withdrawn_at = excluded.withdrawn_at;
    get diagnostics published = row_count;
    return published;
end $$;
