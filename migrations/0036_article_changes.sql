-- Lists of what has changed find it by its time, whatever the number of articles that have not.

-- A row is a version whose headline or text differs from that of the version before it.
create table article_changes (
    article_id     text not null,
    version        integer not null,
    version_before integer not null,
    host_id        bigint not null,
    changed_at     timestamptz not null, -- the fetch of its page
    of_headline    boolean not null,
    of_text        boolean not null,
    primary key (article_id, version)
);
create index article_changes_at on article_changes (changed_at);

-- The changes of an article, by its versions.
create function changes_of(wanted text) returns setof article_changes
language sql stable
begin atomic
    select article_id, version, version_before, host_id, fetched_at, of_headline, of_text
    from (
        select a.article_id, a.version, lag(a.version) over earlier as version_before, a.host_id, a.fetched_at,
            a.title is distinct from lag(a.title) over earlier as of_headline, a.content_hash <> lag(a.content_hash) over earlier as of_text
        from articles a where a.article_id = wanted
        window earlier as (order by a.fetched_at, a.page_id)
    ) versions
    where version_before is not null and (of_headline or of_text);
end;

-- Keeps `article_changes` as the versions are. The first version of an article changes nothing.
create function note_changes() returns trigger
language plpgsql
as $$
declare
    touched text := case when tg_op = 'DELETE' then old.article_id else new.article_id end;
begin
    delete from public.article_changes where article_id = touched;
    insert into public.article_changes select * from public.changes_of(touched);
    return null;
end $$;
create trigger articles_added after insert on articles
for each row when (new.version > 1) execute function note_changes();
create trigger articles_removed after delete on articles
for each row execute function note_changes();
create trigger articles_replaced after update of title, content_hash on articles
for each row when (old.title is distinct from new.title or old.content_hash <> new.content_hash) execute function note_changes();

insert into article_changes
select changes.* from (select distinct article_id from articles where version > 1) several
cross join lateral changes_of(several.article_id) changes;
