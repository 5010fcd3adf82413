-- The order in which exports follow the versions of articles.

-- A row is a change of a version that has no cursor yet.
create table outbox (
    note_id      bigint generated always as identity primary key,
    article_id   text not null,
    version      integer not null,
    is_regrouped boolean not null default false -- nothing but its copies, its story or its names has changed
);

create sequence publication_numbers;

-- A row is a version and its cursor, which exports follow.
create table publications (
    cursor          bigint primary key,
    article_id      text not null,
    version         integer not null,
    withdrawn_at    timestamptz, -- null: it is there
    content_cursor  bigint, -- of its last change that the grouping did not make; the grouping follows this one
    -- As `news.articles` has them: when one changes, the version gets a new cursor. An export reads them here and not in five tables.
    url_requested   text,
    date_first_seen timestamptz,
    char_count      integer,
    duplicate_of    text,
    dup_group_id    text,
    story_id        text,
    entities        jsonb,
    discovered_via  text,
    moved_to        text,
    unique (article_id, version)
);
create unique index publications_content on publications (content_cursor);

-- A database that is restored from a backup assigns the numbers of lost changes and pages again, to others. A cursor therefore names a
-- token of the history that it belongs to.
--
-- A row is a piece of history: the changes that got their cursors in one transaction, or the pages stored before an export of archives.
-- It covers the numbers after those of the row before, up to `last`. What is recorded again after a restore has other tokens.
create table history (
    series text not null check (series in ('changes', 'pages')),
    last   bigint not null check (last >= 0), -- a cursor of `publications`, or a page id
    token  bigint default hashtextextended(gen_random_uuid()::text, 0) & 281474976710655, -- 48 random bits; null: before tokens existed
    primary key (series, last)
);
insert into history values ('changes', 0, null), ('pages', 0, null);

-- Gives up to `most` committed changes their cursors, the oldest first, under a lock, and records them in `history`: no cursor ever appears
-- behind one already read. Returns how many changes it took; with fewer than `most`, there are no more.
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
        returning p.cursor
    ), recorded as (
        insert into history (series, last) select 'changes', max(cursor) from published having count(*) > 0
    )
    select count(*) into taken from notes;
    return taken;
end $$;
