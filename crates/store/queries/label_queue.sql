-- What a person may label next: of each address the page read last. Uncertain pages first, then those that the model is
-- sure of, last those that a rule decided; within each the sites in turn: the first of each, then the second of each.
-- Keys and order are found over narrow rows.
with latest as (
    select distinct on (d.host_id, d.url_id)
        d.host_id, d.url_id, d.fetched_at, d.page_id, h.site_id,
        case when $3 then random()
            else abs(d.news_score - $4::real) + case when d.label_source like 'rule:%' then 1 else 0 end
        end as certainty
    from verdicts d
    join hosts h on h.host_id = d.host_id
    where $2::text is null or h.site_id = $2
    order by d.host_id, d.url_id, d.fetched_at desc, d.page_id desc
), open as (
    select latest.*, l.is_news as said_news, l.page_type as said_type,
        row_number() over (partition by latest.site_id order by latest.certainty, latest.host_id, latest.url_id) as turn
    from latest
    left join page_labels l on l.host_id = latest.host_id and l.url_id = latest.url_id and l.who = $1
    where ($5 or l.who is null)
        and not exists (
            select from unnest($6::bigint[], $7::bigint[]) as had (host_id, url_id)
            where had.host_id = latest.host_id and had.url_id = latest.url_id
        )
), next as (
    select open.*, count(*) over () as remaining,
        row_number() over (
            order by case when $3 then 0 when certainty >= 1 then 2 when certainty > 0.4 then 1 else 0 end,
                case when $3 then 0 else turn end, certainty, host_id, url_id
        ) as place
    from open
    order by place
    limit $8
)
select n.host_id, n.url_id, n.fetched_at, n.page_id, n.site_id, s.url, n.remaining as "remaining!",
    n.said_news as "said_news?", n.said_type as "said_type?",
    d.version, d.page_type, d.label_source, d.news_score, d.reason
from next n
join verdicts d on d.fetched_at = n.fetched_at and d.page_id = n.page_id
join seen s on s.host_id = n.host_id and s.url_id = n.url_id
order by n.place
