//! Articles and their versions.

#![expect(
    clippy::disallowed_types,
    reason = "the columns of an article are the keys of its object, quoted; values are bound (decision 30)"
)]

pub(crate) mod article_changes;
pub(crate) mod changes;
pub(crate) mod cursor;
pub(crate) mod export;
pub(crate) mod headlines;
pub(crate) mod identity;
pub(crate) mod row;
pub(crate) mod search;
pub(crate) mod withdraw;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, PgConnection};

use crate::{PageKey, StoreError, text};

/// The id of the article at a normalised URL: its SHA-256 in lower-case hexadecimal.
pub fn article_id(identity: &str) -> String {
    hex::encode(Sha256::digest(identity.as_bytes()))
}

/// A stored page without its body, and its last verdict.
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
    /// `None` if its visit is unknown, as for an imported page.
    pub(crate) opt_out: Option<Value>,
    /// The article version made from it.
    pub(crate) made: Option<VersionKey>,
    /// Whether its last verdict was an article; `None` without a verdict.
    pub(crate) was_article: Option<bool>,
    /// The page type of its last verdict.
    pub(crate) judged_as: Option<String>,
    /// Whether it is the first page of its URL.
    pub(crate) first: bool,
}

/// The key of a version of an article.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub struct VersionKey {
    /// Article id.
    pub id: String,
    /// Version; 0 if a file names none.
    #[serde(default)]
    pub version: i32,
}

/// The fields of an article version with which pages of the article are compared.
#[derive(Debug)]
pub(crate) struct StoredVersion {
    pub(crate) version: i32,
    pub(crate) content_hash: String,
    pub(crate) title: Option<String>,
    pub(crate) extractor_version: String,
    /// The URL of its page.
    pub(crate) url: String,
    /// The canonical URL that its page names.
    pub(crate) url_canonical: Option<String>,
    pub(crate) fetched_at: DateTime<Utc>,
    pub(crate) page_id: i64,
}

impl StoredVersion {
    /// The page that it was made from.
    pub(crate) fn page(&self) -> PageKey {
        PageKey::new(self.fetched_at, self.page_id)
    }

    /// Whether text and headline are the same.
    pub(crate) fn is_same(&self, content_hash: &str, title: Option<&str>, code: &str) -> bool {
        self.content_hash == content_hash
            && has_same_headline(self.title.as_deref(), title, self.extractor_version == code)
    }

    /// Whether it was made from the page at the article's canonical URL.
    pub(crate) fn is_at_canonical(&self) -> bool {
        is_at_canonical(&self.url, self.url_canonical.as_deref())
    }
}

/// Whether two headlines have the same letters and digits. If different code extracted them, one
/// may also contain the other: newer code may strip more of what surrounds a headline.
fn has_same_headline(one: Option<&str>, other: Option<&str>, is_same_code: bool) -> bool {
    let letters = |title: Option<&str>| -> String {
        let letters = title.unwrap_or_default().chars();
        let letters = letters.filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let (one, other) = (letters(one), letters(other));
    one == other || !is_same_code && (one.contains(&other) || other.contains(&one))
}

/// Whether a page is at the canonical URL that it names, ignoring scheme, `www.` and trailing slashes.
pub(crate) fn is_at_canonical(url: &str, canonical: Option<&str>) -> bool {
    let bare = |url: &str| {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let rest = rest.strip_prefix("www.").unwrap_or(rest);
        rest.trim_end_matches('/').to_owned()
    };
    canonical.is_none_or(|canonical| bare(canonical) == bare(url))
}

/// Locks articles in id order until the transaction ends, and creates missing ones. Returns those
/// created, which have no versions.
pub(crate) async fn lock_heads(
    connection: &mut PgConnection,
    mut ids: Vec<String>,
) -> Result<Vec<String>, StoreError> {
    ids.sort();
    ids.dedup();
    let created = sqlx::query_scalar!(
        "insert into article_heads (article_id) select id from unnest($1::text[]) as new (id) order by id
        on conflict do nothing returning article_id",
        &ids
    )
    .fetch_all(&mut *connection)
    .await?;
    sqlx::query!("select article_id from article_heads where article_id = any($1) order by 1 for no key update", &ids)
        .fetch_all(connection)
        .await?;
    Ok(created)
}

/// The versions right before and right after a page in time.
pub(crate) async fn neighbours(
    connection: &mut PgConnection,
    id: &str,
    page: PageKey,
) -> Result<(Option<StoredVersion>, Option<StoredVersion>), StoreError> {
    let before = sqlx::query_as!(
        StoredVersion,
        "select version, content_hash, title, extractor_version, url, url_canonical, fetched_at, page_id from articles
        where article_id = $1 and (fetched_at, page_id) < ($2, $3) order by fetched_at desc, page_id desc limit 1",
        id,
        page.fetched_at,
        page.page_id
    )
    .fetch_optional(&mut *connection)
    .await?;
    let after = sqlx::query_as!(
        StoredVersion,
        "select version, content_hash, title, extractor_version, url, url_canonical, fetched_at, page_id from articles
        where article_id = $1 and (fetched_at, page_id) > ($2, $3) order by fetched_at, page_id limit 1",
        id,
        page.fetched_at,
        page.page_id
    )
    .fetch_optional(connection)
    .await?;
    Ok((before, after))
}

/// Saves that another page showed this version, if it is newer than those before. If no version follows
/// (`is_last`), the version takes over the page's opt-outs, and readers who follow the cursor see if they changed. An article
/// that had moved is checked again, as its page shows it.
pub(crate) async fn extend_last_seen(
    connection: &mut PgConnection,
    id: &str,
    version: i32,
    page: &PageFacts,
    is_last: bool,
) -> Result<(), StoreError> {
    sqlx::query!(
        "with former as (
            select opt_out from articles where article_id = $1 and version = $2
        ), seen as (
            update articles set last_seen_at = $3, opt_out = coalesce($4, opt_out), robots_rule = coalesce($5, robots_rule)
            where article_id = $1 and version = $2 and last_seen_at <= $3
                and (last_seen_at < $3 or opt_out <> coalesce($4, opt_out))
            returning opt_out
        )
        insert into outbox (article_id, version) select $1, $2 from former cross join seen
        where seen.opt_out <> former.opt_out
            or exists (select from article_heads where article_id = $1 and moved_to is not null)",
        id,
        version,
        page.key.fetched_at,
        page.opt_out.as_ref().filter(|_| is_last),
        page.robots_rule.as_ref().filter(|_| is_last)
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The derived columns of an article, as needed by the statements.
#[derive(Debug, Clone)]
pub(crate) struct ArticleColumns {
    /// The article's id.
    pub(crate) id: String,
    /// The normalised URL of the page and the id of its article, if the page names another URL as canonical.
    own: Option<(String, String)>,
    pub(crate) content_hash: String,
    pub(crate) title: Option<String>,
    pub(crate) url_canonical: Option<String>,
    /// The columns by name.
    values: Value,
    /// Hash of all values.
    pub(crate) hash: Vec<u8>,
    /// The names of the columns, quoted: `"authors", "text", …`.
    columns: String,
}

impl ArticleColumns {
    /// The text.
    pub(crate) fn text(&self) -> &str {
        self.values["text"].as_str().unwrap_or_default()
    }

    /// Whether the page may show only the beginning of the text: it is seen to, or its publisher says that the whole costs money.
    pub(crate) fn may_be_cut_off(&self) -> bool {
        let stated = |name: &str| self.values[name].as_bool();
        stated("is_truncated") == Some(true) || stated("is_free") == Some(false)
    }

    /// Words of the text.
    pub(crate) fn word_count(&self) -> i32 {
        let words = self.values["word_count"].as_i64().unwrap_or_default();
        i32::try_from(words).unwrap_or(i32::MAX)
    }

    /// Whether the page names another URL as canonical.
    pub(crate) fn names_another_url(&self) -> bool {
        self.own.is_some()
    }

    /// The ids that the article may get.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        let own = self.own.as_ref().map(|(_, id)| id.as_str());
        std::iter::once(self.id.as_str()).chain(own)
    }

    /// The article at the page's own URL, if the page names another one.
    pub(crate) fn at_own_url(&self) -> Option<Self> {
        let (identity, _) = self.own.as_ref()?;
        let mut article = Self {
            own: None,
            ..self.clone()
        };
        article.identify(identity);
        Some(article)
    }

    /// The normalised URL that identifies it.
    pub(crate) fn identity(&self) -> &str {
        self.values["identity"].as_str().unwrap_or_default()
    }

    /// Makes it the article that this URL identifies.
    pub(crate) fn identify(&mut self, identity: &str) {
        self.id = article_id(identity);
        self.values["identity"] = identity.into();
        self.hash = hash_of(&self.values);
    }

    /// Reads the article object of a [`crate::NewVerdict`].
    pub(crate) fn new(article: &Value) -> Result<Self, StoreError> {
        let mut values = text::json(article);
        let columns = values.as_object_mut();
        let own = columns.and_then(|columns| columns.remove("own_identity"));
        let own = own.as_ref().and_then(Value::as_str);
        let own = own.map(|identity| (identity.to_owned(), article_id(identity)));
        let text = |column: &str| {
            let text = values[column].as_str();
            text.ok_or_else(|| StoreError::Invalid(format!("an article without {column}")))
        };
        let optional = |column: &str| values[column].as_str().map(str::to_owned);
        let names = values.as_object().into_iter().flat_map(Map::keys);
        let columns: Vec<String> = names
            .map(|name| format!("\"{}\"", name.replace('"', "\"\"")))
            .collect();
        Ok(Self {
            id: article_id(text("identity")?),
            own,
            content_hash: text("content_hash")?.to_owned(),
            title: optional("title"),
            url_canonical: optional("url_canonical"),
            hash: hash_of(&values),
            columns: columns.join(", "),
            values,
        })
    }
}

fn hash_of(values: &Value) -> Vec<u8> {
    Sha256::digest(values.to_string().as_bytes()).to_vec()
}

/// Clears the `is_latest` mark of the latest version, before a later one is added.
pub(crate) async fn supersede(connection: &mut PgConnection, id: &str) -> Result<(), StoreError> {
    let former = sqlx::query_scalar!(
        "update articles set is_latest = false where article_id = $1 and is_latest returning version",
        id
    )
    .fetch_optional(&mut *connection)
    .await?;
    match former {
        Some(former) => add_to_outbox(connection, id, former).await, // readers who follow the cursor see the change
        None => Ok(()),
    }
}

/// Adds a version, and returns its number. Add the latest one after [`supersede`], or if there is no other.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    page: &PageFacts,
    article: &ArticleColumns,
    code: &str,
    is_latest: bool,
) -> Result<i32, StoreError> {
    let columns = &article.columns;
    let version = sqlx::query_scalar(AssertSqlSafe(format!(
        "with head as (
            update article_heads set last_version = last_version + 1 where article_id = $1 returning last_version
        ), added as (
            insert into articles (article_id, version, is_latest, host_id, url_id, page_id, fetched_at, last_seen_at,
                url, http_status, content_type, etag, last_modified, robots_rule, opt_out, extractor_version, derived_hash,
                {columns})
            select $1, head.last_version, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, {columns}
            from head, jsonb_populate_record(null::articles, $16)
            returning version
        )
        insert into outbox (article_id, version) select $1, version from added returning version"
    )))
    .bind(&article.id)
    .bind(is_latest)
    .bind(page.host_id)
    .bind(page.url_id)
    .bind(page.key.page_id)
    .bind(page.key.fetched_at)
    .bind(&page.url)
    .bind(page.http_status)
    .bind(&page.content_type)
    .bind(&page.etag)
    .bind(&page.last_modified)
    .bind(&page.robots_rule)
    .bind(page.opt_out.clone().unwrap_or_else(|| serde_json::json!({})))
    .bind(text::owned(code))
    .bind(&article.hash)
    .bind(&article.values)
    .fetch_one(connection)
    .await?;
    Ok(version)
}

/// Replaces the derived columns after the same page was extracted again. Returns 1 if any value changed.
pub(crate) async fn replace(
    connection: &mut PgConnection,
    version: i32,
    article: &ArticleColumns,
    code: &str,
) -> Result<u64, StoreError> {
    let (id, columns) = (&article.id, &article.columns);
    let changed = sqlx::query(AssertSqlSafe(format!(
        "update articles a
        set (extractor_version, derived_hash, updated_at, {columns}) = (
            select $3, $4, now(), {columns} from jsonb_populate_record(null::articles, $5))
        where a.article_id = $1 and a.version = $2 and a.derived_hash <> $4"
    )))
    .bind(id)
    .bind(version)
    .bind(text::owned(code))
    .bind(&article.hash)
    .bind(&article.values)
    .execute(&mut *connection)
    .await?
    .rows_affected();
    if changed > 0 {
        add_to_outbox(connection, id, version).await?;
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

/// Adds a version that was changed or withdrawn to the outbox, where it waits for a new cursor.
pub(crate) async fn add_to_outbox(
    connection: &mut PgConnection,
    id: &str,
    version: i32,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into outbox (article_id, version) values ($1, $2)",
        id,
        version
    )
    .execute(connection)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_at_canonical;

    #[test]
    fn scheme_slash_and_www_make_no_other_address() {
        let url = "https://bote.test/rat/";
        assert!(is_at_canonical(url, None));
        assert!(is_at_canonical(url, Some("http://www.bote.test/rat")));
        assert!(!is_at_canonical("https://m.bote.test/rat", Some(url)));
    }
}
