-- Purpose: politeness beyond the host. A turn is the right to send one request; it is needed for the host, for its
-- registrable domain and for its IP address, and each is had by one worker at a time. While a request runs, `next_at`
-- lies behind the latest moment at which it can have ended, plus the delay: a worker that dies with a turn in hand makes
-- others wait and never shortens a gap. When the request has ended, `next_at` is set to its end plus the delay.
-- All times are the database's, so that the clocks of workers do not matter. A row that is missing is free.

create table turns (
    key     text primary key check (key <> '' and length(key) <= 300), -- host:…, domain:…, ip:…
    next_at timestamptz not null,
    held_by bigint -- the turn in progress; null: ended
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- Takes the turns of all keys, or none. Returns 0 if they are taken, else the seconds to wait before asking again;
-- null if the host's lease has passed to another. Asking again for a turn that is held renews it.
create function take_turns(turn bigint, leased_host bigint, token bigint, keys text[], delays double precision[], hold double precision)
returns double precision language plpgsql as $$
declare
    wait double precision;
    taken bigint;
begin
    if not exists (select from hosts h where h.host_id = leased_host and h.lease_token = token and h.leased_until is not null) then
        return null;
    end if;
    -- in the order of keys, here and wherever turns are locked: nobody waits in a circle
    insert into turns (key, next_at)
    select wanted.key, now() from unnest(keys) wanted (key)
    where not exists (select from turns t where t.key = wanted.key)
    order by wanted.key
    on conflict do nothing;
    perform from turns t where t.key = any(keys) order by t.key for no key update;
    select extract(epoch from max(t.next_at) - clock_timestamp()) into wait
    from turns t where t.key = any(keys) and t.held_by is distinct from turn;
    if wait > 0 then
        return wait;
    end if;
    update turns t
    set held_by = turn, next_at = clock_timestamp() + make_interval(secs => hold + wanted.delay)
    from unnest(keys, delays) wanted (key, delay)
    where t.key = wanted.key;
    get diagnostics taken = row_count;
    return case when taken = cardinality(keys) then 0 else 0.001 end; -- a row was removed in this moment
end $$;

-- Failures of a host in a row, over visits: its rest doubles with each. Any answer sets it back to 0.
alter table hosts add column failures smallint not null default 0 check (failures >= 0);

-- The session of the worker that holds the lease, an advisory lock of that number: free when the worker is gone.
alter table hosts add column lease_session bigint;

-- One walk at a time per registrable domain.
create index hosts_domain on hosts (domain); -- not partial: a lease prolonged would leave its place on the page

-- A robots.txt that cannot be had: since when, and when it was last asked for. The last one known is kept beside it.
alter table robots
    add column unreachable_since timestamptz,
    add column asked_at timestamptz,
    add constraint robots_outage_is_whole check (unreachable_since is null or asked_at is not null);
