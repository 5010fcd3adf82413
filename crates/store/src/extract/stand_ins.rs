//! Texts that stand in for articles: a notice, a wall or a challenge that a site answers with status 200 in their place.
//!
//! Three articles with different texts that have become one and the same text show none of them.

use std::collections::HashSet;

use sqlx::PgConnection;

use crate::{
    PageKey, StoreError, VersionKey,
    articles::{ArticleColumns, PageFacts},
    text::column,
};

/// Minimum number of articles, and of their different former texts, that became the same text.
const MIN_ARTICLES: i64 = 3;

/// What stands in for articles.
#[derive(Debug, Default)]
pub(super) struct StandIns {
    /// The pages of the batch that show such a text.
    pub(super) pages: HashSet<PageKey>,
    /// Stored versions with a text that is known as such only now.
    pub(super) versions: Vec<VersionKey>,
}

/// Finds stand-ins among the pages of a batch, and notes their texts.
pub(super) async fn find(
    connection: &mut PgConnection,
    shown: &[(&PageFacts, &ArticleColumns)],
) -> Result<StandIns, StoreError> {
    let hosts = column(shown, |(page, _)| page.host_id);
    let hashes = column(shown, |(_, article)| article.content_hash.clone());
    let versions = sqlx::query_as!(
        VersionKey,
        r#"with shown as (
            select * from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[])
                as s (host_id, content_hash, article_id, fetched_at)
        ), became as (
            select s.host_id, s.content_hash, s.article_id, former.content_hash as formerly
            from shown s cross join lateral (
                select b.host_id, b.content_hash from articles b where b.article_id = s.article_id and b.fetched_at < s.fetched_at
                order by b.fetched_at desc, b.page_id desc limit 1
            ) former
            where former.host_id = s.host_id and former.content_hash <> s.content_hash
        ), latest as (
            select a.host_id, a.content_hash, a.article_id, a.version, a.fetched_at
            from (select distinct host_id, content_hash from became) b
            join articles a on a.content_hash = b.content_hash and a.host_id = b.host_id and a.is_latest
        ), all_that_became as (
            select * from became
            union
            select l.host_id, l.content_hash, l.article_id, former.content_hash
            from latest l cross join lateral (
                select b.content_hash from articles b where b.article_id = l.article_id and b.fetched_at < l.fetched_at
                order by b.fetched_at desc, b.page_id desc limit 1
            ) former
            where former.content_hash <> l.content_hash
        ), added as (
            insert into stand_in_texts (host_id, content_hash)
            select host_id, content_hash from all_that_became group by 1, 2
            having count(distinct article_id) >= $5 and count(distinct formerly) >= $5
            order by 1, 2
            on conflict do nothing
            returning host_id, content_hash
        )
        select l.article_id as id, l.version from added join latest l using (host_id, content_hash)"#,
        &hosts,
        &hashes,
        &column(shown, |(_, article)| article.id.clone()),
        &column(shown, |(page, _)| page.key.fetched_at),
        MIN_ARTICLES
    )
    .fetch_all(&mut *connection)
    .await?;
    let pages = sqlx::query_as!(
        PageKey,
        r#"select s.fetched_at as "fetched_at!", s.page_id as "page_id!"
        from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::bigint[]) as s (host_id, content_hash, fetched_at, page_id)
        join stand_in_texts t on t.host_id = s.host_id and t.content_hash = s.content_hash"#,
        &hosts,
        &hashes,
        &column(shown, |(page, _)| page.key.fetched_at),
        &column(shown, |(page, _)| page.key.page_id)
    )
    .fetch_all(connection)
    .await?;
    Ok(StandIns {
        pages: pages.into_iter().collect(),
        versions,
    })
}
