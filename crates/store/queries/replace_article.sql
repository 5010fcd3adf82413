-- A new reading of the page a version was made from: the derived fields ($4) change, the version stays.
update articles a set
    identity = $3, url_canonical = d.url_canonical, title = d.title, title_page = d.title_page,
    description = d.description, text = d.text, content_hash = d.content_hash, word_count = d.word_count,
    char_count = char_length(d.text), authors = d.authors, agencies = d.agencies, organizations = d.organizations, date_published = d.date_published,
    date_published_tz = d.date_published_tz, date_published_precision = d.date_published_precision,
    date_published_source = d.date_published_source, date_modified = d.date_modified, language = d.language,
    language_score = d.language_score, section = d.section, tags = d.tags, image_url = d.image_url,
    images = d.images, is_free = d.is_free, is_truncated = d.is_truncated, license = d.license,
    field_sources = d.field_sources, live_entries = d.live_entries, parts = d.parts,
    extractor = d.extractor, extraction_score = d.extraction_score, extractor_version = $5, derived_hash = $6,
    search = search_vector(d.language, d.title, d.text), updated_at = now()
from jsonb_to_record($4::jsonb) as d (
    url_canonical text, title text, title_page text, description text, text text, content_hash text, word_count integer,
    authors text[], agencies text[], organizations text[], date_published timestamptz, date_published_tz integer,
    date_published_precision text, date_published_source text, date_modified timestamptz,
    language text, language_score real, section text, tags text[], image_url text, images jsonb,
    is_free boolean, is_truncated boolean, license text, field_sources jsonb, live_entries jsonb, parts text[],
    extractor text, extraction_score real
)
where a.article_id = $1 and a.version = $2 and a.derived_hash <> $6
