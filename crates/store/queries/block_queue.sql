-- The newest pages of articles whose blocks a person has not labelled, the sites in turn; or any of them.
with newest as (
    select a.host_id, a.url_id, a.fetched_at, a.page_id, a.url, h.site_id
    from articles a
    join hosts h on h.host_id = a.host_id
    where a.is_latest and a.parts is null and ($2::text is null or h.site_id = $2)
        and ($4 or not exists (
            select from block_labels l where l.host_id = a.host_id and l.url_id = a.url_id and l.who = $1
        ))
        and not exists (
            select from unnest($5::bigint[], $6::bigint[]) as had (host_id, url_id)
            where had.host_id = a.host_id and had.url_id = a.url_id
        )
    order by case when $3 then random() end, a.fetched_at desc, a.page_id desc
    limit 1000
), turns as (
    select newest.*, row_number() over (partition by site_id order by fetched_at desc, page_id desc) as turn from newest
)
select t.host_id, t.url_id, t.fetched_at, t.page_id, t.site_id, t.url, l.content as "previous?"
from turns t
left join block_labels l on l.host_id = t.host_id and l.url_id = t.url_id and l.who = $1
order by case when $3 then random() else t.turn end, t.fetched_at desc, t.page_id desc
limit $7
