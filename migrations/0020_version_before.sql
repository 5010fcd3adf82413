-- The version before another, and the one after it, are found among the versions of their article: with conditions that no index serves, since
-- the planner walks the index of times instead as long as a table that was just filled has no statistics.
create or replace function change_of(wanted text, wanted_version integer) returns setof article_changes
language sql stable
begin atomic
    select a.article_id, a.version, a.before, a.host_id, a.fetched_at, differs.of_headline, differs.of_text
    from (
        select v.article_id, v.version, v.host_id, v.fetched_at, v.title, v.content_hash, v.extractor_version,
            lag(v.version) over in_time as before, lag(v.title) over in_time as title_before,
            lag(v.content_hash) over in_time as content_before, lag(v.extractor_version) over in_time as extractor_before
        from articles v where v.article_id = wanted
        window in_time as (order by v.fetched_at, v.page_id)
    ) a
    cross join lateral (
        select a.title is distinct from a.title_before
                and not has_same_headline(a.title, a.title_before, a.extractor_version = a.extractor_before) as of_headline,
            a.content_hash <> a.content_before as of_text
    ) differs
    where a.version = wanted_version and a.before is not null and (differs.of_headline or differs.of_text);
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
    select (array_agg(a.version order by a.fetched_at, a.page_id)
        filter (where (a.fetched_at, a.page_id) > (touched.fetched_at, touched.page_id)))[1] into successor
    from public.articles a where a.article_id = touched.article_id;
    delete from public.article_changes where article_id = touched.article_id and version in (touched.version, successor);
    insert into public.article_changes
    select c.* from unnest(array[touched.version, successor]) as changed (version)
    cross join lateral public.change_of(touched.article_id, changed.version) c;
    return null;
end $$;
