-- Finds the sites whose seeds name a feed or sitemap: also one on a host of another site (FeedBurner, a publisher's host of feeds).
create index sites_channels on sites using gin ((feeds || sitemaps || news_sitemaps));
