-- Chinese and Japanese have no blanks between words: search takes each of their characters for a word, and a typed run of them for a
-- phrase, in texts of any language.

-- A text with blanks around each character of Han and Kana.
create function separated(body text) returns text
language sql immutable parallel safe
return regexp_replace(body, '([\u3040-\u30ff\u3400-\u9fff\U00020000-\U000323af])', ' \1 ', 'g');

-- A text without blanks beside them.
create function joined(body text) returns text
language sql immutable parallel safe
return regexp_replace(body, ' *([\u3040-\u30ff\u3400-\u9fff\U00020000-\U000323af]) *', '\1', 'g');

create function has_unspaced(body text) returns boolean
language sql immutable parallel safe
return coalesce(body ~ '[\u3040-\u30ff\u3400-\u9fff\U00020000-\U000323af]', false);

create or replace function search_vector(language text, title text, body text, tags text[] default '{}') returns tsvector
language plpgsql immutable parallel safe
as $$
declare
    config regconfig := public.search_config(language); -- pg_restore has no search path
    headline text := left(coalesce(title, ''), 1000);
    chars integer := 250000;
    words text;
    head tsvector;
begin
    if public.has_unspaced(headline) then
        headline := public.separated(headline);
    end if;
    head := array_to_tsvector(tags) || setweight(to_tsvector(config, headline), 'A');
    loop
        begin
            words := left(body, chars);
            if public.has_unspaced(words) then
                words := public.separated(words);
            end if;
            return head || setweight(to_tsvector(config, words), 'B');
        exception when program_limit_exceeded then
            chars := chars / 4;
        end;
    end loop;
end $$;

-- The trigger indexes them again.
update articles set title = title where is_latest and (has_unspaced(title) or has_unspaced(text));
