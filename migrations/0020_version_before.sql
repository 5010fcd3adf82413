-- The version before another and the one after it are found among the versions of their article. Ordering by a row keeps the planner from
-- walking the index of times instead, which it does as long as a table that was just filled has no statistics.
create or replace function change_of(wanted text, wanted_version integer) returns setof article_changes
language sql stable
begin atomic
    select a.article_id, a.version, before.version, a.host_id, a.fetched_at, differs.of_headline, differs.of_text
    from articles a
    cross join lateral (
        select b.version, b.title, b.content_hash, b.extractor_version from articles b
        where b.article_id = a.article_id and (b.fetched_at, b.page_id) < (a.fetched_at, a.page_id)
        order by (b.fetched_at, b.page_id) desc limit 1
    ) before
    cross join lateral (
        select a.title is distinct from before.title
                and not has_same_headline(a.title, before.title, a.extractor_version = before.extractor_version) as of_headline,
            a.content_hash <> before.content_hash as of_text
    ) differs
    where a.article_id = wanted and a.version = wanted_version and (differs.of_headline or differs.of_text);
end;

create or replace function note_changes() returns trigger
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
    order by (a.fetched_at, a.page_id) limit 1;
    delete from public.article_changes where article_id = touched.article_id and version in (touched.version, successor);
    insert into public.article_changes
    select c.* from unnest(array[touched.version, successor]) as changed (version)
    cross join lateral public.change_of(touched.article_id, changed.version) c;
    return null;
end $$;
