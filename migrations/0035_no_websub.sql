-- Feeds are polled: a nightly crawl cannot use pushes.
drop table websub_subscriptions, websub_listeners;

-- What a push found was named by its feed.
alter table seen drop constraint seen_via_check;
alter table discoveries drop constraint discoveries_via_check;
update seen set via = 'feed' where via = 'websub';
delete from discoveries d where via = 'websub' and exists (
    select from discoveries f where f.host_id = d.host_id and f.url_id = d.url_id and f.via = 'feed');
update discoveries set via = 'feed' where via = 'websub';
alter table seen add constraint seen_via_check check (via in (
    'seed', 'front_page', 'section', 'feed', 'sitemap', 'news_sitemap', 'link', 'redirect', 'well_known', 'import'));
alter table discoveries add constraint discoveries_via_check check (via in (
    'seed', 'front_page', 'section', 'feed', 'sitemap', 'news_sitemap', 'link', 'redirect', 'well_known', 'import'));

-- As before, without the times of subscriptions.
create or replace function put_times_right(longest_wait double precision, longest_slot double precision) returns bigint
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
