-- Purpose: copies of articles. One row per article that was looked at; a copy points to its representative,
-- which points to nobody (no chains). `cursors` remembers how far each stage has followed the publications.

create table copies (
    article_id   text primary key,
    version      integer not null check (version > 0),
    duplicate_of text,
    score        real not null check (score between 0 and 1),
    rule         text check (rule in ('exact_text', 'canonical_url', 'near_text')),
    found_at     timestamptz not null default now(),
    constraint copies_of_another check (duplicate_of <> article_id),
    constraint copies_have_a_rule check ((duplicate_of is null) = (rule is null))
) with (fillfactor = 80);
create index copies_leader on copies (duplicate_of) where duplicate_of is not null;

create table cursors (
    stage  text primary key,
    cursor bigint not null check (cursor >= 0)
);
