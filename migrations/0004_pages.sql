-- What was fetched. A page is never altered; it goes when the settings keep it no longer, a whole month at a time where they can.
-- `pages` and `fetches` are partitioned by the month of fetching. `ensure_month` is called before the first insert of a
-- month, in a transaction of its own; rows with implausible times go to the default partition. No foreign key leads to a page:
-- PostgreSQL drops no partition that one may lead to.

create sequence page_ids;

-- A row is a response body with its headers, stored once per change. Of a rendered page, `body` is the document after its scripts ran,
-- `url_final` the address it then had, and `plain_body` what the server sent.
create table pages (
    page_id      bigint not null default nextval('page_ids'),
    fetched_at   timestamptz not null,
    host_id      bigint not null,
    url_id       bigint not null,
    url_final    text not null, -- after redirects
    http_status  smallint not null check (http_status between 0 and 999),
    content_type text,
    headers      jsonb not null check (jsonb_typeof(headers) = 'object'),
    body_size    bigint not null check (body_size >= 0), -- uncompressed
    body_hash    bytea not null check (length(body_hash) = 32), -- SHA-256 of the uncompressed body
    body         bytea not null, -- zstd
    rendered     boolean not null default false,
    -- null in the rows of other pages
    plain_type   text, -- its `Content-Type`
    plain_size   bigint, -- uncompressed
    plain_hash   bytea, -- SHA-256 of the uncompressed answer
    plain_body   bytea, -- zstd
    -- where the browser drew the text: JSON of its pieces, each with its place in `body` (zstd); null: it was not measured
    boxes        bytea constraint pages_check check (boxes is null or rendered),
    primary key (fetched_at, page_id),
    constraint pages_plain_is_whole check (
        rendered = (plain_body is not null) and rendered = (plain_size is not null) and rendered = (plain_hash is not null)
        and length(plain_hash) = 32 and plain_size >= 0)
) partition by range (fetched_at);
-- compressed already
alter table pages alter column body set storage external, alter column plain_body set storage external, alter column boxes set storage external;
create index pages_url on pages (host_id, url_id, fetched_at);
create table pages_default partition of pages default;

-- A row is a visit in the log of all visits.
create table fetches (
    host_id     bigint not null,
    url_id      bigint not null,
    fetched_at  timestamptz not null,
    outcome     text not null check (outcome in (
        'fetched', 'not_modified', 'redirected', 'disallowed', 'too_large', 'unreachable', 'dns_failure', 'tls_failure',
        'refused', 'challenge', 'not_found', 'server_error', 'busy', 'timeout', 'malformed', 'redirect_loop', 'skipped')),
    http_status smallint check (http_status between 0 and 999),
    duration_ms integer not null check (duration_ms >= 0),
    size_bytes  bigint not null check (size_bytes >= 0),
    changed     boolean, -- the body differs from the one before; null: no body
    page_id     bigint, -- the stored page; null: no new body
    robots_rule text, -- the rule that allowed or disallowed it
    opt_out     jsonb not null check (jsonb_typeof(opt_out) = 'object'), -- signals as found, see `opt_out_kinds`
    detail      text,
    primary key (host_id, url_id, fetched_at), -- a visit recorded twice is one visit
    constraint fetches_unchanged_store_nothing check (page_id is null or changed)
) partition by range (fetched_at);
create index fetches_time on fetches using brin (fetched_at) with (pages_per_range = 32); -- for archives of pages
create table fetches_default partition of fetches default;

-- A row counts the visits of a host on a day (UTC) by outcome, so that `status` need not count the log. Deferred as in `skipped_urls`.
create table visit_days (
    host_id bigint not null references hosts on delete cascade deferrable initially deferred,
    day     date not null,
    outcome text not null, -- of `fetches`, or 'imported'
    visits  bigint not null check (visits > 0),
    bytes   bigint not null check (bytes >= 0),
    last_at timestamptz not null,
    primary key (host_id, day, outcome)
) with (fillfactor = 70);

-- Makes the partitions for the month of this time. False: the default partition takes its rows.
create function ensure_month(at timestamptz) returns boolean
language plpgsql
set timezone = 'UTC'
as $$
declare
    month timestamptz := date_trunc('month', at);
    suffix text := to_char(month, 'YYYY_MM');
    parent text;
begin
    if at < '1990-01-01' or at > now() + interval '40 days' then
        return false; -- a broken clock
    end if;
    if to_regclass('public.pages_' || suffix) is not null and to_regclass('public.fetches_' || suffix) is not null then
        return true;
    end if;
    perform pg_advisory_xact_lock(hashtext('gleaner.ensure_month'));
    foreach parent in array array['pages', 'fetches'] loop
        if to_regclass('public.' || parent || '_' || suffix) is null then
            begin
                execute format('create table public.%I partition of public.%I for values from (%L) to (%L)',
                    parent || '_' || suffix, parent, month, month + interval '1 month');
            exception
                when duplicate_table then null; -- another process has just made it
                when check_violation then
                    return false; -- the default partition has rows of this month: they stay there
            end;
        end if;
    end loop;
    return true;
end $$;

-- Drops the partition of a month, as `2026_11`, of `pages` or `fetches`, with the verdicts of its pages that are no articles. Refuses where
-- pages of it wait for extraction or have labels, and if others use the table for longer than the lock is waited for. Two processes drop
-- one after the other, and a repeated call after a lost answer finds the month dropped.
create function drop_month(parent text, month text, out rows bigint, out rejected bigint)
language plpgsql
set lock_timeout = '5s' set timezone = 'UTC'
as $$
declare
    begin_at timestamptz := to_timestamp(month, 'YYYY_MM');
    end_at timestamptz := begin_at + interval '1 month';
begin
    rows := 0;
    rejected := 0;
    perform pg_advisory_xact_lock(7102, 0);
    if to_regclass(format('public.%I', parent || '_' || month)) is null then
        return;
    end if;
    execute format('select count(*) from public.%I', parent || '_' || month) into rows;
    if parent = 'pages' then
        execute format('with gone as (
            delete from verdicts d using public.%I p
            where d.fetched_at = p.fetched_at and d.page_id = p.page_id and d.article_id is null
            returning is_rejected(d.article_id, d.label_source) as rejected
        ) select count(*) from gone where gone.rejected', 'pages_' || month) into rejected;
    end if;
    execute format('lock table public.%I in access exclusive mode', parent); -- last, as all crawling waits for it
    if parent = 'pages' and (
        exists (select from extract_queue q where q.fetched_at >= begin_at and q.fetched_at < end_at)
        or exists (select from page_labels l where l.fetched_at >= begin_at and l.fetched_at < end_at)
        or exists (select from block_labels l where l.fetched_at >= begin_at and l.fetched_at < end_at)
    ) then
        raise exception 'pages of % are in use', month using errcode = 'lock_not_available';
    end if;
    execute format('drop table public.%I', parent || '_' || month);
end $$;
