-- The labels of each person by kind: how many there are, how many can be compared with what the code says, and how many agree.
-- Of blocks, each block is compared. Whether two articles are grouped together is that of now.
with answers as (
    select case l.kind when 'copies' then 'pairs' else l.kind end as kind, l.who, l.same, l.labelled_at,
        coalesce(a.duplicate_of, l.a) = coalesce(b.duplicate_of, l.b)
            or (l.kind = 'stories' and coalesce(ma.story_id = mb.story_id, false)) as joined
    from pair_labels l
    left join copies a on a.article_id = l.a
    left join copies b on b.article_id = l.b
    left join story_articles ma on ma.article_id = coalesce(a.duplicate_of, l.a)
    left join story_articles mb on mb.article_id = coalesce(b.duplicate_of, l.b)
), counted as (
    select 'pages' as kind, who, count(*) as labels, count(guess_type) as compared,
        count(*) filter (where (guess_type = any($1)) = is_news) as agreed, max(labelled_at) as last_at
    from page_labels group by who
    union all
    select 'blocks', who, count(*), sum(blocks), sum(agreed), max(labelled_at) from block_labels group by who
    union all
    select kind, who, count(*), count(same), count(*) filter (where same = joined), max(labelled_at)
    from answers group by kind, who
)
select kind as "kind!", who as "who!", labels as "labels!", compared as "compared!", agreed as "agreed!", last_at as "last_at!"
from counted
order by array_position(array['pages', 'blocks', 'pairs', 'stories'], kind), who collate "C"
