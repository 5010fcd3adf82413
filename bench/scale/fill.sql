-- Fills an empty Gleaner database with generated articles, for examining query plans and sizes:
--
--     psql "$DATABASE_URL" -v articles=1000000 -f bench/scale/fill.sql
--
-- 82 sites with two hosts each, a year of articles, every tenth with a second version and every fifth a copy, stories of five,
-- one rejected page in three, texts of 120 to 360 words from a vocabulary with the usual long tail. Page bodies are empty.
\set ON_ERROR_STOP on
set synchronous_commit = off;
set maintenance_work_mem = '1GB';
select setseed(0.5);

insert into sites (site_id, name, home, domain, language, seeded)
select 'site-' || n, 'The Site ' || n, 'https://site-' || n || '.example/', 'site-' || n || '.example', case when n % 2 = 0 then 'de' else 'en' end, true
from generate_series(1, 82) n;
insert into hosts (site_id, authority, scheme, domain)
select 'site-' || n, prefix || 'site-' || n || '.example', 'https', 'site-' || n || '.example'
from generate_series(1, 82) n, (values ('www.'), ('news.')) prefixes (prefix);
select ensure_month(month) from generate_series(now() - interval '12 months', now(), interval '1 month') month;

create temporary table paragraphs as
select n, string_agg('w' || (power(random(), 4) * 60000)::int, ' ' order by word) as text
from generate_series(1, 4000) n, generate_series(1, 60) word group by n;
alter table paragraphs add primary key (n);

-- One row per article; `at` is spread over a year, with the newest last.
create temporary table made as
select n,
    (select min(host_id) from hosts) + (n::bigint * 7919) % 164 as host_id,
    encode(sha256(('article ' || n)::bytea), 'hex') as id,
    'https://site-' || 1 + (n % 82) || '.example/2026/section-' || n % 9 || '/an-article-of-this-site-' || n || '.html' as url,
    now() - interval '365 days' * (1 - n::float8 / :articles) as at,
    case when n % 2 = 0 then 'de' else 'en' end as language,
    -- a copy of one of the forty articles before it
    case when n % 5 = 4 then n - 1 - n % 8 end as leader
from generate_series(1, :articles) n;
update made set leader = null where leader < 1 or leader % 5 = 4;

insert into seen (host_id, url_hash, url, kind, via, priority, depth, first_seen)
select host_id, substr(id, 1, 32)::uuid, url, 'page', (array['feed', 'sitemap', 'front_page', 'link'])[1 + n % 4], 10, 1, at
from made order by n;
create temporary table placed as
select m.*, s.url_id, nextval('page_ids') as page_id from made m join seen s on s.host_id = m.host_id and s.url_hash = substr(m.id, 1, 32)::uuid;

insert into pages (page_id, fetched_at, host_id, url_id, url_final, http_status, content_type, headers, body_size, body_hash, body)
select page_id, at, host_id, url_id, url, 200, 'text/html', '{}', 60000, sha256(id::bytea), ''
from placed order by at;
insert into fetches (host_id, url_id, fetched_at, outcome, http_status, duration_ms, size_bytes, changed, page_id, opt_out)
select host_id, url_id, at, 'fetched', 200, 120, 60000, true, page_id, '{}' from placed order by at;
insert into visits (host_id, url_id, visited_at, outcome, http_status, next_due, visits, changes, failures, changed_at, body_hash, page_id, page_fetched_at, lost, lost_at)
select host_id, url_id, at, 'fetched', 200, at + interval '400 days', 1, 0, 0, at, sha256(id::bytea), page_id, at,
    case when n % 50 = 0 then 'gone' end, case when n % 50 = 0 then at + interval '20 days' end
from placed;
insert into discoveries (host_id, url_id, via, title, published, seen_at)
select host_id, url_id, 'feed', 'A headline of the feed ' || n, at, at from placed where n % 4 = 0;

insert into article_heads (article_id, last_version) select id, 1 + (n % 10 = 0)::int from placed order by at;
drop index article_search_words;
insert into articles (article_id, version, is_latest, host_id, url_id, page_id, fetched_at, last_seen_at, url, http_status, content_type,
    identity, title, description, text, content_hash, word_count, authors, date_published, date_published_precision, date_published_source,
    language, language_score, section, tags, extractor, extractor_version, derived_hash)
select p.id, version, version = 1 + (p.n % 10 = 0)::int, p.host_id, p.url_id, p.page_id,
    at - interval '1 hour' * (1 + (p.n % 10 = 0)::int - version), at, url, 200, 'text/html',
    url, initcap(split_part(one.text, ' ', 3) || ' ' || split_part(one.text, ' ', 4) || ' ' || split_part(one.text, ' ', 5)), left(one.text, 160),
    concat_ws(E'\n\n', version, one.text, two.text, three.text, four.text, five.text, six.text),
    encode(sha256((coalesce(p.leader, p.n) || ':' || version)::bytea), 'hex'), 60 * (2 + (p.n % 5)::int), array['Author ' || p.n % 3000],
    at - interval '2 hours', 'second', 'jsonld', language, 0.99, 'section-' || p.n % 9, array['tag-' || p.n % 500],
    'gleaner', '1', sha256((p.n || ':' || version)::bytea)
from placed p
cross join lateral generate_series(1, 1 + (p.n % 10 = 0)::int) version
join paragraphs one on one.n = 1 + (coalesce(p.leader, p.n)::bigint * 31) % 4000
join paragraphs two on two.n = 1 + (coalesce(p.leader, p.n)::bigint * 37) % 4000
left join paragraphs three on three.n = 1 + (coalesce(p.leader, p.n)::bigint * 41) % 4000 and p.n % 5 > 0
left join paragraphs four on four.n = 1 + (coalesce(p.leader, p.n)::bigint * 43) % 4000 and p.n % 5 > 1
left join paragraphs five on five.n = 1 + (coalesce(p.leader, p.n)::bigint * 47) % 4000 and p.n % 5 > 2
left join paragraphs six on six.n = 1 + (coalesce(p.leader, p.n)::bigint * 53) % 4000 and p.n % 5 > 3
order by p.n;
create index article_search_words on article_search using gin (words) with (gin_pending_list_limit = 1024);

insert into publications (cursor, article_id, version, content_cursor)
select cursor, article_id, version, cursor from (
    select nextval('publication_numbers') as cursor, article_id, version
    from (select article_id, version from articles order by fetched_at, page_id) versions) numbered;
insert into history (series, last) select 'changes', max(cursor) from publications;
insert into verdicts (fetched_at, page_id, host_id, url_id, version, page_type, news_score, features, label_source, reason, article_id, article_version)
select fetched_at, page_id, host_id, url_id, '1', 'article', 0.97, '{"words": 240, "link_density": 0.05, "paragraphs": 12}', 'model:page', 'reads like an article', article_id, version
from articles order by fetched_at;

-- Rejected pages: every third URL is one of these.
create temporary table rejected as
select n, (select min(host_id) from hosts) + n % 164 as host_id, 'https://site-' || 1 + n % 82 || '.example/topic/' || n as url,
    now() - interval '365 days' * (1 - n::float8 / (:articles / 2)) as at, nextval('page_ids') as page_id
from generate_series(1, :articles / 2) n;
insert into seen (host_id, url_hash, url, kind, via, priority, depth, first_seen)
select host_id, substr(encode(sha256(url::bytea), 'hex'), 1, 32)::uuid, url, 'page', 'link', 20, 2, at from rejected;
insert into pages (page_id, fetched_at, host_id, url_id, url_final, http_status, content_type, headers, body_size, body_hash, body)
select page_id, at, r.host_id, url_id, r.url, 200, 'text/html', '{}', 60000, sha256(r.url::bytea), ''
from rejected r join seen s on s.host_id = r.host_id and s.url_hash = substr(encode(sha256(r.url::bytea), 'hex'), 1, 32)::uuid;
insert into verdicts (fetched_at, page_id, host_id, url_id, version, page_type, news_score, features, label_source, reason)
select fetched_at, page_id, host_id, url_id, '1', (array['section', 'tag', 'imprint', 'author', 'consent_wall'])[1 + page_id % 5], (page_id % 90) / 100.0,
    '{"words": 80, "link_density": 0.7, "paragraphs": 2}', case when page_id % 3 = 0 then 'rule:path' else 'model:page' end, 'mostly links'
from pages where url_final like '%/topic/%';
insert into verdict_days (host_id, day, page_type, pages, articles)
select host_id, (fetched_at at time zone 'UTC')::date, page_type, count(*), count(article_id) from verdicts group by 1, 2, 3;
insert into visit_days (host_id, day, outcome, visits, bytes, last_at)
select host_id, (fetched_at at time zone 'UTC')::date, outcome, count(*), sum(size_bytes), max(fetched_at) from fetches group by 1, 2, 3;

insert into copies (article_id, version, duplicate_of, score, rule)
select copy.id, 1 + (copy.n % 10 = 0)::int, leader.id, case when leader.id is null then 0 else 1 end, case when leader.id is not null then 'exact_text' end
from made copy left join made leader on leader.n = copy.leader;
insert into stories (story_id, language, title, founded_at, active_at, articles, copies, cohesion, owners, breadth, recency, burst, score, keywords)
select encode(sha256(('story ' || n / 5)::bytea), 'hex'), min(language), 'A story number ' || n / 5, min(at), max(at), count(*), 1, 0.5, 3, 2, exp(-random()), 1, random() * 10,
    '[{"term": "one", "weight": 1.5}, {"term": "two", "weight": 1.2}]'
from made where leader is null group by n / 5;
insert into story_articles (article_id, story_id, score, shared)
select id, encode(sha256(('story ' || n / 5)::bytea), 'hex'), 0.6, '[{"term": "one", "part": "title", "weight": 1.5}, {"term": "two", "part": "text", "weight": 1.2}]' from made where leader is null;
insert into story_links (story_id, language, other_id, other_language, score, needed, shared)
select encode(sha256(('story ' || n)::bytea), 'hex'), 'de', encode(sha256(('story ' || n + 1)::bytea), 'hex'), 'en', 4, 3,
    '[{"sign": "name:somebody", "form": "Somebody", "other_form": "Somebody", "weight": 2}]'
from generate_series(2, :articles / 5 - 2, 4) n;
-- Pseudo-random names, derived from a number, so that they differ as much as real names.
create function pg_temp.drawn(kind text, n bigint) returns text language sql immutable
return initcap(left(translate(md5(kind || n), '0123456789abcdef', 'aeiourntlsmkbdgh'), 5 + (n % 4)::int));
insert into article_terms (article_id, version, entities, keywords)
select id, 1 + (n % 10 = 0)::int, jsonb_build_array(
    jsonb_build_object('text', person, 'label', 'PER', 'start', 0, 'end', length(person), 'norm', lower(person)),
    jsonb_build_object('text', city, 'label', 'LOC', 'start', 30, 'end', 30 + length(city), 'norm', lower(city))), '[{"term": "one", "weight": 1.5}]'
from (select id, n, pg_temp.drawn('first', n % 300) || ' ' || pg_temp.drawn('last', n % 20000) as person, pg_temp.drawn('city', n % 500) as city from made) named;
update publications p set url_requested = a.url_requested, date_first_seen = a.date_first_seen, char_count = a.char_count,
    duplicate_of = a.duplicate_of, dup_group_id = a.dup_group_id, story_id = a.story_id, entities = a.entities,
    discovered_via = a.discovered_via, moved_to = a.moved_to
from news.articles a where a.id = p.article_id and a.version = p.version;
update cursors set cursor = (select max(publications.cursor) from publications);
vacuum analyze;
