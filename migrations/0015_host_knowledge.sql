-- Purpose: what article pages leave behind for the reading of others of their host: text that stands on several of them is
-- none of any article's. A row is one page, in one of 64 places of its host; its place follows from its address, and the
-- newest page of a place stays, in whatever order and however often pages are read, by however many processes.

create table host_knowledge (
    host_id    bigint not null,
    place      smallint not null check (place between 0 and 63),
    fetched_at timestamptz not null,
    page_id    bigint not null,
    format     smallint not null, -- of the trace: another one is not read
    trace      bytea not null check (octet_length(trace) <= 4096), -- hashes, as `extract::site::Trace` writes them
    updated_at timestamptz not null default now(),
    primary key (host_id, place)
) with (fillfactor = 70);

-- Hosts of which enough is known to read their pages by it. When one is added, its pages that the model refused before are
-- put back before the extractor, once.
create table hosts_known (
    host_id bigint primary key,
    since   timestamptz not null default now()
);
