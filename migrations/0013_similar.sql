-- What a search that finds nothing suggests: headlines and names that are spelt like what was typed, by their trigrams.
-- Where the extension pg_trgm is not installed, or may not be created, nothing is suggested and everything else works.

-- The names in the entities of an article, a line each.
create function names_of(entities jsonb) returns text
language sql immutable strict parallel safe
return array_to_string(array(select distinct entity ->> 'text' from jsonb_array_elements(entities) as names (entity)), E'\n');

do $$ begin
    create extension if not exists pg_trgm;
    create index articles_title_trigrams on articles using gin (title gin_trgm_ops) where is_latest;
    create index article_terms_name_trigrams on article_terms using gin (names_of(entities) gin_trgm_ops);
exception when feature_not_supported or undefined_file or undefined_object or insufficient_privilege then
    raise notice 'a search that finds nothing makes no suggestions: %', sqlerrm;
end $$;
