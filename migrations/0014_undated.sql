-- Search tells articles without a date of publication apart: they are in no period.

alter table article_search add column is_dated boolean not null default true;
comment on column article_search.date is 'of publication, but not after its page was fetched; without one, of the first fetch';

create or replace function note_latest() returns trigger
language plpgsql
as $$
declare
    made_at timestamptz;
    tags text[];
begin
    if tg_op <> 'DELETE' and new.is_latest then
        made_at := least(new.date_published, new.fetched_at, now());
        if new.date_published is null then
            made_at := least(made_at, (select min(a.fetched_at) from public.articles a where a.article_id = new.article_id));
        end if;
        tags := array['lang ' || coalesce(new.language, '?'), 'host ' || new.host_id,
            'week ' || floor(extract(epoch from made_at) / 604800)] || public.author_tags(new.authors);
        insert into public.article_search (article_id, host_id, language, date, is_dated, title, words)
        values (new.article_id, new.host_id, new.language, made_at, new.date_published is not null,
            public.search_vector(new.language, new.title, '', tags[:1]),
            public.search_vector(new.language, new.title, new.text, tags))
        on conflict (article_id) do update set host_id = excluded.host_id, language = excluded.language, date = excluded.date,
            is_dated = excluded.is_dated, title = excluded.title, words = excluded.words;
    else
        delete from public.article_search s where s.article_id = old.article_id
            and not exists (select from public.articles a where a.article_id = old.article_id and a.is_latest);
    end if;
    return null;
end $$;

update articles set date_published = null where is_latest and date_published is null;
