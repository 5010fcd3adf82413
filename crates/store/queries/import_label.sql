-- One label from elsewhere, for the page of its address: the one fetched when the label says, else the newest.
-- A label of the same person is replaced only by a later one.
with page as (
    select s.host_id, s.url_id, p.fetched_at, p.page_id
    from hosts h
    join seen s on s.host_id = h.host_id and s.url_hash = $2
    join pages p on p.host_id = s.host_id and p.url_id = s.url_id
    where h.authority = $1
    order by (p.fetched_at = $3) is true desc, p.fetched_at desc, p.page_id desc
    limit 1
), old as (
    select l.is_news, l.page_type from page_labels l join page using (host_id, url_id) where l.who = $4
), new as (
    insert into page_labels as l (host_id, url_id, who, fetched_at, page_id, is_news, page_type, labelled_at,
        guess_version, guess_type, guess_source, guess_score)
    select host_id, url_id, $4, fetched_at, page_id, $5, $6, coalesce($7::timestamptz, now()), $8, $9, $10, $11 from page
    on conflict (host_id, url_id, who) do update set
        fetched_at = excluded.fetched_at, page_id = excluded.page_id, is_news = excluded.is_news,
        page_type = excluded.page_type, labelled_at = excluded.labelled_at, guess_version = excluded.guess_version,
        guess_type = excluded.guess_type, guess_source = excluded.guess_source, guess_score = excluded.guess_score
        where $7::timestamptz > l.labelled_at
    returning 1
)
select
    exists (select from page) as "found!",
    exists (select from old) as "known!",
    exists (select from new) as "written!",
    coalesce((select is_news = $5 and page_type is not distinct from $6 from old), false) as "same!"
