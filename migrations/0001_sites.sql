-- Sites: what is seeded, what each may cost, and which were forgotten.

-- The public face of the whole database: people and programs read the views of this schema. The tables may change.
create schema news;

-- The hosts of URLs, with their ports.
create function authorities_of(urls text[]) returns text[]
language sql immutable parallel safe
return array(select distinct substring(url from '^[a-z]+://([^/?#]+)') from unnest(urls) as url);

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
    -- feeds and sitemaps on other domains that the site names itself: in its robots.txt, on its front page or by a redirect
    named_channels text[] not null default '{}',
    -- its feeds and sitemaps, also on hosts of other sites (FeedBurner, a publisher's host of feeds)
    channels       text[] not null generated always as (feeds || sitemaps || news_sitemaps || named_channels) stored,
    rules          jsonb not null default '{}' check (jsonb_typeof(rules) = 'object'), -- the user's extraction rules
    rules_revision integer not null default 0, -- grows with each change of `rules`; 0: there never were any
    -- `rules` as the seed had them last: those that were changed since stay until the seed has others
    rules_seeded   jsonb not null default '{}' check (jsonb_typeof(rules_seeded) = 'object'),
    -- whether its pages are rendered in a browser: those that need it (`auto`), all of them (`always`), or none
    render         text not null default 'never' check (render in ('never', 'auto', 'always')),
    seeded         boolean not null, -- false: known only from imported pages
    seed_file      text, -- the file that named it last; null: none of a file
    -- what may be done: `paused` until a person resumes it, `removed` until a seed names it again, `forgotten` while its rows go
    state          text not null default 'active' check (state in ('active', 'paused', 'removed', 'forgotten')),
    created_at     timestamptz not null default now(),
    updated_at     timestamptz not null default now()
);
create index sites_domain on sites (domain);
create index sites_channels on sites using gin (channels);
create index sites_channel_hosts on sites using gin (authorities_of(channels));

-- The publisher of each site in lower case, so that outlets of one publisher count once where stories are ranked.
-- Without one in the seed it is the publisher of another site of the same domain, else the domain.
create view site_owners as
select s.site_id,
    lower(coalesce(s.publisher, (select min(other.publisher) from sites other where other.domain = s.domain), s.domain)) as owner
from sites s;

-- A row is the daily budget of a site: the requests and renderings that its present window of 23 hours has granted to workers.
create table quotas (
    site_id      text primary key references sites on delete cascade,
    window_start timestamptz not null,
    used         bigint not null check (used >= 0), -- requests
    last_grant   bigint not null check (last_grant >= 0),
    renderings   bigint not null default 0 check (renderings >= 0)
) with (fillfactor = 50);

-- A row is a site that was forgotten. A publisher who asked for that does not expect it to be crawled again because a seed file still has
-- its entry: no seed adds it, unless a person does, which deletes the row. It names the site only by hashes, as the runs of `site forget` do.
create table forgotten_sites (
    site_hash    text primary key check (site_hash ~ '^[0-9a-f]{64}$'), -- SHA-256 of its id
    host_hash    text check (host_hash ~ '^[0-9a-f]{64}$'), -- SHA-256 of the host of its home page without `www.`; null: not recorded
    forgotten_at timestamptz not null
);
create index forgotten_sites_host on forgotten_sites (host_hash);
