-- What a feed or sitemap names is counted by channel, as it is by URL pattern: one whose pages are no articles is read ever less often.

-- The `url_id` of the feed or sitemap that named the URL first; null: none did.
alter table seen add column named_by bigint;

-- A row counts the pages of a host that a feed or sitemap named first, and the articles among them.
create table channel_yields (
    channel_id bigint not null, -- its `url_id`
    host_id    bigint not null, -- of the pages
    pages      integer not null default 0, -- URLs whose first page was extracted
    articles   integer not null default 0, -- articles among them
    primary key (channel_id, host_id)
) with (fillfactor = 80);

-- Whether hardly any page that this channel named is an article: fewer than one in twenty, after some tens of pages. A channel starts with
-- two articles among four pages, as a URL pattern does.
create function is_barren(channel bigint) returns boolean
language sql stable
return (select coalesce(20 * (sum(y.articles) + 2) < sum(y.pages) + 4, false) from channel_yields y where y.channel_id = channel);
