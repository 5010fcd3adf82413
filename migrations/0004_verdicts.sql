-- Purpose: what the extractor and the classifier made of each page, and which pages wait for them.
-- `unread` gets a row with every page and loses it with the verdict. When code of another version asks
-- for work, all pages without a verdict of that version are put back (`reading_state`).

create table unread (
    fetched_at timestamptz not null,
    page_id    bigint not null,
    primary key (fetched_at, page_id)
) with (autovacuum_vacuum_scale_factor = 0.05);

create table reading_state (
    only_row boolean primary key default true check (only_row),
    version  text not null
);

create table verdicts (
    fetched_at      timestamptz not null,
    page_id         bigint not null,
    host_id         bigint not null,
    url_id          bigint not null,
    version         text not null, -- of the code that read the page
    page_type       text not null check (page_type <> ''),
    news_score      real not null check (news_score between 0 and 1),
    features        jsonb not null,
    label_source    text not null,
    reason          text not null,
    article_id      text, -- null: rejected
    article_version integer,
    read_at         timestamptz not null default now(),
    primary key (fetched_at, page_id),
    constraint verdicts_article_is_whole check ((article_id is null) = (article_version is null))
);
create index verdicts_article on verdicts (article_id, article_version) where article_id is not null;
create index verdicts_rejected on verdicts (host_id, page_type) where article_id is null;
