-- The frontier of each host: the URLs that are known, those that are due, and the state of those that were visited.
-- No foreign keys here: each check would lock and dirty a row of a table that is only ever added to.

-- A row is a URL that was come across, and how it was discovered first. Insert-only.
create table seen (
    host_id    bigint not null,
    url_hash   uuid not null, -- first half of the URL's SHA-256
    url_id     bigint generated always as identity,
    url        text not null check (url <> ''),
    kind       text not null check (kind in ('home', 'feed', 'sitemap', 'news_sitemap', 'page')),
    via        text not null check (via in (
        'seed', 'front_page', 'section', 'feed', 'sitemap', 'news_sitemap', 'link', 'redirect', 'websub', 'well_known', 'import')),
    priority   smallint not null, -- smaller comes first
    depth      smallint not null check (depth >= 0), -- links from the front page
    first_seen timestamptz not null default now(),
    primary key (host_id, url_hash),
    unique (host_id, url_id)
);
create index seen_channels on seen (host_id, url_id) where kind <> 'page';
create index seen_first on seen using brin (first_seen); -- rows come in this order

-- A row is a URL and a channel that named it, with what the channel said. Insert-only. The first channel of a URL is in
-- `seen`; it has a row here only if it gave a title or a date.
create table discoveries (
    host_id   bigint not null,
    url_id    bigint not null,
    via       text not null check (via in (
        'seed', 'front_page', 'section', 'feed', 'sitemap', 'news_sitemap', 'link', 'redirect', 'websub', 'well_known', 'import')),
    title     text,
    published timestamptz,
    seen_at   timestamptz not null default now(),
    primary key (host_id, url_id, via)
);

-- A row is a URL that is due. It is deleted when its visit is recorded.
create table queue (
    host_id  bigint not null,
    priority smallint not null, -- that of `seen`; a page visited before: `revisit_priority` of it
    url_id   bigint not null,
    primary key (host_id, priority, url_id)
) with (autovacuum_vacuum_scale_factor = 0.05);

-- Pages visited before come after channels and new pages.
create function revisit_priority(priority smallint) returns smallint
language sql immutable parallel safe
return least(priority::integer + 1000, 32767)::smallint;

-- A row is the state of a visited URL: how the last visit ended, what changed when, and when it is due next.
create table visits (
    host_id         bigint not null,
    url_id          bigint not null,
    visited_at      timestamptz not null,
    outcome         text not null check (outcome in (
        'fetched', 'not_modified', 'redirected', 'disallowed', 'too_large', 'unreachable', 'dns_failure', 'tls_failure',
        'refused', 'challenge', 'not_found', 'server_error', 'busy', 'timeout', 'malformed', 'redirect_loop', 'skipped')),
    http_status     smallint,
    etag            text,
    last_modified   text,
    next_due        timestamptz, -- null: queued, or never due again
    visits          integer not null check (visits > 0),
    changes         integer not null check (changes >= 0),
    failures        integer not null check (failures >= 0), -- in a row
    changed_at      timestamptz, -- the body last differed, or was new
    unchanged_at    timestamptz, -- the body was last the same as before
    body_hash       bytea check (length(body_hash) = 32), -- SHA-256 of the newest body
    page_id         bigint, -- the newest stored page
    page_fetched_at timestamptz,
    lost            text check (lost in ('gone', 'elsewhere')), -- it answers 404 or 410, or redirects; null: it is there
    lost_at         timestamptz, -- since when; timeouts and server errors change neither
    primary key (host_id, url_id),
    constraint visits_page_is_whole check ((page_id is null) = (page_fetched_at is null)),
    constraint visits_page_has_hash check (page_id is null or body_hash is not null),
    constraint visits_lost_is_whole check ((lost is null) = (lost_at is null))
) with (fillfactor = 80);
create index visits_due on visits (host_id, next_due) where next_due is not null;
create index visits_lost on visits (lost_at) where lost is not null;
create index visits_disallowed on visits (host_id) where outcome = 'disallowed';

-- A row is a URL that a page or channel of a host named and that is not requested. A bounded number is kept for each reason.
create table skipped_urls (
    host_id    bigint not null, -- that named it
    reason     text not null, -- for people
    url_hash   uuid not null, -- as in `seen`
    url        text not null,
    skipped_at timestamptz not null default now(),
    primary key (host_id, reason, url_hash)
);

-- A row is a URL that was discarded in favour of another spelling, to be visited if the one that was kept is no page.
create table url_variants (
    kept_hash uuid not null, -- of the spelling that was kept, as in `seen`
    alternate text not null check (alternate <> '' and length(alternate) <= 2048),
    primary key (kept_hash) -- one alternate is enough: a URL seldom has three spellings
);

-- A row counts the articles behind a pattern of URLs, which decides how many more of them are fetched.
create table pattern_stats (
    host_id  bigint not null,
    pattern  text not null check (pattern <> '' and length(pattern) <= 255),
    pages    integer not null default 0 check (pages >= 0), -- URLs whose first page was extracted
    articles integer not null default 0, -- articles among them; negative for a while when patterns are defined anew
    primary key (host_id, pattern)
) with (fillfactor = 80);
