-- Records visits, each of another URL, ordered by host and URL: the page where its body is new, the log and its count by
-- day, the URL's state; the queue row is done with. A visit that stands in the log was recorded before, and is left out.
-- `offset 0` keeps the planner from turning a look by key into a join, which it would plan for tables as they were once.
with given as (
    select * from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::text[], $5::smallint[], $6::integer[],
        $7::bigint[], $8::text[], $9::text[], $10::timestamptz[], $11::text[], $12::text[], $13::text[], $14::boolean[],
        $15::text[], $16::smallint[], $17::text[], $18::text[], $19::bigint[], $20::bytea[], $21::bytea[],
        $22::text[], $23::bigint[], $24::bytea[], $25::bytea[], $26::bytea[], $27::uuid[], $28::boolean[])
        as given (host_id, url_id, fetched_at, outcome, http_status, duration_ms,
            size_bytes, etag, last_modified, next_due, robots_rule, opt_out, detail, failed,
            url_final, page_status, content_type, headers, body_size, body_hash, body,
            plain_type, plain_size, plain_hash, plain_body, boxes, target, is_kept)
), visit as materialized (
    select given.*,
        case when given.body_hash is not null then old.body_hash is distinct from given.body_hash end as changed,
        case when given.body_hash is not null and old.body_hash is distinct from given.body_hash
            then nextval('page_ids') end as page_id,
        -- null: an answer that says nothing of whether the page is there, such as the first 404, or a temporary redirect
        -- of a page that is gone
        case when given.outcome in ('fetched', 'not_modified') then 'there'
            when given.http_status in (410, 451) or given.outcome = 'not_found' and old.outcome = 'not_found' then 'gone'
            when given.outcome = 'redirected' and given.http_status in (301, 308)
                then case when given.is_kept then 'elsewhere' else 'gone' end
            when given.outcome = 'redirected' and old.lost is distinct from 'gone' then 'elsewhere' end as stands,
        coalesce(old.lost, 'there') as stood, old.page_id as old_page, old.page_fetched_at as old_page_at
    from given left join lateral (
        select v.outcome, v.body_hash, v.lost, v.page_id, v.page_fetched_at from visits v where v.host_id = given.host_id and v.url_id = given.url_id offset 0
    ) old on true
    where not exists (select from fetches f
        where f.host_id = given.host_id and f.url_id = given.url_id and f.fetched_at = given.fetched_at)
), page as (
    insert into pages (page_id, host_id, url_id, fetched_at, url_final, http_status, content_type, headers,
        body_size, body_hash, body, rendered, plain_type, plain_size, plain_hash, plain_body, boxes)
    select page_id, host_id, url_id, fetched_at, url_final, page_status, content_type, headers::jsonb,
        body_size, body_hash, body, plain_body is not null, plain_type, plain_size, plain_hash, plain_body, boxes
    from visit where page_id is not null
), waiting as ( -- for the extractor
    insert into extract_queue (fetched_at, page_id)
    select fetched_at, page_id from visit where page_id is not null
), logged as (
    insert into fetches (host_id, url_id, fetched_at, outcome, http_status, duration_ms, size_bytes,
        changed, page_id, robots_rule, opt_out, detail)
    select host_id, url_id, fetched_at, outcome, http_status, duration_ms, size_bytes,
        changed, page_id, robots_rule, opt_out::jsonb, detail
    from visit
), turned as ( -- the page of an article is gone, moved, or back: who follows the articles must hear of it
    insert into outbox (article_id, version)
    select a.article_id, a.version
    from visit,
        lateral (select d.article_id from verdicts d
            where d.fetched_at = visit.old_page_at and d.page_id = visit.old_page offset 0) as d,
        lateral (select a.article_id, a.version from articles a
            where a.article_id = d.article_id and a.is_latest offset 0) as a
    where visit.stands <> visit.stood
), stated as ( -- a page that has not changed may state other opt-outs
    select a.article_id, a.version, visit.fetched_at, visit.robots_rule,
        case visit.outcome when 'fetched' then visit.opt_out::jsonb
            else opt_outs_after_304(a.opt_out, visit.opt_out::jsonb) end as opt_out
    from visit,
        lateral (select d.article_id, d.article_version from verdicts d
            where d.fetched_at = visit.old_page_at and d.page_id = visit.old_page offset 0) as d,
        lateral (select a.article_id, a.version, a.opt_out from articles a
            where a.article_id = d.article_id and a.version = d.article_version and a.is_latest
                and a.host_id = visit.host_id and a.url_id = visit.url_id offset 0) as a
    where visit.page_id is null and visit.outcome in ('fetched', 'not_modified')
), opted_out as (
    update articles a set opt_out = stated.opt_out, robots_rule = coalesce(stated.robots_rule, a.robots_rule),
        last_seen_at = greatest(a.last_seen_at, stated.fetched_at) -- an earlier page says nothing any more
    from stated
    where a.article_id = stated.article_id and a.version = stated.version and a.opt_out <> stated.opt_out
    returning a.article_id, a.version
), told as (
    insert into outbox (article_id, version) select article_id, version from opted_out
), place as ( -- the whole key of each queue row: without, the queue of the host would be read to its end
    select q.ctid
    from visit,
        lateral (select s.priority from seen s
            where s.host_id = visit.host_id and s.url_id = visit.url_id offset 0) as s,
        lateral (values (s.priority), (s.priority + 1), (80), (revisit_priority(s.priority)), (32767)) as p (priority),
            -- 80 is LAST_CHANNEL_PRIORITY; all as in `Store::due`
        lateral (select q.ctid from queue q
            where q.host_id = visit.host_id and q.priority = p.priority and q.url_id = visit.url_id offset 0) as q
), done as (
    delete from queue where ctid = any(array(select ctid from place))
), counted as (
    insert into visit_days as d (host_id, day, outcome, visits, bytes, last_at, guesses)
    select host_id, (fetched_at at time zone 'UTC')::date, outcome, count(*), sum(size_bytes), max(fetched_at),
        count(*) filter (where outcome not in ('fetched', 'not_modified') and old_page is null
            and (select s.via = 'well_known' from seen s where s.host_id = visit.host_id and s.url_id = visit.url_id))
    from visit group by 1, 2, 3 order by 1, 2, 3
    on conflict (host_id, day, outcome) do update
        set visits = d.visits + excluded.visits, bytes = d.bytes + excluded.bytes,
            last_at = greatest(d.last_at, excluded.last_at), guesses = d.guesses + excluded.guesses
)
insert into visits as v (host_id, url_id, visited_at, outcome, http_status, etag, last_modified, next_due,
    visits, changes, failures, changed_at, unchanged_at, body_hash, page_id, page_fetched_at, lost, lost_at,
    redirects_to, calls)
select host_id, url_id, fetched_at, outcome, http_status, etag, last_modified, next_due,
    1, 0, case when failed then 1 else 0 end,
    case when page_id is not null then fetched_at end,
    case when not changed or outcome = 'not_modified' then fetched_at end,
    body_hash, page_id, case when page_id is not null then fetched_at end,
    nullif(stands, 'there'), case when stands <> 'there' then fetched_at end,
    case when outcome = 'redirected' and http_status in (301, 308) then target end, 0
from visit
-- validators and the last page survive failures
on conflict (host_id, url_id) do update set
    visited_at = excluded.visited_at,
    outcome = excluded.outcome,
    http_status = excluded.http_status,
    etag = case excluded.outcome when 'fetched' then excluded.etag
        when 'not_modified' then coalesce(excluded.etag, v.etag) else v.etag end,
    last_modified = case excluded.outcome when 'fetched' then excluded.last_modified
        when 'not_modified' then coalesce(excluded.last_modified, v.last_modified) else v.last_modified end,
    next_due = excluded.next_due,
    visits = v.visits + 1,
    changes = v.changes + case when excluded.page_id is not null and v.page_id is not null then 1 else 0 end,
    failures = case when excluded.failures > 0 then v.failures + 1 else 0 end,
    changed_at = coalesce(excluded.changed_at, v.changed_at),
    unchanged_at = coalesce(excluded.unchanged_at, v.unchanged_at),
    body_hash = coalesce(excluded.body_hash, v.body_hash),
    page_id = coalesce(excluded.page_id, v.page_id),
    page_fetched_at = coalesce(excluded.page_fetched_at, v.page_fetched_at),
    lost = case when excluded.lost is not null or excluded.outcome in ('fetched', 'not_modified')
        then excluded.lost else v.lost end,
    lost_at = case when excluded.lost is not distinct from v.lost then v.lost_at
        when excluded.lost is not null or excluded.outcome in ('fetched', 'not_modified')
        then excluded.lost_at else v.lost_at end,
    redirects_to = case when excluded.outcome not in ('fetched', 'not_modified')
        then coalesce(excluded.redirects_to, v.redirects_to) end,
    -- a visit before its time was called for
    calls = case when (excluded.outcome in ('fetched', 'not_modified')) <> (v.outcome in ('fetched', 'not_modified')) then 0
        when v.next_due > excluded.visited_at then least(v.calls + 1, 100)
        when excluded.outcome in ('fetched', 'not_modified') then 0 else v.calls end
