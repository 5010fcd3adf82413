-- Sites (what is seeded), their hosts (the unit of crawl work), and what is asked of a host before its pages are:
-- which of its names it prefers, its robots.txt, its opt-out files, and whether a request may be sent now.

-- The public face of the whole database: people and programs read the views of this schema. The tables may change.
create schema news;

-- A row is a news site, from a seed file or from the address of an imported page.
create table sites (
    site_id        text primary key check (site_id <> '' and length(site_id) <= 255),
    name           text not null,
    home           text not null, -- URL of the front page
    domain         text not null check (domain <> '' and length(domain) <= 255), -- registrable domain of `home`
    publisher      text check (publisher <> '' and length(publisher) <= 255), -- who owns it, if the seed says so
    country        text, -- ISO 3166-1
    language       text, -- ISO 639-1
    feeds          text[] not null default '{}',
    sitemaps       text[] not null default '{}',
    news_sitemaps  text[] not null default '{}',
    rules          jsonb not null default '{}' check (jsonb_typeof(rules) = 'object'), -- the user's extraction rules
    rules_revision integer not null default 0, -- grows with each change of `rules`; 0: there never were any
    -- `rules` as the seed had them last: those that were changed since stay until the seed has others
    rules_seeded   jsonb not null default '{}' check (jsonb_typeof(rules_seeded) = 'object'),
    seeded         boolean not null, -- false: known only from imported pages
    seed_file      text, -- the file that named it last; null: none of a file
    -- what may be done: `paused` until a person resumes it, `removed` until a seed names it again, `forgotten` while its rows go
    state          text not null default 'active' check (state in ('active', 'paused', 'removed', 'forgotten')),
    created_at     timestamptz not null default now(),
    updated_at     timestamptz not null default now()
);
create index sites_domain on sites (domain);

-- The publisher of each site in lower case, so that outlets of one publisher count once where stories are ranked.
-- Without one in the seed it is the publisher of another site of the same domain, else the domain.
create view site_owners as
select s.site_id,
    lower(coalesce(s.publisher, (select min(other.publisher) from sites other where other.domain = s.domain), s.domain)) as owner
from sites s;

-- A row is a host and the lease on it: who may crawl it, until when, and the earliest next request, so that the next
-- worker keeps the pace of the one before. The lease token only grows; a write with an old token is refused (fencing).
create table hosts (
    host_id         bigint generated always as identity primary key,
    site_id         text not null references sites,
    authority       text not null unique check (authority <> '' and length(authority) <= 255), -- name, and port if unusual
    scheme          text not null check (scheme in ('http', 'https')),
    domain          text not null, -- registrable
    next_fetch_at   timestamptz, -- when a URL of it is due; null: none ever is
    next_request_at timestamptz not null default now(),
    failures        smallint not null default 0 check (failures >= 0), -- in a row; its cooldown grows with each
    cooldown_reason   text, -- why its last crawl ended early, in a word; null: it did not
    cooldown_detail   text, -- the same in detail, such as the name that is unknown
    lease_token     bigint not null default 0,
    lease_worker    text,
    lease_session   bigint, -- an advisory lock of this number is held while the worker lives
    lease_length    interval not null default interval '2 minutes', -- by how much a recorded visit extends the lease
    leased_until    timestamptz,
    created_at      timestamptz not null default now(),
    constraint hosts_lease_is_whole check ((lease_worker is null) = (leased_until is null))
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
-- Whether a program holds the advisory lock of this number: it lives.
create function session_lives(session bigint) returns boolean
language sql stable
return exists (
    select from pg_locks l
    where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
        and l.database = (select d.oid from pg_database d where d.datname = current_database())
        and (l.classid::bigint << 32) | l.objid::bigint = session
);

create index hosts_due on hosts (next_fetch_at) where next_fetch_at is not null;
create index hosts_site on hosts (site_id);
create index hosts_domain on hosts (domain); -- partial by lease, it would cost a heap-only update each time a lease is extended

-- A row says which of two origins of one front page (http or https, with or without www) the site prefers.
create table aliases (
    origin     text primary key check (origin ~ '^https?://[^/]+$'),
    preferred  text not null check (preferred ~ '^https?://[^/]+$'),
    domain     text not null, -- registrable, of both
    answers    boolean not null default false, -- the preferred origin has answered with a front page
    learned_at timestamptz not null default now(),
    constraint aliases_lead_elsewhere check (origin <> preferred)
);
create index aliases_domain on aliases (domain);

-- A row is the last known robots.txt of a host. While it cannot be had, the one before stays.
create table robots (
    host_id           bigint primary key references hosts,
    fetched_at        timestamptz not null,
    status            smallint, -- null: unreachable
    body              bytea not null,
    unreachable_since timestamptz, -- null: the last request was answered
    asked_at          timestamptz, -- last request, answered or not
    constraint robots_outage_is_whole check (unreachable_since is null or asked_at is not null)
);

-- A row is the last answer of a host for a file in which sites opt out of uses beyond reading; a missing file has a row too.
create table opt_out_files (
    host_id    bigint not null references hosts,
    name       text not null check (name in ('tdmrep.json', 'ai.txt')),
    fetched_at timestamptz not null,
    status     smallint, -- null: unreachable
    body       bytea not null,
    primary key (host_id, name)
);

-- The kinds of opt-out signals in what a visit recorded, for filters of views and exports: `tdm` reserves the rights of
-- text and data mining, `ai` asks not to be used for AI; the others are directives of meta robots or X-Robots-Tag, where
-- `none` includes `noindex`, and `max-snippet:0` means `nosnippet`.
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

-- A row is the daily request budget of a site: what its present window of 23 hours has granted to workers.
create table quotas (
    site_id      text primary key references sites on delete cascade,
    window_start timestamptz not null,
    used         bigint not null check (used >= 0),
    last_grant   bigint not null check (last_grant >= 0)
) with (fillfactor = 50);

-- A row is a key of the rate limiter: a host, a registrable domain or an IP address, and when its next request may start.
-- A request needs a slot for each of its keys, and one worker at a time holds a key. While a request runs, `next_at` is
-- the latest moment at which it can have ended, plus the delay: a worker that dies makes others wait and never shortens
-- a gap. When the request has ended, `next_at` becomes its end plus the delay. All times are the database's, so the
-- clocks of workers do not matter. A missing row is a free key.
create table request_slots (
    key     text primary key check (key <> '' and length(key) <= 300), -- host:…, domain:…, ip:…
    next_at timestamptz not null,
    held_by bigint -- slot of the running request; null: none
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- Acquires all keys for a slot, or none. Returns 0 if they are acquired, else the seconds to wait before asking again;
-- null if the lease on the host has passed to another worker. Asking again for a slot that is held renews it.
create function acquire_slots(slot bigint, leased_host bigint, token bigint, keys text[], delays double precision[], hold double precision)
returns double precision language plpgsql as $$
declare
    wait double precision;
    acquired bigint;
begin
    if not exists (select from hosts h where h.host_id = leased_host and h.lease_token = token and h.leased_until is not null) then
        return null;
    end if;
    -- in the order of keys, as wherever keys are locked: no deadlock
    insert into request_slots (key, next_at)
    select wanted.key, now() from unnest(keys) wanted (key)
    where not exists (select from request_slots s where s.key = wanted.key)
    order by wanted.key
    on conflict do nothing;
    perform from request_slots s where s.key = any(keys) order by s.key for no key update;
    select extract(epoch from max(s.next_at) - clock_timestamp()) into wait
    from request_slots s where s.key = any(keys) and s.held_by is distinct from slot;
    if wait > 0 then
        return wait;
    end if;
    update request_slots s
    set held_by = slot, next_at = clock_timestamp() + make_interval(secs => hold + wanted.delay)
    from unnest(keys, delays) wanted (key, delay)
    where s.key = wanted.key;
    get diagnostics acquired = row_count;
    return case when acquired = cardinality(keys) then 0 else 0.001 end; -- a row was deleted meanwhile: ask again
end $$;
