-- Fills a database like that of a long-running crawler: `urls` URLs in all, spread evenly over the seeded hosts and `others`
-- more, each visited before. One in ten waits in the queue for its next visit, behind all new ones; the others are due again
-- in a month or later. Needs the variables urls and others.
set synchronous_commit = off;
set maintenance_work_mem = '256MB';

insert into sites (site_id, name, home, domain, seeded)
select 'other-' || n, 'Other ' || n, 'https://www.other-' || n || '.example/', 'other-' || n || '.example', true
from generate_series(1, :others) n;

insert into hosts (site_id, authority, scheme, domain)
select 'other-' || n, 'www.other-' || n || '.example', 'https', 'other-' || n || '.example'
from generate_series(1, :others) n;

insert into seen (host_id, url_hash, url, kind, via, priority, depth, first_seen)
select host_id, encode(substr(sha256(url::bytea), 1, 16), 'hex')::uuid, url, 'page', 'link', 400, 3,
    now() - interval '1 day' * (30 + 300.0 * n / per_host)
from (
    select h.host_id, n, per_host,
        h.scheme || '://' || h.authority || '/archiv/2025/' || lpad((n % 12 + 1)::text, 2, '0')
            || '/ein-titel-mit-einigen-worten-' || (n * 7919 + h.host_id) || '.html' as url
    from (select *, greatest(:urls / count(*) over (), 1) as per_host from hosts) h, generate_series(1, per_host) n
) known;

insert into visits (host_id, url_id, visited_at, outcome, http_status, etag, next_due, visits, changes, failures,
    changed_at, body_hash)
select host_id, url_id, first_seen + interval '20 days', 'fetched', 200, '"' || url_id || '"',
    case when url_id % 10 > 0 then now() + interval '30 days' + interval '1 minute' * (url_id % 80000) end,
    3, 1, 0, first_seen, sha256(url::bytea)
from seen where url like '%/archiv/2025/%';

insert into queue (host_id, priority, url_id)
select host_id, revisit_priority(priority), url_id from seen where url like '%/archiv/2025/%' and url_id % 10 = 0;

vacuum (analyze) seen, visits, queue, hosts, sites;
checkpoint;
