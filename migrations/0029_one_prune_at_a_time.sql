-- Two processes that prune at once drop a month one after the other, and a repeated call after a lost answer finds the month dropped.
-- Otherwise as before.
create or replace function drop_month(parent text, month text, out rows bigint, out rejected bigint)
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
