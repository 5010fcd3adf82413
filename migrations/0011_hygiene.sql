-- Purpose: what is learned about the spelling and the worth of addresses, and how much is asked of a site.
-- `aliases`  which of two names of one front page (http or https, with or without www) the site prefers
-- `folds`    addresses passed over in favour of another spelling, to come back to where that one is no page
-- `yields`   how many pages of each pattern of addresses were read, and how many of them were articles
-- `rations`  requests granted to workers, by site, in its present window of 23 hours

create table aliases (
    origin     text primary key check (origin ~ '^https?://[^/]+$'),
    preferred  text not null check (preferred ~ '^https?://[^/]+$'),
    domain     text not null, -- registrable, of both
    answers    boolean not null default false, -- the preferred one has answered with a front page
    learned_at timestamptz not null default now(),
    constraint aliases_lead_elsewhere check (origin <> preferred)
);
create index aliases_domain on aliases (domain);

create table folds (
    folded_hash uuid not null, -- of the address taken instead, as in `seen`
    passed_over text not null check (passed_over <> '' and length(passed_over) <= 2048),
    primary key (folded_hash) -- one is enough: a folded address has seldom two spellings
);

create table yields (
    host_id  bigint not null,
    pattern  text not null check (pattern <> '' and length(pattern) <= 255),
    pages    integer not null default 0 check (pages >= 0), -- addresses whose first page was read
    articles integer not null default 0, -- those among them that were articles; below 0 for a while when patterns are cut anew
    primary key (host_id, pattern)
) with (fillfactor = 80);

create table rations (
    site_id text primary key references sites on delete cascade,
    since   timestamptz not null,
    taken   bigint not null check (taken >= 0),
    granted bigint not null check (granted >= 0) -- the last time
) with (fillfactor = 50);
