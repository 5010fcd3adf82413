-- Articles and their versions, derived from pages: extracting the pages again replaces them.

-- A row is an article, whatever its versions. It is locked by whoever changes one, and hands out version numbers, which
-- are never used twice; so it stays when the versions go.
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
create index articles_first on articles (host_id, fetched_at) where version = 1; -- later versions are changes of old articles
create index articles_place on articles (host_id, url_id); -- of all versions, so that no address of one is forgotten
create index articles_content on articles (content_hash) where is_latest;
create index articles_url on articles using hash (url);
create index articles_published on articles (date_published desc nulls last);
create index articles_published_nulls_first on articles (date_published desc); -- as `order by` has it without a word
create index articles_language on articles (language) where is_latest;

-- The fetch of the last first version of a site; of any version if all articles were withdrawn and came back.
create function last_article_at(site text) returns timestamptz
language sql stable parallel safe
return coalesce(
    (select max(first.fetched_at) from hosts h cross join lateral (
        select fetched_at from articles a where a.host_id = h.host_id and a.version = 1 order by fetched_at desc limit 1
    ) first where h.site_id = site),
    (select max(latest.fetched_at) from hosts h cross join lateral (
        select fetched_at from articles a where a.host_id = h.host_id and a.is_latest order by fetched_at desc limit 1
    ) latest where h.site_id = site));

-- Whether a page is at the canonical URL that it names, whatever the scheme, `www.` and slashes at the end. If it is not, as
-- with a mobile page, the article stays when the page goes.
create function is_own_url(url text, canonical text) returns boolean
language sql immutable parallel safe
return canonical is null
    or regexp_replace(url, '^https?://(www\.)?|/+$', '', 'g') = regexp_replace(canonical, '^https?://(www\.)?|/+$', '', 'g');

-- The sequences of three words in a text.
create function word_triples(body text) returns setof text
language sql immutable parallel safe
begin atomic
    select distinct triple from (
        select word || ' ' || lead(word) over found || ' ' || lead(word, 2) over found as triple
        from regexp_split_to_table(lower(body), '[^[:alnum:]]+') with ordinality as words (word, place)
        where word <> '' window found as (order by place)
    ) triples where triple is not null;
end;

-- Whether two texts share two thirds of the word triples of the shorter one. An article has moved if its URL redirects for good to that of
-- an article with mostly the same text: the two pages may have been read by different code.
create function share_most_text(one text, other text) returns boolean
language sql immutable parallel safe
return (
    select count(a.triple) > 0 and count(b.triple) > 0
        and 3 * count(*) filter (where a.triple = b.triple) >= 2 * least(count(a.triple), count(b.triple))
    from word_triples(one) as a (triple) full join word_triples(other) as b (triple) on a.triple = b.triple
);

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

-- A row is a version whose headline or text differs from that of the version before it.
create table article_changes (
    article_id     text not null,
    version        integer not null,
    version_before integer not null,
    host_id        bigint not null,
    changed_at     timestamptz not null, -- the fetch of its page
    of_headline    boolean not null,
    of_text        boolean not null,
    primary key (article_id, version)
);
create index article_changes_at on article_changes (changed_at);
create index article_changes_host on article_changes (host_id, changed_at);

-- The letters and digits of a headline, in small letters.
create function letters_of(title text) returns text
language sql immutable
return case when knows_letters() then regexp_replace(lower(title), '[^[:alnum:]]', '', 'g')
    else regexp_replace(folded(title), '[\s!-/:-@\[-`{-~]', '', 'g') end;

-- Whether two headlines have the same letters and digits. If different code extracted them, one may also contain the other: newer code
-- may strip more of what surrounds a headline.
create function has_same_headline(one text, other text, is_same_code boolean) returns boolean
language sql immutable
begin atomic
    select l.one = l.other or not is_same_code and (position(l.other in l.one) > 0 or position(l.one in l.other) > 0)
    from (select coalesce(letters_of(one), '') as one, coalesce(letters_of(other), '') as other) l;
end;

-- The change that a version of an article is, if it is one.
create function change_of(wanted text, wanted_version integer) returns setof article_changes
language sql stable
begin atomic
    select a.article_id, a.version, before.version, a.host_id, a.fetched_at, differs.of_headline, differs.of_text
    from articles a
    cross join lateral (
        select b.version, b.title, b.content_hash, b.extractor_version from articles b
        where b.article_id = a.article_id and (b.fetched_at, b.page_id) < (a.fetched_at, a.page_id)
        order by b.fetched_at desc, b.page_id desc limit 1
    ) before
    cross join lateral (
        select a.title is distinct from before.title
                and not has_same_headline(a.title, before.title, a.extractor_version = before.extractor_version) as of_headline,
            a.content_hash <> before.content_hash as of_text
    ) differs
    where a.article_id = wanted and a.version = wanted_version and (differs.of_headline or differs.of_text);
end;

-- Keeps `article_changes` as the versions are: the row of a version, and that of the one after it. The first version of an article
-- changes nothing.
create function note_changes() returns trigger
language plpgsql
as $$
declare
    touched public.articles := case when tg_op = 'DELETE' then old else new end;
    successor integer;
begin
    if tg_op = 'DELETE' and not exists (select from public.article_changes where article_id = touched.article_id) then
        return null;
    end if;
    select a.version into successor from public.articles a
    where a.article_id = touched.article_id and (a.fetched_at, a.page_id) > (touched.fetched_at, touched.page_id)
    order by a.fetched_at, a.page_id limit 1;
    delete from public.article_changes where article_id = touched.article_id and version in (touched.version, successor);
    insert into public.article_changes
    select c.* from unnest(array[touched.version, successor]) as changed (version)
    cross join lateral public.change_of(touched.article_id, changed.version) c;
    return null;
end $$;
create trigger articles_added after insert on articles
for each row when (new.version > 1) execute function note_changes();
create trigger articles_removed after delete on articles
for each row execute function note_changes();
create trigger articles_replaced after update of title, content_hash, extractor_version on articles
for each row when (old.title is distinct from new.title or old.content_hash <> new.content_hash
    or old.extractor_version <> new.extractor_version) execute function note_changes();
