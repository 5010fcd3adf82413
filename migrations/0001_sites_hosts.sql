-- Purpose: sites (what is seeded) and hosts (the unit of crawl work).
-- A host row is the lease: who may walk the host, until when, and the earliest next request, so that
-- the next worker keeps the pacing of the one before. The lease token only grows; a write that carries
-- an old one is refused (fencing).

create table sites (
    site_id       text primary key check (site_id <> '' and length(site_id) <= 255),
    name          text not null,
    home          text not null,
    domain        text not null check (domain <> '' and length(domain) <= 255),
    country       text,
    language      text,
    feeds         text[] not null default '{}',
    sitemaps      text[] not null default '{}',
    news_sitemaps text[] not null default '{}',
    seeded        boolean not null, -- false: known only from imported pages
    created_at    timestamptz not null default now(),
    updated_at    timestamptz not null default now()
);
create index sites_domain on sites (domain);

create table hosts (
    host_id         bigint generated always as identity primary key,
    site_id         text not null references sites,
    authority       text not null unique check (authority <> '' and length(authority) <= 255),
    scheme          text not null check (scheme in ('http', 'https')),
    domain          text not null,
    next_fetch_at   timestamptz, -- when there is something to fetch; null: never by itself
    next_request_at timestamptz not null default now(),
    lease_token     bigint not null default 0,
    lease_worker    text,
    lease_length    interval not null default interval '2 minutes', -- by how much a recorded visit prolongs the lease
    leased_until    timestamptz,
    created_at      timestamptz not null default now(),
    constraint hosts_lease_is_whole check ((lease_worker is null) = (leased_until is null))
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index hosts_due on hosts (next_fetch_at) where next_fetch_at is not null;
create index hosts_site on hosts (site_id);

create table robots (
    host_id    bigint primary key references hosts,
    fetched_at timestamptz not null,
    status     smallint, -- null: unreachable
    body       bytea not null
);
