-- Each language has its own query; an article is asked the one of its language.
with configs as (
    select distinct search_config(language) as config
    from unnest(array['ar', 'ca', 'da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'hi', 'hu', 'it', 'nl', 'no', 'pt', 'ro', 'ru',
        'sv', 'tr', '']) as known (language)
    where $2::text is null or search_config(language) = search_config($2)
), asked as materialized (
    select config, websearch_to_tsquery(config, $1) as query from configs
), hits as (
    select a.article_id, a.version, a.url, h.site_id, site.name, a.title, a.date_published, a.fetched_at, a.language, a.text,
        asked.config, asked.query, ts_rank_cd(a.search, asked.query, 1) as rank
    from asked
    join articles a on a.search @@ asked.query and search_config(a.language) = asked.config
    join hosts h on h.host_id = a.host_id
    join sites site on site.site_id = h.site_id
    where a.is_latest
        and ($2::text is null or a.language = $2)
        and ($3::text is null or h.site_id = $3)
        and ($4::timestamptz is null or coalesce(a.date_published, a.fetched_at) >= $4)
    order by rank desc, coalesce(a.date_published, a.fetched_at) desc, a.article_id
    limit $5
)
select article_id as "id!", version as "version!", url as "url!", site_id as "source_id!", name as "source_name!",
    title, date_published, fetched_at as "date_crawled!", language,
    ts_headline(config, left(text, 200000), query,
        'StartSel=«, StopSel=», MaxFragments=2, MaxWords=25, MinWords=10, FragmentDelimiter=" … "') as "snippet!",
    rank as "rank!"
from hits
order by rank desc, coalesce(date_published, fetched_at) desc, article_id
