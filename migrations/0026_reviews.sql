-- Which text repeats on a host becomes known while its pages are extracted. Pages extracted before that are found by their traces.

-- A row is the trace of an article that has not been compared with what is known about its host since it was extracted. It comes with
-- the verdict, and is deleted once the page is queued again or found to be up to date.
create table traces_to_review (
    trace_id   bigint generated always as identity primary key,
    host_id    bigint not null,
    fetched_at timestamptz not null,
    page_id    bigint not null,
    format     smallint not null, -- of the trace; others are not read
    trace      bytea not null check (octet_length(trace) <= 4096) -- as in `host_knowledge`
) with (autovacuum_vacuum_scale_factor = 0.05);

-- Gives up to `most` committed changes their cursors, the oldest first, under a lock: no cursor ever appears behind one already read.
-- Returns how many changes it took; with fewer than `most`, there are no more.
create function publish_articles(most bigint) returns bigint
language plpgsql
as $$
declare
    taken bigint;
begin
    perform pg_advisory_xact_lock(hashtext('gleaner.publish_articles'));
    with notes as (
        delete from outbox where note_id in (select note_id from outbox order by note_id limit most)
        returning note_id, article_id, version, is_regrouped
    ), newest as ( -- a version that is not there is withdrawn, whichever note came last
        select n.article_id, n.version, max(n.note_id) as note_id, bool_or(not n.is_regrouped) as has_changed,
            not exists (select from articles a where a.article_id = n.article_id and a.version = n.version) as is_gone
        from notes n group by n.article_id, n.version
    ), ordered as ( -- what was withdrawn is in no group
        select * from newest n
        where has_changed or exists (select from publications p
            where p.article_id = n.article_id and p.version = n.version and p.withdrawn_at is null)
        order by note_id
    ), numbered as (
        select nextval('publication_numbers') as cursor, article_id, version, has_changed, is_gone from ordered
    ), published as (
        insert into publications as p (cursor, article_id, version, withdrawn_at, content_cursor,
            url_requested, date_first_seen, char_count, duplicate_of, dup_group_id, story_id, entities, discovered_via, moved_to)
        select n.cursor, n.article_id, n.version, case when has_changed and is_gone then now() end, case when has_changed then n.cursor end,
            a.url_requested, a.date_first_seen, a.char_count, a.duplicate_of, a.dup_group_id, a.story_id, a.entities, a.discovered_via, a.moved_to
        from numbered n left join lateral (
            select * from news.articles where id = n.article_id and version = n.version offset 0 -- looked up by its key
        ) a on true
        on conflict (article_id, version) do update set cursor = excluded.cursor,
            withdrawn_at = case when excluded.content_cursor is null then p.withdrawn_at else excluded.withdrawn_at end,
            content_cursor = coalesce(excluded.content_cursor, p.content_cursor), url_requested = excluded.url_requested,
            date_first_seen = excluded.date_first_seen, char_count = excluded.char_count, duplicate_of = excluded.duplicate_of,
            dup_group_id = excluded.dup_group_id, story_id = excluded.story_id, entities = excluded.entities,
            discovered_via = excluded.discovered_via, moved_to = excluded.moved_to
    )
    select count(*) into taken from notes;
    return taken;
end $$;
drop function publish_articles();
