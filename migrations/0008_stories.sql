-- What grouping finds: copies of articles, stories (articles about one event), and what articles are about.
-- Apart from `aggregate_state`, the grouping never reads these rows back.

-- A row is an article that was compared with others. A copy points to its leader, which is no copy itself (no chains).
create table copies (
    article_id   text primary key,
    version      integer not null check (version > 0),
    duplicate_of text, -- the leader; null: no copy
    leader       text not null generated always as (coalesce(duplicate_of, article_id)) stored, -- whose story it is in
    score        real not null check (score between 0 and 1),
    rule         text check (rule in ('exact_text', 'canonical_url', 'near_text', 'likely_text')),
    found_at     timestamptz not null default now(),
    constraint copies_of_another check (duplicate_of <> article_id),
    constraint copies_have_a_rule check ((duplicate_of is null) = (rule is null))
) with (fillfactor = 80);
create index copies_duplicates on copies (duplicate_of) where duplicate_of is not null;
create index copies_leader on copies (leader);

-- The article whose copy an article is shown as. The grouping knows an article by the URL at which it was found: of a leader that has moved,
-- the one at its new URL takes its place; of an article that has moved, that one too.
create function shown_duplicate_of(article_id text, duplicate_of text, moved_to text, leader_moved_to text) returns text
language sql immutable parallel safe
return nullif(case when duplicate_of is null then moved_to else coalesce(leader_moved_to, duplicate_of) end, article_id);

-- The agencies that an article or one of its copies credits, each once however it is spelled. Copies share a text, so an
-- agency that one of them credits is the source of all.
create function wire_agencies(of_leader text) returns text[]
language sql stable
return array(
    select min(agency)
    from copies c
    join articles a on a.article_id = c.article_id and a.is_latest
    cross join unnest(a.agencies) agency
    where c.leader = of_leader
    group by lower(agency)
    order by 1
);

-- A row is a story: articles about one event in one language.
create table stories (
    story_id    text primary key,
    language    text not null,
    title       text, -- of its leading article
    founded_at  timestamptz not null,
    active_at   timestamptz not null, -- when its last article was published
    articles    integer not null check (articles >= 0), -- without copies
    copies      integer not null default 0 check (copies >= 0),
    cohesion    real not null,
    owners      integer not null default 0, -- publishers, see `site_owners`
    breadth     real not null default 0,
    recency     real not null default 0,
    burst       real not null default 0,
    score       real not null default 0, -- breadth × recency × burst, at the end of the last run in which it was active
    keywords    jsonb not null default '[]' check (jsonb_typeof(keywords) = 'array'),
    merged_into text, -- the story that has its articles now; null: none
    updated_at  timestamptz not null default now(),
    constraint stories_in_another check (merged_into <> story_id)
) with (fillfactor = 80);
create index stories_score on stories (score desc) where merged_into is null;
create index stories_owners on stories (owners desc, score desc) where merged_into is null;
create index stories_active on stories (active_at) where merged_into is null;
create index stories_merged on stories (merged_into) where merged_into is not null;

-- A row is an article in a story, and why. Copies have none: they follow their leader.
create table story_articles (
    article_id text primary key,
    story_id   text not null,
    score      real not null,
    shared     jsonb not null default '[]' check (jsonb_typeof(shared) = 'array'), -- term, part, weight
    nearly     jsonb check (jsonb_typeof(nearly) = 'object') -- the story it nearly joined: story, score, needed
) with (fillfactor = 80);
create index story_articles_story on story_articles (story_id);
create index story_articles_nearly on story_articles ((nearly ->> 'story')) where nearly is not null;

-- A row is an article in a story, as it is shown; `leader` is the article by which the grouping knows it. The second part has those
-- that have moved to a copy of theirs.
create view story_members as
select m.story_id, m.article_id, m.article_id as leader, m.score, m.shared, m.nearly
from story_articles m
left join article_heads heads on heads.article_id = m.article_id
where heads.moved_to is null
    or not exists (select from copies there where there.article_id = heads.moved_to and there.duplicate_of = m.article_id)
    and not exists (select from story_articles own where own.article_id = heads.moved_to and own.story_id = m.story_id)
union all
select m.story_id, there.article_id, m.article_id, m.score, m.shared, m.nearly
from copies there
join article_heads heads on heads.article_id = there.duplicate_of and heads.moved_to = there.article_id
join story_articles m on m.article_id = there.duplicate_of;

-- A row is a link between stories of different languages about the same event. Each story has at most one link to each
-- other language.
create table story_links (
    story_id       text not null,
    language       text not null,
    other_id       text not null,
    other_language text not null,
    score          real not null, -- sum of the weights of what they share
    needed         real not null,
    shared         jsonb not null check (jsonb_typeof(shared) = 'array'), -- sign, form, other_form, weight
    primary key (story_id, other_language),
    constraint story_links_one_each unique (other_id, language),
    constraint story_links_in_order check (language < other_language)
);
create index story_links_score on story_links (score desc);

-- A row is what an article is about.
create table article_terms (
    article_id text primary key,
    version    integer not null check (version > 0), -- offsets are into the text of this version
    entities   jsonb not null check (jsonb_typeof(entities) = 'array'), -- text, label, start, end, norm
    keywords   jsonb not null check (jsonb_typeof(keywords) = 'array')  -- term, weight, name
);

-- The names in the entities of an article, a line each.
create function names_of(entities jsonb) returns text
language sql immutable strict parallel safe
return array_to_string(array(select distinct entity ->> 'text' from jsonb_array_elements(entities) as names (entity)), E'\n');

-- What a search that finds nothing suggests: headlines and names that are spelt like what was typed, by their trigrams.
-- Where the extension pg_trgm is not installed, or may not be created, nothing is suggested and everything else works.
do $$ begin
    create extension if not exists pg_trgm;
    create index articles_title_trigrams on articles using gin (title gin_trgm_ops) where is_latest;
    create index article_terms_name_trigrams on article_terms using gin (names_of(entities) gin_trgm_ops);
exception when feature_not_supported or undefined_file or undefined_object or insufficient_privilege then
    raise notice 'a search that finds nothing makes no suggestions: %', sqlerrm;
end $$;

-- A row is how far a stage has followed the publications.
create table cursors (
    stage  text primary key,
    cursor bigint not null check (cursor >= 0)
);

-- A row is a part of what the grouping knows between two transactions: whole values, compressed, in parts that fit a
-- message. It is saved in the transaction that saves the findings made with it, so a killed run resumes without a trace.
create table aggregate_state (
    name     text not null check (name <> ''),
    part     integer not null check (part >= 0),
    version  text not null, -- of the code that wrote it; other versions do not read it
    state    bytea not null,
    saved_at timestamptz not null default now(),
    primary key (name, part)
);
alter table aggregate_state alter column state set storage external; -- compressed already

-- Who saved the state last. A process that finds another token than its own has been overtaken and saves nothing (fencing).
create table aggregate_claim (
    only_row      boolean primary key default true check (only_row),
    token         bigint not null,
    owner         text not null,
    grouped_until timestamptz -- the start of the last run that grouped all that was fetched and extracted by then
);
