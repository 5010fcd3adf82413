-- A publisher who asked for a site to be forgotten does not expect it to be crawled again because its entry is still in a seed file.

-- A row is a site that was forgotten. No seed adds it again, unless a person adds it, which deletes the row. It names the site only by hashes,
-- as the runs of `site forget` do.
create table forgotten_sites (
    site_hash    text primary key check (site_hash ~ '^[0-9a-f]{64}$'), -- SHA-256 of its id
    host_hash    text check (host_hash ~ '^[0-9a-f]{64}$'), -- SHA-256 of the host of its home page without `www.`; null: not recorded
    forgotten_at timestamptz not null
);
create index forgotten_sites_host on forgotten_sites (host_hash);

insert into forgotten_sites (site_hash, forgotten_at)
select counts ->> 'site', max(finished_at) from runs
where command = 'site forget' and state = 'done' and finished_at is not null and counts ->> 'site' ~ '^[0-9a-f]{64}$'
group by 1;
