-- Feeds and sitemaps on other domains that a site names itself, in its robots.txt, on its front page or by a redirect, belong to it as
-- those that its seed names do.
alter table sites add column named_channels text[] not null default '{}';

-- A generated column cannot be altered.
drop index sites_channels;
drop index sites_channel_hosts;
alter table sites drop column channels;
alter table sites add column channels text[] not null generated always as (feeds || sitemaps || news_sitemaps || named_channels) stored;
create index sites_channels on sites using gin (channels);
create index sites_channel_hosts on sites using gin (authorities_of(channels));
