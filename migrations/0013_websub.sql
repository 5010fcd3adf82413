-- Purpose: subscriptions to feeds that a hub pushes (WebSub), and channels found by asking for a usual path.
-- A row begins as `offered` when a feed names a hub, becomes `pending` when the hub is asked, `active` when the hub has
-- verified that we meant it, and goes when the feed names no hub any more and the hub has been told (`ending`).
-- As in 0009 the new checks allow more than the old ones.
-- The callback is the secret part of the address the hub calls; it changes with hub and topic.

create table websub_subscriptions (
    host_id     bigint not null,
    url_id      bigint not null, -- the feed in `seen`
    hub         text not null check (hub <> ''),
    topic       text not null check (topic <> ''),
    callback    uuid not null unique default gen_random_uuid(),
    secret      text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
    listener    text, -- base of the callback's address: who asked for it
    state       text not null default 'offered' check (state in ('offered', 'pending', 'active', 'denied', 'ending')),
    lease_until timestamptz, -- the hub pushes until then
    next_try_at timestamptz not null default now(), -- when the hub is asked again: a renewal, a new attempt, a farewell
    failures    integer not null default 0 check (failures >= 0), -- in a row
    error       text, -- of the last attempt
    pings       bigint not null default 0 check (pings >= 0),
    ignored     bigint not null default 0 check (ignored >= 0), -- pushes with a wrong signature
    last_ping   timestamptz,
    offered_at  timestamptz not null default now(),
    primary key (host_id, url_id),
    constraint websub_active_has_a_lease check (state <> 'active' or lease_until is not null)
);
create index websub_due on websub_subscriptions (next_try_at);

-- Who takes callbacks, and when each was last heard of: a feed is polled less only while somebody listens.
create table websub_listeners (
    listener text primary key check (listener <> ''),
    seen_at  timestamptz not null default now()
);

alter table seen drop constraint seen_via_check;
alter table seen add constraint seen_via_check check (via in (
    'seed', 'front_page', 'section', 'feed', 'sitemap', 'news_sitemap', 'link', 'redirect', 'websub', 'well_known', 'import')) not valid;
alter table sightings drop constraint sightings_via_check;
alter table sightings add constraint sightings_via_check check (via in (
    'seed', 'front_page', 'section', 'feed', 'sitemap', 'news_sitemap', 'link', 'redirect', 'websub', 'well_known', 'import')) not valid;
