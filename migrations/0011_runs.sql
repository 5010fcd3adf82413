-- Runs of the program, the size of the database, and what is put right after a clock that was ahead.

-- A row is a run of the program, with its counts.
create table runs (
    run_id      bigint generated always as identity primary key,
    command     text not null,
    state       text not null default 'running' check (state in ('running', 'done', 'stopped', 'failed')),
    started_at  timestamptz not null default now(),
    finished_at timestamptz,
    counts      jsonb not null default '{}' check (jsonb_typeof(counts) = 'object'),
    detail      text,
    session     bigint, -- an advisory lock of this number is held while the program lives; null: unknown
    constraint runs_end_once check ((state = 'running') = (finished_at is null))
);
create index runs_started on runs (started_at desc);

-- A row counts the runs of a command that are no longer in `runs`, by how they ended.
create table runs_before (
    command text not null,
    state   text not null check (state in ('done', 'stopped', 'failed')),
    runs    bigint not null check (runs >= 0),
    primary key (command, state)
);

-- A row is the size of the database when it was last looked at on a day (UTC); old days go.
create table size_days (
    day   date primary key,
    bytes bigint not null check (bytes >= 0)
);

-- A row is a host with times that lie in the future, and by how much the clock was ahead, which is the most that any host shows. Each of
-- the times compared is one that the clock has shown: a lease is extended from now, and no host rests for more than a day.
create view hosts_ahead as
select h.host_id, max(shown.at) over () - now() as ahead
from hosts h
cross join lateral (
    select greatest((select max(greatest(r.fetched_at, r.asked_at)) from robots r where r.host_id = h.host_id),
        h.leased_until - h.lease_length, h.next_request_at - interval '1 day',
        (select max(d.last_at) from visit_days d
            where d.host_id = h.host_id and d.day >= (now() at time zone 'UTC')::date and d.outcome <> 'imported')) as at
) shown
where shown.at > now() + interval '5 minutes';

-- Puts these times right, so that nothing waits longer than it would have: those of a host and its URLs are moved by what
-- the clock was ahead, others are bounded by the present. No visit is due after `longest_wait`, and no request waits
-- longer than `longest_slot`, in seconds. Returns the number of hosts.
create function put_times_right(longest_wait double precision, longest_slot double precision) returns bigint
language plpgsql as $$
declare
    latest timestamptz := now() + make_interval(secs => longest_wait);
    late_slot timestamptz := now() + make_interval(secs => longest_slot);
    found_hosts bigint[];
    was_ahead interval;
begin
    -- in the order of ids, as wherever hosts are locked: no deadlock
    perform from hosts where host_id in (select a.host_id from hosts_ahead a) order by host_id for no key update;
    select array_agg(host_id), max(ahead) into found_hosts, was_ahead from hosts_ahead;
    if found_hosts is not null then
        -- a run under that clock may have made feeds and sitemaps due without visiting them
        update visits v set next_due = v.next_due - was_ahead
        from seen s
        where s.host_id = any(found_hosts) and s.kind <> 'page' and v.host_id = s.host_id and v.url_id = s.url_id
            and v.visited_at <= now() and v.next_due > now() + interval '1 day';
        update visits v
        set visited_at = v.visited_at - was_ahead, next_due = v.next_due - was_ahead,
            changed_at = case when v.changed_at > now() then v.changed_at - was_ahead else v.changed_at end,
            unchanged_at = case when v.unchanged_at > now() then v.unchanged_at - was_ahead else v.unchanged_at end,
            lost_at = case when v.lost_at > now() then v.lost_at - was_ahead else v.lost_at end
        where v.host_id = any(found_hosts) and v.visited_at > now();
        update robots
        set fetched_at = least(fetched_at, now()), asked_at = case when asked_at > now() then now() else asked_at end,
            unreachable_since = case when unreachable_since > now() then now() else unreachable_since end
        where host_id = any(found_hosts);
        update visit_days set last_at = least(last_at, now())
        where host_id = any(found_hosts) and day >= (now() at time zone 'UTC')::date;
        update hosts h
        set leased_until = case when h.leased_until is not null then least(h.leased_until, now() + h.lease_length) end,
            next_request_at = h.next_request_at - was_ahead,
            next_fetch_at = case when h.next_fetch_at is not null then greatest(now(), h.next_request_at - was_ahead) end
        where h.host_id = any(found_hosts);
        update request_slots set next_at = late_slot where next_at > late_slot;
    end if;

    update visits v set next_due = latest
    from hosts h cross join lateral (
        select late.url_id from visits late where late.host_id = h.host_id and late.next_due > latest offset 0
    ) late
    where v.host_id = h.host_id and v.url_id = late.url_id;
    update hosts set next_fetch_at = now() where next_fetch_at > latest;
    update request_slots set next_at = late_slot where next_at > now() + interval '1 day' and next_at > late_slot;
    update opt_out_files set fetched_at = now() where fetched_at > now();
    update quotas set window_start = now() where window_start > now();
    update runs set started_at = least(started_at, now()), finished_at = case when finished_at is not null then least(finished_at, now()) end
    where started_at > now() or finished_at > now();
    return coalesce(cardinality(found_hosts), 0);
end $$;
