-- URLs at http and those at https have a robots.txt of their own (RFC 9309, section 2.3). `hosts.scheme` is the one that is asked first: that of
-- the URL by which the host was found, until the other one is the only one that answers, or the robots.txt redirects to it.

-- A row is the last known robots.txt of a host at one scheme.
alter table robots add column scheme text check (scheme in ('http', 'https'));
update robots r set scheme = h.scheme from hosts h where h.host_id = r.host_id;
alter table robots alter column scheme set not null;
alter table robots drop constraint robots_pkey, add primary key (host_id, scheme);

-- As before, with one row per host that has several robots.txt.
create or replace view hosts_ahead as
select h.host_id, max(shown.at) over () - now() as ahead
from hosts h
cross join lateral (
    select greatest((select max(greatest(r.fetched_at, r.asked_at)) from robots r where r.host_id = h.host_id),
        h.leased_until - h.lease_length, h.next_request_at - interval '1 day',
        (select max(d.last_at) from visit_days d
            where d.host_id = h.host_id and d.day >= (now() at time zone 'UTC')::date and d.outcome <> 'imported')) as at
) shown
where shown.at > now() + interval '5 minutes';
