-- Feeds that a hub pushes (WebSub).

-- A row is a subscription. It is `offered` when a feed names a hub, `pending` when the hub is asked, `active` when the hub
-- has verified the request, `ending` when the feed names no hub any more; it is deleted when the hub knows that.
create table websub_subscriptions (
    host_id     bigint not null,
    url_id      bigint not null, -- the feed in `seen`
    hub         text not null check (hub <> ''),
    topic       text not null check (topic <> ''),
    callback    uuid not null unique default gen_random_uuid(), -- secret part of the callback URL; new with each hub and topic
    secret      text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), -- signs pushes
    listener    text, -- base of the callback URL
    state       text not null default 'offered' check (state in ('offered', 'pending', 'active', 'denied', 'ending')),
    lease_until timestamptz, -- the hub pushes until then
    next_try_at timestamptz not null default now(), -- next request to the hub: subscribe, renew or unsubscribe
    failures    integer not null default 0 check (failures >= 0), -- in a row
    error       text, -- of the last attempt
    pings       bigint not null default 0 check (pings >= 0), -- pushes received
    ignored     bigint not null default 0 check (ignored >= 0), -- pushes with a wrong signature
    last_ping   timestamptz,
    offered_at  timestamptz not null default now(),
    primary key (host_id, url_id),
    constraint websub_active_has_a_lease check (state <> 'active' or lease_until is not null)
);
create index websub_due on websub_subscriptions (next_try_at);

-- A row is a process that receives callbacks, and its last heartbeat: feeds are polled less only while one listens.
create table websub_listeners (
    listener text primary key check (listener <> ''), -- base of its callback URLs
    seen_at  timestamptz not null default now()
);
