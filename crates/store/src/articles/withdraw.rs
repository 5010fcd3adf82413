//! Withdrawal of article versions.

use sqlx::PgConnection;

use crate::articles::{StoredVersion, add_to_outbox};
use crate::{PageKey, StoreError, VersionKey};

/// Withdraws a version. The latest remaining version becomes the latest. If the article has no versions left, its copies are compared
/// again. Returns the number of versions, 0 if it was withdrawn before, and the pages with its content, which must be extracted again.
pub(crate) async fn withdraw(
    connection: &mut PgConnection,
    key: &VersionKey,
) -> Result<(u64, Vec<PageKey>), StoreError> {
    let (id, version) = (&key.id, key.version);
    let gone = remove(connection, id, version).await?;
    let pages = sqlx::query_as!(
        PageKey,
        "select fetched_at, page_id from verdicts where article_id = $1 and article_version = $2",
        id,
        version
    )
    .fetch_all(&mut *connection)
    .await?;
    sqlx::query!(
        "with followers as (
            update copies set duplicate_of = null, rule = null, score = 0
            where duplicate_of = $1 and not exists (select from articles where article_id = $1)
            returning article_id
        ), own as (
            delete from copies where article_id = $1 and not exists (select from articles where article_id = $1)
            returning duplicate_of
        )
        insert into outbox (article_id, version, is_regrouped)
        select a.article_id, a.version, not a.is_latest from followers join articles a using (article_id)
        union all
        select a.article_id, a.version, true from own join articles a on a.article_id = own.duplicate_of",
        id
    )
    .execute(connection)
    .await?;
    Ok((gone, pages))
}

/// Withdraws each version with the same text and headline as the one before it, which takes over its pages. Returns how many.
pub(crate) async fn merge_equal_neighbours(
    connection: &mut PgConnection,
    id: &str,
) -> Result<u64, StoreError> {
    let versions = sqlx::query_as!(
        StoredVersion,
        "select version, content_hash, title, extractor_version, url, url_canonical, fetched_at, page_id from articles
        where article_id = $1 order by fetched_at, page_id",
        id
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut withdrawn = 0;
    let mut versions = versions.iter();
    let Some(mut before) = versions.next() else {
        return Ok(0);
    };
    for version in versions {
        let (title, code) = (version.title.as_deref(), &version.extractor_version);
        if !before.is_same(&version.content_hash, title, code) {
            before = version;
            continue;
        }
        sqlx::query!(
            "update articles a set last_seen_at = later.last_seen_at, robots_rule = later.robots_rule,
                opt_out = case when later.opt_out = '{}' then a.opt_out else later.opt_out end
            from articles later
            where a.article_id = $1 and a.version = $2 and later.article_id = $1 and later.version = $3
                and later.last_seen_at >= a.last_seen_at",
            id,
            before.version,
            version.version
        )
        .execute(&mut *connection)
        .await?;
        sqlx::query!(
            "update verdicts set article_version = $2 where article_id = $1 and article_version = $3",
            id,
            before.version,
            version.version
        )
        .execute(&mut *connection)
        .await?;
        withdrawn += remove(connection, id, version.version).await?;
    }
    Ok(withdrawn)
}

/// Deletes a version, queues its withdrawal for the export, and makes the last remaining version the latest.
async fn remove(connection: &mut PgConnection, id: &str, version: i32) -> Result<u64, StoreError> {
    let gone = sqlx::query!(
        "delete from articles where article_id = $1 and version = $2",
        id,
        version
    )
    .execute(&mut *connection)
    .await?
    .rows_affected();
    let latest = sqlx::query_scalar!(
        "update articles set is_latest = true
        where article_id = $1 and not is_latest and not exists (select from articles where article_id = $1 and is_latest)
            and version = (select version from articles where article_id = $1 order by fetched_at desc, page_id desc limit 1)
        returning version",
        id
    )
    .fetch_optional(&mut *connection)
    .await?;
    if gone > 0 {
        add_to_outbox(connection, id, version).await?;
    }
    if let Some(latest) = latest {
        add_to_outbox(connection, id, latest).await?;
    }
    Ok(gone)
}
