-- The feeds and sitemaps that a site's seed names, also on hosts of other sites (FeedBurner, a publisher's host of feeds).
alter table sites add column channels text[] not null generated always as (feeds || sitemaps || news_sitemaps) stored;
create index sites_channels on sites using gin (channels);
