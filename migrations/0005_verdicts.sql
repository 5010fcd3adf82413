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
    host_id         bigint not null references hosts on delete cascade,
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
create index verdicts_article on verdicts (article_id, article_version) where article_id is not null;
create index verdicts_rejected on verdicts (host_id, fetched_at desc) where article_id is null; -- newest first
create index verdicts_close on verdicts (news_score desc) where article_id is null; -- close calls first
-- The newest of a site, for trials of its rules; the layouts of a day, to see a redesign.
create index verdicts_host on verdicts (host_id, fetched_at desc, page_id desc);

-- Whether a judged page belongs to no article, neither as its page nor as a further page of it.
create function is_rejected(article_id text, label_source text) returns boolean
language sql immutable parallel safe
return article_id is null and label_source <> 'rule:continuation';

-- A row counts the judged pages of a host by day of fetching (UTC) and page type. No checks: a new verdict adds negative
-- counts for the old one, and a check would look at them before the sum is made.
create table verdict_days (
    host_id   bigint not null references hosts on delete cascade,
    day       date not null,
    page_type text not null,
    pages     bigint not null,
    articles  bigint not null, -- pages that became articles
    primary key (host_id, day, page_type)
) with (fillfactor = 70);

-- A row is a text to which several articles of a host, with different texts before, have changed: a notice, a wall or a challenge that
-- is answered in their place.
create table stand_in_texts (
    host_id      bigint not null references hosts on delete cascade,
    content_hash text not null,
    found_at     timestamptz not null default now(),
    primary key (host_id, content_hash)
);
