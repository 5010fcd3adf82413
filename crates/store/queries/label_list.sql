-- Labels of a kind, the newest first, behind one of them.
with labels as (
    select l.host_id || '.' || l.url_id as key, l.who, l.labelled_at, h.site_id, s.url, l.is_news, l.page_type,
        l.guess_type, l.guess_source, l.guess_score, null as a, null as b, null::boolean as same,
        null::integer as blocks, null::integer as content, null::integer as agreed
    from page_labels l
    join hosts h on h.host_id = l.host_id
    join seen s on s.host_id = l.host_id and s.url_id = l.url_id
    where $1 = 'pages' and ($3::text is null or h.site_id = $3)
    union all
    select l.host_id || '.' || l.url_id, l.who, l.labelled_at, h.site_id, s.url, null, null,
        null, null, null, null, null, null, l.blocks, cardinality(l.content), l.agreed
    from block_labels l
    join hosts h on h.host_id = l.host_id
    join seen s on s.host_id = l.host_id and s.url_id = l.url_id
    where $1 = 'blocks' and ($3::text is null or h.site_id = $3)
    union all
    select l.a || '.' || l.b, l.who, l.labelled_at, null, null, null, null,
        null, null, null, l.a, l.b, l.same, null, null, null
    from pair_labels l
    where $3::text is null and case $1 when 'pairs' then 'copies' else $1 end = l.kind
)
select key as "key!", who as "who!", labelled_at as "labelled_at!", site_id as "site_id?", url as "url?", is_news, page_type,
    guess_type, guess_source, guess_score, a, b, same, blocks, content, agreed
from labels
where ($2::text is null or who = $2)
    and ($4::timestamptz is null or (labelled_at, key collate "C", who collate "C") < ($4, $5, $6))
order by labelled_at desc, key collate "C" desc, who collate "C" desc
limit $7
