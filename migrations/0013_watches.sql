-- Searches with a name, whose new articles the reader counts and a digest names.

-- The order in which versions got their first cursor. Like cursors, no number ever appears behind one already read; unlike them it stays.
alter table publications add column arrival bigint not null generated always as identity;
create index publications_arrival on publications (arrival) where version = 1;

-- A row is a watch. Its new articles are those whose first version arrived after a mark.
create table watches (
    watch_id   bigint generated always as identity primary key,
    name       text not null unique check (char_length(name) between 1 and 100),
    query      text not null check (query <> ''), -- as it was typed
    created_at timestamptz not null default now(),
    seen       bigint not null, -- the arrival up to which they were marked as seen in the reader
    sent       bigint not null, -- the arrival up to which digests were sent that would have named them
    sent_at    timestamptz -- when a digest last named some
);
