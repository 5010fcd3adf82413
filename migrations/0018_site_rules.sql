-- Purpose: rules that users write for a site, and where a value that such a rule found came from.
-- The number grows with each change, so that a page that is being read while the rules change stays before the extractor.

alter table sites
    add column rules          jsonb not null default '{}' check (jsonb_typeof(rules) = 'object'),
    add column rules_revision integer not null default 0; -- 0: there never were any

alter table articles drop constraint if exists articles_date_published_source_check;
alter table articles add constraint articles_date_published_source_check check (date_published_source in (
    'jsonld', 'microdata', 'meta', 'link', 'title', 'heading', 'time_tag', 'url', 'text', 'rule', 'news_sitemap', 'feed',
    'crawl'));
