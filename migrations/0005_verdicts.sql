-- What the extractor and the classifier made of each page, and which pages wait for them.

-- A row is a page that waits for extraction. It comes with the page and is deleted with the verdict.
create table extract_queue (
    fetched_at timestamptz not null,
    page_id    bigint not null,
    primary key (fetched_at, page_id)
) with (autovacuum_vacuum_scale_factor = 0.05);

-- The version of the code for which the queue is filled. When another version asks for work, all pages without a verdict
-- of that version are queued.
create table extract_state (
    only_row boolean primary key default true check (only_row),
    version  text not null
);

-- A row is the newest judgement of a page.
create table verdicts (
    fetched_at      timestamptz not null,
    page_id         bigint not null,
    host_id         bigint not null,
    url_id          bigint not null,
    version         text not null, -- of the code that judged
    page_type       text not null check (page_type <> ''),
    news_score      real not null check (news_score between 0 and 1),
    features        jsonb not null, -- what the classifier saw
    label_source    text not null, -- `rule:<name>` or `model:<name>`
    reason          text not null, -- for people
    layout          bigint, -- 64-bit fingerprint of the layout, alike where few bits differ; null: unknown
    article_id      text, -- null: rejected
    article_version integer,
    read_at         timestamptz not null default now(),
    primary key (fetched_at, page_id),
    constraint verdicts_article_is_whole check ((article_id is null) = (article_version is null))
);
-- Whether a judged page belongs to no article, neither as its page nor as a further page of it.
create function is_rejected(article_id text, label_source text) returns boolean
language sql immutable parallel safe
return article_id is null and label_source <> 'rule:continuation';

create index verdicts_article on verdicts (article_id, article_version) where article_id is not null;
create index verdicts_rejected on verdicts (host_id, fetched_at desc) where article_id is null; -- newest first
create index verdicts_close on verdicts (news_score desc) where article_id is null; -- close calls first
create index verdicts_layout on verdicts (host_id, fetched_at desc) where layout is not null; -- newest first, to see a redesign

-- A row counts the judged pages of a host by day of fetching (UTC) and page type. No checks: a new verdict adds negative
-- counts for the old one, and a check would look at them before the sum is made.
create table verdict_days (
    host_id   bigint not null,
    day       date not null,
    page_type text not null,
    pages     bigint not null,
    articles  bigint not null, -- pages that became articles
    primary key (host_id, day, page_type)
) with (fillfactor = 70);

-- A row is what one article page tells about the boilerplate of its host: text on several pages belongs to none of the
-- articles. A host has 64 slots; the slot of a page follows from its URL, and the newest page of a slot stays, in
-- whatever order and however often pages are extracted.
create table host_knowledge (
    host_id    bigint not null,
    place      smallint not null check (place between 0 and 63), -- the slot
    fetched_at timestamptz not null,
    page_id    bigint not null,
    format     smallint not null, -- of the trace; others are not read
    trace      bytea not null check (octet_length(trace) <= 4096), -- hashes of text blocks
    updated_at timestamptz not null default now(),
    primary key (host_id, place)
) with (fillfactor = 70);

-- A row is a host with enough pages in `host_knowledge` to use it. When it is inserted, the pages of the host that the
-- model rejected are queued again, once.
create table hosts_known (
    host_id bigint primary key,
    since   timestamptz not null default now()
);
