-- Purpose: the frontier of each host.
-- `seen`    every URL ever come across, insert-only: url hash -> id, and how it was found first
-- `queue`   what is due now; a row goes when its visit is recorded. Channels (front page, feeds, sitemaps) and
--           new pages have the priority of `seen`; pages seen before come after them
-- `visits`  the state of each visited URL: validators, what changed when, when it is due next
-- `feed_entries`  what feeds and news sitemaps said about a URL, insert-only
-- No foreign keys here: each check would lock and dirty a row of a table that is only ever added to.

create table seen (
    host_id    bigint not null,
    url_hash   uuid not null, -- first half of the url's sha-256
    url_id     bigint generated always as identity,
    url        text not null check (url <> ''),
    kind       text not null check (kind in ('home', 'feed', 'sitemap', 'news_sitemap', 'page')),
    via        text not null check (via in ('seed', 'front_page', 'section', 'feed', 'sitemap', 'news_sitemap', 'link', 'redirect', 'import')),
    priority   smallint not null, -- smaller comes first
    depth      smallint not null check (depth >= 0),
    first_seen timestamptz not null default now(),
    primary key (host_id, url_hash),
    unique (host_id, url_id)
);
create index seen_channels on seen (host_id, url_id) where kind <> 'page';
create index seen_first on seen using brin (first_seen); -- rows come in this order

create table feed_entries (
    host_id   bigint not null,
    url_id    bigint not null,
    via       text not null check (via in ('feed', 'sitemap', 'news_sitemap')),
    title     text,
    published timestamptz,
    seen_at   timestamptz not null default now(),
    primary key (host_id, url_id, via),
    constraint feed_entries_say_something check (title is not null or published is not null)
);

create table queue (
    host_id  bigint not null,
    priority smallint not null, -- that of `seen`, or `revisit_priority` of it
    url_id   bigint not null,
    primary key (host_id, priority, url_id)
) with (autovacuum_vacuum_scale_factor = 0.05);

create function revisit_priority(priority smallint) returns smallint
language sql immutable parallel safe
return least(priority::integer + 1000, 32767)::smallint;

create table visits (
    host_id         bigint not null,
    url_id          bigint not null,
    visited_at      timestamptz not null,
    outcome         text not null check (outcome in (
        'fetched', 'not_modified', 'redirected', 'disallowed', 'too_large', 'unreachable', 'refused',
        'not_found', 'server_error', 'busy', 'timeout', 'malformed', 'skipped')),
    http_status     smallint,
    etag            text,
    last_modified   text,
    next_due        timestamptz, -- null: queued already, or never again by itself
    visits          integer not null check (visits > 0),
    changes         integer not null check (changes >= 0),
    failures        integer not null check (failures >= 0), -- in a row, up to now
    changed_at      timestamptz, -- the body last differed, or came first
    unchanged_at    timestamptz, -- the body was last found as it was
    body_hash       bytea check (length(body_hash) = 32),
    page_id         bigint,
    page_fetched_at timestamptz,
    primary key (host_id, url_id),
    constraint visits_page_is_whole check ((page_id is null) = (page_fetched_at is null)),
    constraint visits_page_has_hash check (page_id is null or body_hash is not null)
) with (fillfactor = 80);
create index visits_due on visits (host_id, next_due) where next_due is not null;
