-- The changes of articles before a position, newest first, each with the version before it. Each part reads an index of its times.
with found as (
    (select c.article_id, c.version, c.version_before, c.changed_at as at, 'changed' as change, c.version * 4 as place, c.of_headline, c.of_text
    from article_changes c
    where coalesce($1, '') not in ('gone', 'moved') and ($1 is distinct from 'headline' or c.of_headline)
        and ($1 is distinct from 'text' or c.of_text)
        and (cardinality($2::text[]) = 0 or c.host_id = any(array(select h.host_id from hosts h where h.site_id = any($2))))
        and c.changed_at <= coalesce($3::timestamptz, 'infinity')
        and ($3::timestamptz is null or (c.changed_at, c.article_id, c.version * 4) < ($3, $4::text, $5::integer))
    order by c.changed_at desc, c.article_id desc, c.version desc limit $6)
    union all
    (select a.article_id, a.version, null, v.lost_at, 'gone', a.version * 4 + 1, false, false
    from visits v
    join hosts h on h.host_id = v.host_id
    cross join lateral ( -- looked up for each row, so that no more rows are read than are wanted
        select l.article_id, l.version, is_own_url(l.url, l.url_canonical) as is_own, heads.moved_to
        from articles l join article_heads heads on heads.article_id = l.article_id
        where l.host_id = v.host_id and l.url_id = v.url_id and l.is_latest offset 0
    ) a
    where coalesce($1, 'gone') = 'gone' and (cardinality($2::text[]) = 0 or h.site_id = any($2))
        and v.lost = 'gone' and a.moved_to is null and a.is_own
        and v.lost_at <= coalesce($3::timestamptz, 'infinity')
        and ($3::timestamptz is null or (v.lost_at, a.article_id, a.version * 4 + 1) < ($3, $4::text, $5::integer))
    order by v.lost_at desc, a.article_id desc, a.version desc limit $6)
    union all
    (select a.article_id, a.version, null, heads.moved_at, 'moved', a.version * 4 + 2, false, false
    from article_heads heads
    join articles a on a.article_id = heads.article_id and a.is_latest
    join hosts h on h.host_id = a.host_id
    where coalesce($1, 'moved') = 'moved' and (cardinality($2::text[]) = 0 or h.site_id = any($2)) and heads.moved_to is not null
        and heads.moved_at <= coalesce($3::timestamptz, 'infinity')
        and ($3::timestamptz is null or (heads.moved_at, a.article_id, a.version * 4 + 2) < ($3, $4::text, $5::integer))
    order by heads.moved_at desc, a.article_id desc, a.version desc limit $6)
), newest as (
    select * from found order by at desc, article_id desc, place desc limit $6
)
select n.article_id as "id!", n.version as "version!", n.version_before, n.at as "at!", n.change as "change!: ChangeKind", n.place as "place!",
    n.of_headline as "of_headline!", n.of_text as "of_text!", h.site_id as "source_id!", site.name as "source_name!", a.url as "url!",
    a.language, a.title, before.title as title_before, a.word_count as "word_count!", before.word_count as "word_count_before?",
    case when n.of_text and a.char_count + before.char_count <= $7::integer then a.text end as text,
    case when n.of_text and a.char_count + before.char_count <= $7::integer then before.text end as text_before,
    case when n.change = 'moved' then heads.moved_to end as moved_to
from newest n
join articles a on a.article_id = n.article_id and a.version = n.version
join article_heads heads on heads.article_id = n.article_id
join hosts h on h.host_id = a.host_id
join sites site on site.site_id = h.site_id
left join articles before on before.article_id = n.article_id and before.version = n.version_before
order by n.at desc, n.article_id desc, n.place desc
