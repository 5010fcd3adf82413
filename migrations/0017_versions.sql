-- Purpose: what becomes of an article after it was first read, and what is known of its fields.
-- `visits.lost`  the page was there and answers that it is gone (404, 410), or sends its visitors elsewhere; what is no
--                answer of the site's (timeouts, errors of servers) changes nothing
-- `article_heads.moved_to`  the article that its page, or its text, went on as: see queries/link_moved.sql
-- The checks are `not valid`: the columns are new and empty, and large tables need not be read under a lock.

alter table visits
    add column lost text, -- null: there, as far as is known
    add column lost_at timestamptz, -- when it first answered so
    add constraint visits_lost_check check (lost in ('gone', 'elsewhere')) not valid,
    add constraint visits_lost_is_whole check ((lost is null) = (lost_at is null)) not valid;

alter table article_heads
    add column moved_to text references article_heads, -- null: it is where it was
    add column moved_at timestamptz, -- when that was first seen
    add constraint article_heads_elsewhere check (moved_to <> article_id) not valid,
    add constraint article_heads_move_is_whole check ((moved_to is null) = (moved_at is null)) not valid;

alter table articles
    add column organizations text[] not null default '{}',
    add column field_sources jsonb, -- field -> where its value was found
    add column live_entries jsonb, -- of a live blog: at, title, text
    add column parts text[], -- addresses of the further pages whose text is in `text`
    add constraint articles_field_sources_check check (jsonb_typeof(field_sources) = 'object') not valid,
    add constraint articles_live_entries_check check (jsonb_typeof(live_entries) = 'array') not valid,
    drop constraint articles_date_published_source_check;
alter table articles add constraint articles_date_published_source_check check (date_published_source in (
    'jsonld', 'microdata', 'meta', 'link', 'title', 'heading', 'time_tag', 'url', 'news_sitemap', 'feed', 'text', 'crawl',
    'rule')) not valid;

-- What happened to contents, and nothing else: a row for each version at the time its page was fetched, and one where an
-- article is gone or went on elsewhere. Reading stored pages with new code makes no row.
create index articles_place on articles (host_id, url_id) where is_latest;
create index visits_lost on visits (lost_at) where lost is not null;
create index article_heads_moved on article_heads (moved_at) where moved_to is not null;

create view news.changes as
select a.article_id as id, a.version, case when before.version is null then 'new' else 'changed' end as change,
    a.fetched_at as changed_at, h.site_id as source_id, a.url, a.title, a.word_count, before.word_count as word_count_before
from articles a
join hosts h using (host_id)
left join lateral (
    select b.version, b.word_count from articles b
    where b.article_id = a.article_id and (b.fetched_at, b.page_id) < (a.fetched_at, a.page_id)
    order by b.fetched_at desc, b.page_id desc limit 1
) before on true
union all
select a.article_id, a.version, 'gone', v.lost_at, h.site_id, a.url, a.title, a.word_count, a.word_count
from visits v
join articles a on a.host_id = v.host_id and a.url_id = v.url_id and a.is_latest
join article_heads heads on heads.article_id = a.article_id
join hosts h on h.host_id = v.host_id
where v.lost = 'gone' and heads.moved_to is null
union all
select a.article_id, a.version, 'moved', heads.moved_at, h.site_id, a.url, a.title, a.word_count, a.word_count
from article_heads heads
join articles a on a.article_id = heads.article_id and a.is_latest
join hosts h using (host_id)
where heads.moved_to is not null;
