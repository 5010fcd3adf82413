-- A database that is restored from a backup assigns the numbers of lost changes and pages again, to others. A cursor therefore names a
-- token of the history that it belongs to.

-- A row is a piece of history: the changes that got their cursors in one transaction, or the pages stored before an export of archives.
-- It covers the numbers after those of the row before, up to `last`. What is recorded again after a restore has other tokens.
create table history (
    series text not null check (series in ('changes', 'pages')),
    last   bigint not null check (last >= 0), -- a cursor of `publications`, or a page id
    token  bigint default hashtextextended(gen_random_uuid()::text, 0) & 281474976710655, -- 48 random bits; null: before this migration
    primary key (series, last)
);
insert into history (series, last, token)
select 'changes', coalesce(max(cursor), 0), null::bigint from publications
union all
select 'pages', case when is_called then last_value else last_value - 1 end, null from page_ids;

-- As before, and records the changes in `history`.
create or replace function publish_articles(most bigint) returns bigint
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
        returning p.cursor
    ), recorded as (
        insert into history (series, last) select 'changes', max(cursor) from published having count(*) > 0
    )
    select count(*) into taken from notes;
    return taken;
end $$;

-- A row is a piece of the history of changes: it covers the cursors after those of the row before, up to `last_cursor`. The cursor of an
-- export is a number, `~` and the token of the row that covers it; without a token, it is from before tokens existed.
create view news.history as
select last as last_cursor, lpad(to_hex(token), 12, '0') as token from history where series = 'changes';
