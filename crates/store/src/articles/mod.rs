//! Articles and their versions.

pub(crate) mod changes;
pub(crate) mod export;
pub(crate) mod search;
pub(crate) mod withdraw;

use sha2::{Digest, Sha256};
use sqlx::PgConnection;

use crate::{NewArticle, PageKey, StoreError, text};

/// Lower-case hex SHA-256 of a normalised URL: the id of the article there.
pub fn article_id(identity: &str) -> String {
    text::hex(&Sha256::digest(identity.as_bytes()))
}

/// What the store knows of a page without its body.
#[derive(Debug)]
pub(crate) struct PageFacts {
    pub(crate) key: PageKey,
    pub(crate) host_id: i64,
    pub(crate) url_id: i64,
    pub(crate) url: String,
    pub(crate) http_status: i16,
    pub(crate) content_type: Option<String>,
    pub(crate) etag: Option<String>,
    pub(crate) last_modified: Option<String>,
    pub(crate) robots_rule: Option<String>,
    pub(crate) opt_out: serde_json::Value,
    /// The article version made from it.
    pub(crate) made: Option<(String, i32)>,
    /// Whether its last verdict called it an article; `None`: it was not read before.
    pub(crate) was_article: Option<bool>,
    /// The page type of its last verdict.
    pub(crate) judged_as: Option<String>,
    /// Whether it is the first page of its address.
    pub(crate) first: bool,
}

/// An article version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) id: String,
    pub(crate) version: i32,
}

/// A version beside a page in time.
#[derive(Debug)]
pub(crate) struct Neighbour {
    pub(crate) version: i32,
    pub(crate) content_hash: String,
}

/// Locks articles in order of their ids until the transaction ends; makes those that are missing.
pub(crate) async fn lock_heads(
    connection: &mut PgConnection,
    mut ids: Vec<String>,
) -> Result<(), StoreError> {
    ids.sort();
    ids.dedup();
    sqlx::query!(
        "insert into article_heads (article_id) select id from unnest($1::text[]) as new (id) order by id
        on conflict do nothing",
        &ids
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("select article_id from article_heads where article_id = any($1) order by 1 for no key update", &ids)
        .fetch_all(connection)
        .await?;
    Ok(())
}

/// The versions right before and right after a page in time.
pub(crate) async fn neighbours(
    connection: &mut PgConnection,
    id: &str,
    page: PageKey,
) -> Result<(Option<Neighbour>, Option<Neighbour>), StoreError> {
    let before = sqlx::query_as!(
        Neighbour,
        "select version, content_hash from articles
        where article_id = $1 and (fetched_at, page_id) < ($2, $3) order by fetched_at desc, page_id desc limit 1",
        id,
        page.fetched_at,
        page.page_id
    )
    .fetch_optional(&mut *connection)
    .await?;
    let after = sqlx::query_as!(
        Neighbour,
        "select version, content_hash from articles
        where article_id = $1 and (fetched_at, page_id) > ($2, $3) order by fetched_at, page_id limit 1",
        id,
        page.fetched_at,
        page.page_id
    )
    .fetch_optional(connection)
    .await?;
    Ok((before, after))
}

/// Another page showed this version.
pub(crate) async fn see_again(
    connection: &mut PgConnection,
    id: &str,
    version: i32,
    page: PageKey,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update articles set last_seen_at = $3 where article_id = $1 and version = $2 and last_seen_at < $3",
        id,
        version,
        page.fetched_at
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// All that was derived, as the statements take it.
fn derived(article: &NewArticle) -> Result<serde_json::Value, StoreError> {
    let value =
        serde_json::to_value(article).map_err(|error| StoreError::Invalid(error.to_string()))?;
    Ok(text::json(&value))
}

/// Changes with every derived field.
fn derived_hash(derived: &serde_json::Value) -> Vec<u8> {
    Sha256::digest(derived.to_string().as_bytes()).to_vec()
}

/// Adds a version; gives its number.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    id: &str,
    page: &PageFacts,
    article: &NewArticle,
    code: &str,
    is_latest: bool,
) -> Result<i32, StoreError> {
    if is_latest {
        let former = sqlx::query_scalar!(
            "update articles set is_latest = false where article_id = $1 and is_latest returning version",
            id
        )
        .fetch_optional(&mut *connection)
        .await?;
        if let Some(former) = former {
            note(connection, id, former, false).await?; // who follows the cursors must hear of it
        }
    }
    let derived = derived(article)?;
    let version = sqlx::query_scalar!(
        "update article_heads set last_version = last_version + 1 where article_id = $1 returning last_version",
        id
    )
    .fetch_one(&mut *connection)
    .await?;
    sqlx::query_file!(
        "queries/insert_article.sql",
        id,
        version,
        is_latest,
        page.host_id,
        page.url_id,
        page.key.page_id,
        page.key.fetched_at,
        page.url,
        page.http_status,
        page.content_type,
        page.etag,
        page.last_modified,
        page.robots_rule,
        page.opt_out,
        text::owned(&article.identity),
        derived,
        text::owned(code),
        derived_hash(&derived)
    )
    .execute(&mut *connection)
    .await?;
    note(connection, id, version, false).await?;
    Ok(version)
}

/// Puts the derived fields of a new reading in place of the old; 1 if that changed any.
pub(crate) async fn replace(
    connection: &mut PgConnection,
    id: &str,
    version: i32,
    article: &NewArticle,
    code: &str,
) -> Result<u64, StoreError> {
    let derived = derived(article)?;
    let changed = sqlx::query_file!(
        "queries/replace_article.sql",
        id,
        version,
        text::owned(&article.identity),
        derived,
        text::owned(code),
        derived_hash(&derived)
    )
    .execute(&mut *connection)
    .await?
    .rows_affected();
    if changed > 0 {
        note(connection, id, version, false).await?;
        return Ok(changed);
    }
    sqlx::query!(
        "update articles set extractor_version = $3 where article_id = $1 and version = $2 and extractor_version <> $3",
        id,
        version,
        text::owned(code)
    )
    .execute(connection)
    .await?;
    Ok(0)
}

/// Tells the publisher that a version has changed or is gone.
pub(crate) async fn note(
    connection: &mut PgConnection,
    id: &str,
    version: i32,
    withdrawn: bool,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into outbox (article_id, version, withdrawn) values ($1, $2, $3)",
        id,
        version,
        withdrawn
    )
    .execute(connection)
    .await?;
    Ok(())
}
