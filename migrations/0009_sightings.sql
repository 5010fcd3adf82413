-- Purpose: which channels named a URL, and when each did so first.
-- `feed_entries`, what feeds and news sitemaps said, becomes `sightings`: one row per URL and channel, insert-only.
-- The channel that named a URL first stands in `seen` with its time; it has a row here only if it told a title or a
-- date. The view `news.articles` reads titles from here; it follows the new name by itself.
-- The new checks allow more than the old ones, so the rows that are there need no second look.

alter table feed_entries rename to sightings;
alter index feed_entries_pkey rename to sightings_pkey;
alter table sightings drop constraint feed_entries_say_something;
alter table sightings drop constraint feed_entries_via_check;
alter table sightings add constraint sightings_via_check check (via in (
    'seed', 'front_page', 'section', 'feed', 'sitemap', 'news_sitemap', 'link', 'redirect', 'websub', 'import')) not valid;

alter table seen drop constraint seen_via_check;
alter table seen add constraint seen_via_check check (via in (
    'seed', 'front_page', 'section', 'feed', 'sitemap', 'news_sitemap', 'link', 'redirect', 'websub', 'import')) not valid;
