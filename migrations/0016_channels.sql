-- The feeds and sitemaps that a site's seed names, also on hosts of other sites (FeedBurner, a publisher's host of feeds).
alter table sites add column channels text[] not null generated always as (feeds || sitemaps || news_sitemaps) stored;
create index sites_channels on sites using gin (channels);

-- The hosts of URLs, with their ports.
create function authorities_of(urls text[]) returns text[]
language sql immutable parallel safe
return array(select distinct substring(url from '^[a-z]+://([^/?#]+)') from unnest(urls) as url);
create index sites_channel_hosts on sites using gin (authorities_of(channels));
