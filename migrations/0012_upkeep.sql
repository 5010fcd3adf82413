-- What keeps tables small that hold no articles, and how large all of it is.

-- A row is the size of the database when it was last looked at on a day (UTC); old days go.
create table size_days (
    day   date primary key,
    bytes bigint not null check (bytes >= 0)
);

-- A row counts the runs of a command that are no longer in `runs`, by how they ended.
create table runs_before (
    command text not null,
    state   text not null check (state in ('done', 'stopped', 'failed')),
    runs    bigint not null check (runs >= 0),
    primary key (command, state)
);

-- Of all versions, so that no address of one is forgotten.
drop index articles_place;
create index articles_place on articles (host_id, url_id);
