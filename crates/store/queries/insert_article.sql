-- A new article version: facts of the fetch one by one, what was derived from the page as one object ($16).
insert into articles (
    article_id, version, is_latest, host_id, url_id, page_id, fetched_at, last_seen_at,
    url, http_status, content_type, etag, last_modified, robots_rule, opt_out, identity,
    url_canonical, title, title_page, description, text, content_hash, word_count, char_count, authors, agencies, organizations,
    date_published, date_published_tz, date_published_precision, date_published_source, date_modified,
    language, language_score, section, tags, image_url, images, is_free, is_truncated, license,
    field_sources, live_entries, parts, extractor, extraction_score, extractor_version, derived_hash, search
)
select
    $1, $2, $3, $4, $5, $6, $7::timestamptz, $7,
    $8, $9, $10, $11, $12, $13, $14, $15,
    d.url_canonical, d.title, d.title_page, d.description, d.text, d.content_hash, d.word_count, char_length(d.text), d.authors, d.agencies, d.organizations,
    d.date_published, d.date_published_tz, d.date_published_precision, d.date_published_source, d.date_modified,
    d.language, d.language_score, d.section, d.tags, d.image_url, d.images, d.is_free, d.is_truncated, d.license,
    d.field_sources, d.live_entries, d.parts, d.extractor, d.extraction_score, $17, $18, search_vector(d.language, d.title, d.text)
from jsonb_to_record($16::jsonb) as d (
    url_canonical text, title text, title_page text, description text, text text, content_hash text, word_count integer,
    authors text[], agencies text[], organizations text[], date_published timestamptz, date_published_tz integer,
    date_published_precision text, date_published_source text, date_modified timestamptz,
    language text, language_score real, section text, tags text[], image_url text, images jsonb,
    is_free boolean, is_truncated boolean, license text, field_sources jsonb, live_entries jsonb, parts text[],
    extractor text, extraction_score real
)
