-- What a prune would delete now: $1 hosts with the times before which their pages ($2), rejected pages ($3; the last of them is
-- $4) and visits ($5; $6) go, and $7 the time before which URLs go, if they do. What belongs to a page counts if the page goes.
-- URLs of hosts that are being crawled count too, and stay for now.
with old as materialized (
    select p.fetched_at, p.page_id, is_rejected(d.article_id, d.label_source) as rejected
    from pages p
    join unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as due (host_id, pages, rejected) using (host_id)
    left join verdicts d on d.fetched_at = p.fetched_at and d.page_id = p.page_id
    where p.fetched_at < $4
        and p.fetched_at < case when is_rejected(d.article_id, d.label_source) then due.rejected else due.pages end
        and not exists (select from extract_queue q where q.fetched_at = p.fetched_at and q.page_id = p.page_id)
        and not exists (select from page_labels l where l.fetched_at = p.fetched_at and l.page_id = p.page_id)
        and not exists (select from block_labels l where l.fetched_at = p.fetched_at and l.page_id = p.page_id)
)
select (select count(*) from old) as "pages!",
    (select count(*) from old where rejected) as "rejected!",
    (
        select count(*) from fetches f
        join unnest($1::bigint[], $5::timestamptz[]) as due (host_id, before) using (host_id)
        left join pages p on p.fetched_at = f.fetched_at and p.page_id = f.page_id
        left join old on old.fetched_at = f.fetched_at and old.page_id = f.page_id
        where f.fetched_at < $6 and f.fetched_at < due.before and (p.page_id is null or old.page_id is not null)
    ) as "visits!",
    (
        select count(*) from seen s
        where s.kind = 'page' and s.first_seen < $7::timestamptz
            and not exists (select from articles a where a.host_id = s.host_id and a.url_id = s.url_id)
            and not exists (
                select from pages p left join old on old.fetched_at = p.fetched_at and old.page_id = p.page_id
                where p.host_id = s.host_id and p.url_id = s.url_id and old.page_id is null)
            and not exists (select from page_labels l where l.host_id = s.host_id and l.url_id = s.url_id)
            and not exists (select from block_labels l where l.host_id = s.host_id and l.url_id = s.url_id)
    ) as "urls!"
