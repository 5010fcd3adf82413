-- The matching articles of one language ($2), best first. Planned anew each time, so that the database sees from the words how many
-- articles match: few come from the index of words, many from the newest backwards.
with asked as (
    select websearch_to_tsquery(search_config($2), $1) as query
), newest as materialized (
    select a.article_id, a.version, a.host_id, a.url, a.title, a.date_published, a.fetched_at, a.text, a.search
    from articles a
    -- what is cheap to look at comes first: words are read from outside the row
    where a.is_latest
        and ($2::text is null and a.language is null or a.language = $2)
        and ($3::bigint[] is null or a.host_id = any($3))
        and ($4::timestamptz is null or coalesce(a.date_published, a.fetched_at) >= $4)
        and a.search @@ websearch_to_tsquery(search_config($2), $1)
    order by a.fetched_at desc
    limit $5
), hits as (
    select newest.*, asked.query, ts_rank_cd(search, asked.query, 1) as rank
    from newest cross join asked
    order by rank desc, coalesce(date_published, fetched_at) desc, article_id
    limit $6
)
select article_id as "id!", version as "version!", url as "url!", h.site_id as "source_id!", site.name as "source_name!",
    title, date_published, fetched_at as "date_crawled!", $2::text as language,
    ts_headline(search_config($2), left(text, 200000), query,
        'StartSel=«, StopSel=», MaxFragments=2, MaxWords=25, MinWords=10, FragmentDelimiter=" … "') as "snippet!",
    rank as "rank!"
from hits
join hosts h on h.host_id = hits.host_id
join sites site on site.site_id = h.site_id
