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
create index article_changes_host on article_changes (host_id, changed_at);

-- The letters and digits of a headline, in small letters.
create function letters_of(title text) returns text
language sql immutable
return case when knows_letters() then regexp_replace(lower(title), '[^[:alnum:]]', '', 'g')
    else regexp_replace(folded(title), '[\s!-/:-@\[-`{-~]', '', 'g') end;

-- Whether two headlines have the same letters and digits. If different code extracted them, one may also contain the other: newer code
-- may strip more of what surrounds a headline.
create function has_same_headline(one text, other text, is_same_code boolean) returns boolean
language sql immutable
begin atomic
    select l.one = l.other or not is_same_code and (position(l.other in l.one) > 0 or position(l.one in l.other) > 0)
    from (select coalesce(letters_of(one), '') as one, coalesce(letters_of(other), '') as other) l;
end;

-- The change that a version of an article is, if it is one.
create function change_of(wanted text, wanted_version integer) returns setof article_changes
language sql stable
begin atomic
    select a.article_id, a.version, before.version, a.host_id, a.fetched_at, differs.of_headline, differs.of_text
    from articles a
    cross join lateral (
        select b.version, b.title, b.content_hash, b.extractor_version from articles b
        where b.article_id = a.article_id and (b.fetched_at, b.page_id) < (a.fetched_at, a.page_id)
        order by b.fetched_at desc, b.page_id desc limit 1
    ) before
    cross join lateral (
        select a.title is distinct from before.title
                and not has_same_headline(a.title, before.title, a.extractor_version = before.extractor_version) as of_headline,
            a.content_hash <> before.content_hash as of_text
    ) differs
    where a.article_id = wanted and a.version = wanted_version and (differs.of_headline or differs.of_text);
end;

-- Keeps `article_changes` as the versions are: the row of a version, and that of the one after it. The first version of an article
-- changes nothing.
create function note_changes() returns trigger
language plpgsql
as $$
declare
    touched public.articles := case when tg_op = 'DELETE' then old else new end;
    successor integer;
begin
    if tg_op = 'DELETE' and not exists (select from public.article_changes where article_id = touched.article_id) then
        return null;
    end if;
    select a.version into successor from public.articles a
    where a.article_id = touched.article_id and (a.fetched_at, a.page_id) > (touched.fetched_at, touched.page_id)
    order by a.fetched_at, a.page_id limit 1;
    delete from public.article_changes where article_id = touched.article_id and version in (touched.version, successor);
    insert into public.article_changes
    select c.* from unnest(array[touched.version, successor]) as changed (version)
    cross join lateral public.change_of(touched.article_id, changed.version) c;
    return null;
end $$;
create trigger articles_added after insert on articles
for each row when (new.version > 1) execute function note_changes();
create trigger articles_removed after delete on articles
for each row execute function note_changes();
create trigger articles_replaced after update of title, content_hash, extractor_version on articles
for each row when (old.title is distinct from new.title or old.content_hash <> new.content_hash
    or old.extractor_version <> new.extractor_version) execute function note_changes();

insert into article_changes
select c.* from articles a cross join lateral change_of(a.article_id, a.version) c
where a.article_id in (select article_id from articles where version > 1);

-- The time up to which what was fetched and extracted has been grouped: the start of the last run that grouped all of it.
alter table aggregate_claim add column grouped_until timestamptz;
