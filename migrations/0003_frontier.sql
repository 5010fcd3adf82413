-- The frontier of each host: the URLs that are known, those that are due, and the state of those that were visited.
-- No foreign keys between URLs here: each check would lock and dirty a row of a table that is only ever added to.

-- A row is a URL that was come across, and how it was discovered first. Insert-only.
create table seen (
    host_id    bigint not null,
    url_hash   uuid not null, -- first half of the URL's SHA-256
    url_id     bigint generated always as identity,
    url        text not null check (url <> ''),
    kind       text not null check (kind in ('home', 'feed', 'sitemap', 'news_sitemap', 'page')),
    via        text not null check (via in (
        'seed', 'front_page', 'section', 'feed', 'sitemap', 'news_sitemap', 'link', 'redirect', 'well_known', 'import')),
    named_by   bigint, -- `url_id` of the feed or sitemap that named it first; null: none did
    priority   smallint not null, -- smaller comes first
    depth      smallint not null check (depth >= 0), -- links from the front page
    first_seen timestamptz not null default now(),
    primary key (host_id, url_hash),
    unique (host_id, url_id)
);
create index seen_channels on seen (host_id, url_id) where kind <> 'page';
create index seen_first on seen using brin (first_seen); -- rows come in this order

-- Crawlers remember in memory which links are stored. When URLs are deleted, by a removal of their site or because they are old, every
-- crawler has to forget that, also those in other processes. This grows with each deletion; a crawler compares it whenever it claims a host.
create sequence url_deletions;
select nextval('url_deletions'); -- so that the next call changes `last_value`

create function count_url_deletion() returns trigger
language plpgsql as $$
begin
    if exists (select from gone) then
        perform nextval('url_deletions');
    end if;
    return null;
end $$;

create trigger seen_deleted after delete on seen referencing old table as gone
    for each statement execute function count_url_deletion();

-- A row is a URL and a channel that named it, with what the channel said. Insert-only. The first channel of a URL is in
-- `seen`; it has a row here only if it gave a title or a date.
create table discoveries (
    host_id   bigint not null,
    url_id    bigint not null,
    via       text not null check (via in (
        'seed', 'front_page', 'section', 'feed', 'sitemap', 'news_sitemap', 'link', 'redirect', 'well_known', 'import')),
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
    -- visits in a row before their time, because the site announced the page, that found it still missing or the same
    calls           smallint not null default 0,
    changed_at      timestamptz, -- the body last differed, or was new
    unchanged_at    timestamptz, -- the body was last the same as before
    body_hash       bytea check (length(body_hash) = 32), -- SHA-256 of the newest body
    page_id         bigint, -- the newest stored page
    page_fetched_at timestamptz,
    lost            text check (lost in ('gone', 'elsewhere')), -- it answers 404 or 410, or redirects; null: it is there
    lost_at         timestamptz, -- since when; timeouts and server errors change neither
    -- `url_hash` in `seen` of the URL to which it redirects for good; null: it does not. It stays until there is a page again
    redirects_to    uuid,
    primary key (host_id, url_id),
    constraint visits_page_is_whole check ((page_id is null) = (page_fetched_at is null)),
    constraint visits_page_has_hash check (page_id is null or body_hash is not null),
    constraint visits_lost_is_whole check ((lost is null) = (lost_at is null))
) with (fillfactor = 80);
create index visits_due on visits (host_id, next_due) where next_due is not null;
create index visits_lost on visits (lost_at) where lost is not null;
create index visits_disallowed on visits (host_id) where outcome = 'disallowed';
create index visits_redirects on visits (redirects_to) where redirects_to is not null;

-- A row is an address of a site with `auto` whose page is empty without a browser: from its next visit on it is rendered.
create table renderings (
    host_id  bigint not null references hosts on delete cascade,
    url_id   bigint not null,
    reason   text not null, -- for people
    asked_at timestamptz not null default now(),
    primary key (host_id, url_id)
);

-- A row is a URL that a page or channel of a host named and that is not requested. A bounded number is kept for each reason.
-- Deferred: a crawler whose host was deleted learns first that it has lost the lease.
create table skipped_urls (
    host_id    bigint not null references hosts on delete cascade deferrable initially deferred, -- that named it
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
    host_id  bigint not null references hosts on delete cascade,
    pattern  text not null check (pattern <> '' and length(pattern) <= 255),
    pages    integer not null default 0 check (pages >= 0), -- URLs whose first page was extracted
    articles integer not null default 0, -- articles among them; negative for a while when patterns are defined anew
    primary key (host_id, pattern)
) with (fillfactor = 80);

-- A row counts the pages of a host that a feed or sitemap named first, and the articles among them: one whose pages are no articles is read
-- ever less often.
create table channel_yields (
    channel_id bigint not null, -- its `url_id`
    host_id    bigint not null references hosts on delete cascade, -- of the pages
    pages      integer not null default 0, -- URLs whose first page was extracted
    articles   integer not null default 0, -- articles among them
    primary key (channel_id, host_id)
) with (fillfactor = 80);
create index channel_yields_host on channel_yields (host_id); -- found when the host is deleted

-- Whether hardly any page that this channel named is an article: fewer than one in twenty, after some tens of pages. A channel starts with
-- two articles among four pages, as a URL pattern does.
create function is_barren(channel bigint) returns boolean
language sql stable
return (select coalesce(20 * (sum(y.articles) + 2) < sum(y.pages) + 4, false) from channel_yields y where y.channel_id = channel);
