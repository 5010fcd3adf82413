-- Links articles that have moved to the article at their new URL: their URL redirects for good to one of the site with mostly
-- the same text, or is gone or redirects and the same text is at another URL of the site, or their page names another URL as
-- its own. Considers these articles ($1), others from the same pages or from URLs that redirect to theirs, and others of
-- their sites with the same text of at least $2 words. Returns how many were found to have moved.
with recursive pointing as (
    select here.host_id, here.url_id, h.site_id, 0 as redirects
    from articles here join hosts h using (host_id)
    where here.is_latest and here.article_id = any($1)
    union
    select v.host_id, v.url_id, h.site_id, pointing.redirects + 1
    from pointing
    join seen s on s.host_id = pointing.host_id and s.url_id = pointing.url_id
    join visits v on v.redirects_to = s.url_hash
    join hosts h on h.host_id = v.host_id and h.site_id = pointing.site_id
    where pointing.redirects < 5
), touched as (
    select distinct a.article_id, a.content_hash, pointing.site_id, a.word_count
    from pointing join articles a on a.host_id = pointing.host_id and a.url_id = pointing.url_id and a.is_latest
), kin as (
    select a.article_id, a.version, a.content_hash, h.site_id, a.host_id, a.url_id, a.fetched_at
    from articles a join hosts h using (host_id)
    where a.is_latest and (a.article_id in (select article_id from touched) or exists (select from touched t
        where t.content_hash = a.content_hash and t.site_id = h.site_id and t.word_count >= $2))
        and a.content_hash in (select content_hash from touched)
), place as (
    select kin.*, v.lost, v.lost_at, v.redirects_to, v.page_fetched_at, coalesce(d.article_id, kin.article_id) as shown
    from kin
    left join visits v on v.host_id = kin.host_id and v.url_id = kin.url_id
    left join verdicts d on d.fetched_at = v.page_fetched_at and d.page_id = v.page_id
), way as (
    select article_id, site_id, redirects_to, 1 as redirects from place where redirects_to is not null
    union
    select way.article_id, way.site_id, v.redirects_to, way.redirects + 1
    from way
    join hosts h on h.site_id = way.site_id
    join seen s on s.host_id = h.host_id and s.url_hash = way.redirects_to
    join visits v on v.host_id = s.host_id and v.url_id = s.url_id and v.redirects_to is not null
    where way.redirects < 5
), target as (
    select way.article_id, min(there.article_id) as moved_to
    from way
    join hosts h on h.site_id = way.site_id
    join seen s on s.host_id = h.host_id and s.url_hash = way.redirects_to
    join visits v on v.host_id = s.host_id and v.url_id = s.url_id and v.lost is null
    join verdicts d on d.fetched_at = v.page_fetched_at and d.page_id = v.page_id
    join articles there on there.article_id = d.article_id and there.is_latest and there.article_id <> way.article_id
    join articles here on here.article_id = way.article_id and here.is_latest
    where least(here.word_count, there.word_count) >= $2 and share_most_text(here.text, there.text)
    group by 1
), decided as (
    select here.article_id, here.version,
        case when here.lost is not null then coalesce(target.moved_to, there.article_id) when here.shown <> here.article_id then here.shown end as moved_to,
        case when here.lost is not null then here.lost_at else here.page_fetched_at end as moved_at
    from place here left join target on target.article_id = here.article_id left join lateral (
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
