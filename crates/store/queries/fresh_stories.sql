-- Stories with articles that were found since a time, and after them the others by score or time. Each part reads an index.
with fresh as materialized (
    select m.story_id, count(*) as articles
    from articles a join story_articles m on m.article_id = a.article_id
    where a.fetched_at > $1::timestamptz and a.version = 1
    group by 1
), chosen as (
    (select s.story_id, f.articles as added, s.active_at, s.owners, s.score
    from fresh f join stories s on s.story_id = f.story_id
    where s.merged_into is null and ($2::text is null or s.language = $2) and coalesce($5::boolean, true)
        and ($5 is null or case when $3::boolean then (s.active_at, s.story_id) < ($6::timestamptz, $9::text)
            else (s.owners, s.score, s.story_id) < ($7::integer, $8::real, $9) end)
    order by case when $3 then s.active_at end desc, case when not $3 then s.owners end desc, case when not $3 then s.score end desc,
        s.story_id desc
    limit $4)
    union all
    (select s.story_id, 0, s.active_at, s.owners, s.score
    from stories s
    where s.merged_into is null and ($2::text is null or s.language = $2)
        and not exists (select from fresh f where f.story_id = s.story_id)
        and exists (select from story_articles m where m.story_id = s.story_id)
        and ($5 is null or $5 or case when $3 then (s.active_at, s.story_id) < ($6, $9) else (s.score, s.story_id) < ($8, $9) end)
    order by case when $3 then s.active_at end desc, case when not $3 then s.score end desc, s.story_id desc
    limit $4)
)
select c.added as "added!", s.id as "id!", s.language as "language!", s.title, s.date_founded as "date_founded!",
    s.date_active as "date_active!", s.articles as "articles!", s.copies as "copies!", s.owners as "owners!",
    s.score as "score!", s.breadth as "breadth!", s.recency as "recency!", s.burst as "burst!",
    s.cohesion as "cohesion!", s.keywords as "keywords!", s.links as "links!"
from chosen c join news.stories s on s.id = c.story_id
order by c.added > 0 desc, case when $3 then c.active_at end desc, case when not $3 and c.added > 0 then c.owners end desc,
    case when not $3 then c.score end desc, c.story_id desc
limit $4
