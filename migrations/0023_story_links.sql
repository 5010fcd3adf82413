-- Purpose: stories of different languages that tell of the same event, and what they share.
-- Each story has at most one link to each other language. The grouping never reads these rows back.

create table story_links (
    story_id       text not null,
    language       text not null,
    other_id       text not null,
    other_language text not null,
    score          real not null, -- the weights of what they share
    needed         real not null,
    shared         jsonb not null check (jsonb_typeof(shared) = 'array'), -- sign, form, other_form, weight
    primary key (story_id, other_language),
    constraint story_links_one_each unique (other_id, language),
    constraint story_links_in_order check (language < other_language)
);

-- Each link from both of its ends, where both stories go on under their own names.
create view news.story_links as
select l.id, l.language, l.linked_id, l.linked_language, l.score, l.needed, l.shared
from (
    select story_id as id, language, other_id as linked_id, other_language as linked_language, score, needed, shared
    from story_links
    union all
    select other_id, other_language, story_id, language, score, needed,
        (select jsonb_agg(piece || jsonb_build_object('form', piece -> 'other_form', 'other_form', piece -> 'form') order by at)
            from jsonb_array_elements(shared) with ordinality as pieces (piece, at))
    from story_links
) l
where not exists (
    select from (values (l.id), (l.linked_id)) ends (id)
    where not exists (select from stories s where s.story_id = ends.id and s.merged_into is null)
        or not exists (select from story_articles m where m.story_id = ends.id)
);

-- As in 0019, and one column at the end: the same event in other languages.
create or replace view news.stories as
select story_id as id, language, title, founded_at as date_founded, active_at as date_active, articles, copies, owners,
    score, breadth, recency, burst, cohesion, keywords,
    (select coalesce(jsonb_agg(jsonb_build_object('language', l.linked_language, 'id', l.linked_id, 'score', l.score)
            order by l.linked_language), '[]')
        from news.story_links l where l.id = s.story_id) as links
from stories s
where merged_into is null and exists (select from story_articles m where m.story_id = s.story_id);
