-- Chinese and Japanese have no blanks between words: search takes each of their characters for a word, and what was typed for a phrase.

-- A text with blanks around each character of Han and Kana.
create function separated(body text) returns text
language sql immutable parallel safe
return regexp_replace(body, '([\u3040-\u30ff\u3400-\u9fff\U00020000-\U000323af])', ' \1 ', 'g');

-- A text without blanks beside them.
create function joined(body text) returns text
language sql immutable parallel safe
return regexp_replace(body, ' *([\u3040-\u30ff\u3400-\u9fff\U00020000-\U000323af]) *', '\1', 'g');

create function is_unspaced(language text) returns boolean
language sql immutable parallel safe
return coalesce(language in ('ja', 'zh'), false);

create or replace function search_vector(language text, title text, body text, tags text[] default '{}') returns tsvector
language plpgsql immutable parallel safe
as $$
declare
    config regconfig := public.search_config(language); -- pg_restore has no search path
    unspaced boolean := public.is_unspaced(language);
    headline text := left(coalesce(title, ''), 1000);
    head tsvector := array_to_tsvector(tags)
        || setweight(to_tsvector(config, case when unspaced then public.separated(headline) else headline end), 'A');
    chars integer := 250000;
    words text;
begin
    loop
        begin
            words := left(body, chars);
            return head || setweight(to_tsvector(config, case when unspaced then public.separated(words) else words end), 'B');
        exception when program_limit_exceeded then
            chars := chars / 4;
        end;
    end loop;
end $$;

-- The trigger indexes them again.
update articles set title = title where is_latest and language in ('ja', 'zh');
