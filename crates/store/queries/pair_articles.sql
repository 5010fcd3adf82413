-- The newest articles that were grouped, with what was found of each. A date of the future is not believed.
select a.article_id as "id!", a.version as "version!", h.site_id as "site_id!", a.language,
    case when a.date_published <= s.first_seen + interval '1 day' then a.date_published else s.first_seen end as "at!",
    c.duplicate_of, c.score as "copy_score!", m.story_id as "story_id?", m.score as "story_score?",
    coalesce(r.merged_into, m.nearly ->> 'story') as nearly_story, (m.nearly ->> 'score')::real as nearly_score
from articles a
join copies c on c.article_id = a.article_id
join hosts h on h.host_id = a.host_id
join seen s on s.host_id = a.host_id and s.url_id = a.url_id
left join story_articles m on m.article_id = a.article_id
left join stories r on r.story_id = m.nearly ->> 'story'
where a.is_latest
order by 5 desc, a.article_id
limit $1
