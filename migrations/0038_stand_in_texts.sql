-- A row is a text to which several articles of a host, with different texts before, have changed: a notice, a wall or a challenge that
-- is answered in their place.
create table stand_in_texts (
    host_id      bigint not null references hosts on delete cascade,
    content_hash text not null,
    found_at     timestamptz not null default now(),
    primary key (host_id, content_hash)
);
