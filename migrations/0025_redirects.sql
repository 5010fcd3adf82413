-- An article has moved if its URL redirects for good to that of an article with mostly the same text. Both texts need not be the same
-- to the letter: the pages may have been read with different knowledge of what repeats on their host.

-- `url_hash` in `seen` of the URL to which the URL redirects for good; null: it does not. It stays until there is a page again.
alter table visits add column redirects_to uuid;
create index visits_redirects on visits (redirects_to) where redirects_to is not null;

-- The sequences of three words in a text.
create function word_triples(body text) returns setof text
language sql immutable parallel safe
begin atomic
    select distinct triple from (
        select word || ' ' || lead(word) over found || ' ' || lead(word, 2) over found as triple
        from regexp_split_to_table(lower(body), '[^[:alnum:]]+') with ordinality as words (word, place)
        where word <> '' window found as (order by place)
    ) triples where triple is not null;
end;

-- Whether two texts share two thirds of the word triples of the shorter one.
create function share_most_text(one text, other text) returns boolean
language sql immutable parallel safe
return (
    select count(a.triple) > 0 and count(b.triple) > 0
        and 3 * count(*) filter (where a.triple = b.triple) >= 2 * least(count(a.triple), count(b.triple))
    from word_triples(one) as a (triple) full join word_triples(other) as b (triple) on a.triple = b.triple
);
