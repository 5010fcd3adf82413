-- Hosts, the unit of crawl work, and what is asked of a host before its pages are: which of its names it prefers, its robots.txt, its
-- opt-out files, and whether a request may be sent now.

-- A row is a host and the lease on it: who may crawl it, until when, and the earliest next request, so that the next
-- worker keeps the pace of the one before. The lease token only grows; a write with an old token is refused (fencing).
--
-- What belongs to a host refers to it and is deleted with it. The largest tables have no such reference, since each of their rows would be
-- checked: those of the frontier, pages, visits and articles. `site forget` empties them in batches before it deletes the host.
create table hosts (
    host_id         bigint generated always as identity primary key,
    site_id         text not null references sites,
    authority       text not null unique check (authority <> '' and length(authority) <= 255), -- name, and port if unusual
    -- which scheme is asked first: that of the URL by which the host was found, until only the other one answers or the robots.txt
    -- redirects to it
    scheme          text not null check (scheme in ('http', 'https')),
    domain          text not null, -- registrable
    next_fetch_at   timestamptz, -- when a URL of it is due; null: none ever is
    next_request_at timestamptz not null default now(),
    failures        smallint not null default 0 check (failures >= 0), -- in a row; its cooldown grows with each
    cooldown_reason text, -- why its last crawl ended early, in a word; null: it did not
    cooldown_detail text, -- the same in detail, such as the name that is unknown
    lease_token     bigint not null default 0,
    lease_worker    text,
    lease_session   bigint, -- an advisory lock of this number is held while the worker lives
    lease_length    interval not null default interval '2 minutes', -- by how much a recorded visit extends the lease
    leased_until    timestamptz,
    created_at      timestamptz not null default now(),
    constraint hosts_lease_is_whole check ((lease_worker is null) = (leased_until is null))
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index hosts_due on hosts (next_fetch_at) where next_fetch_at is not null;
create index hosts_site on hosts (site_id);
create index hosts_domain on hosts (domain); -- partial by lease, it would cost a heap-only update each time a lease is extended

-- Whether a program holds the advisory lock of this number: it lives.
create function session_lives(session bigint) returns boolean
language sql stable
return exists (
    select from pg_locks l
    where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
        and l.database = (select d.oid from pg_database d where d.datname = current_database())
        and (l.classid::bigint << 32) | l.objid::bigint = session
);

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

-- A row is the last known robots.txt of a host at one scheme: URLs at http and those at https have their own (RFC 9309, section 2.3).
-- While it cannot be had, the one before stays.
create table robots (
    host_id           bigint not null references hosts on delete cascade,
    scheme            text not null check (scheme in ('http', 'https')),
    fetched_at        timestamptz not null,
    status            smallint, -- null: unreachable
    body              bytea not null,
    unreachable_since timestamptz, -- null: the last request was answered
    asked_at          timestamptz, -- last request, answered or not
    is_due            boolean not null default false, -- somebody asked for it before its time; the next answer, or its absence, ends that
    primary key (host_id, scheme),
    constraint robots_outage_is_whole check (unreachable_since is null or asked_at is not null)
);

-- A row is the last answer of a host for a file in which sites opt out of uses beyond reading; a missing file has a row too.
create table opt_out_files (
    host_id    bigint not null references hosts on delete cascade,
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
