-- Links articles that have moved to the article at their new URL: their page is gone or redirects and the same text is at
-- another URL of the site, or their page names another URL as its own. Considers these articles ($1), others from the same
-- pages, and others of their sites with the same text of at least $2 words. Returns how many were found to have moved.
with touched as (
    select distinct a.article_id, a.content_hash, h.site_id, a.word_count
    from articles here
    join articles a on a.host_id = here.host_id and a.url_id = here.url_id and a.is_latest
    join hosts h on h.host_id = a.host_id
    where here.is_latest and here.article_id = any($1)
), kin as (
    select a.article_id, a.version, a.content_hash, h.site_id, a.host_id, a.url_id, a.fetched_at
    from articles a join hosts h using (host_id)
    where a.is_latest and (a.article_id in (select article_id from touched) or exists (select from touched t
        where t.content_hash = a.content_hash and t.site_id = h.site_id and t.word_count >= $2))
        and a.content_hash in (select content_hash from touched)
), place as (
    select kin.*, v.lost, v.lost_at, v.page_fetched_at, coalesce(d.article_id, kin.article_id) as shown
    from kin
    left join visits v on v.host_id = kin.host_id and v.url_id = kin.url_id
    left join verdicts d on d.fetched_at = v.page_fetched_at and d.page_id = v.page_id
), decided as (
    select here.article_id, here.version,
        case when here.lost is not null then there.article_id when here.shown <> here.article_id then here.shown end as moved_to,
        case when here.lost is not null then here.lost_at else here.page_fetched_at end as moved_at
    from place here left join lateral (
        select t.article_id from place t
        where t.content_hash = here.content_hash and t.site_id = here.site_id and t.article_id <> here.article_id
            and t.lost is null and t.shown = t.article_id
        order by t.fetched_at desc, t.article_id limit 1
    ) there on true
), changed as (
    update article_heads heads
    set moved_to = decided.moved_to, moved_at = case when decided.moved_to is not null then decided.moved_at end
    from decided
    where heads.article_id = decided.article_id and heads.moved_to is distinct from decided.moved_to
    returning decided.article_id, decided.version, decided.moved_to
), told as (
    insert into outbox (article_id, version, is_regrouped)
    select article_id, a.version, a.version <> changed.version from changed join articles a using (article_id)
    union all -- whose leader is another now
    select c.article_id, a.version, true from changed join copies c on c.duplicate_of = changed.article_id
    join articles a on a.article_id = c.article_id
    order by 1, 2
)
select count(*) filter (where moved_to is not null) as "moved!" from changed
