-- The feeds and sitemaps that a seed names belong to its site, also on a host of another one (FeedBurner, a publisher's host of feeds).

create index sites_channels on sites using gin ((feeds || sitemaps || news_sitemaps));

-- The site whose links a feed or sitemap has, of several the host's own; the host's site where no site that is crawled names it.
create function site_of_channel(channel_url text, host_site text) returns text
language sql stable
return coalesce((
    select s.site_id from sites s
    where (s.feeds || s.sitemaps || s.news_sitemaps) @> array[channel_url] and s.seeded and s.state = 'active'
    order by s.site_id <> host_site, s.site_id
    limit 1
), host_site);
