//! Full-text search over the latest versions.

use chrono::{DateTime, Utc};
use serde::Serialize;
use store_macros::retried;

use crate::{Store, StoreError, text};

/// What to look for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchQuery {
    /// Words, `"phrases"`, `or`, `-not`.
    pub text: String,
    /// ISO 639-1.
    pub language: Option<String>,
    /// Site id.
    pub site_id: Option<String>,
    /// Published (or, if that is unknown, crawled) at or after.
    pub since: Option<DateTime<Utc>>,
    /// Hits, at most.
    pub limit: i64,
}

/// An article found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SearchHit {
    /// Article id.
    pub id: String,
    /// Its latest version.
    pub version: i32,
    /// URL after redirects.
    pub url: String,
    /// Site id.
    pub source_id: String,
    /// The outlet's name.
    pub source_name: String,
    /// Headline.
    pub title: Option<String>,
    /// First publication.
    pub date_published: Option<DateTime<Utc>>,
    /// Fetch time.
    pub date_crawled: DateTime<Utc>,
    /// ISO 639-1.
    pub language: Option<String>,
    /// A passage with the words found between `«` and `»`.
    pub snippet: String,
    /// Larger is better.
    pub rank: f32,
}

/// Articles that are ranked in each language, at most, or as many as are wanted: ranking reads the words of each.
const MAX_RANKED: i64 = 300;

impl Store {
    /// Articles that match, best first: in each language, the best of the 300 newest that match. Each article is searched by the rules
    /// of its own language.
    #[retried]
    pub async fn search(&self, query: &SearchQuery) -> Result<Vec<SearchHit>, StoreError> {
        let words = text::owned(&query.text);
        let mut transaction = self.pool.begin().await?;
        sqlx::query!("set local plan_cache_mode = force_custom_plan")
            .execute(&mut *transaction)
            .await?;
        let languages = match text::optional(query.language.as_deref()) {
            Some(language) => vec![Some(language)],
            // From one language to the next by the index.
            None => {
                sqlx::query_scalar!(
                    "with recursive known (language) as (
                        select min(language) from articles where is_latest
                        union all
                        select (select min(a.language) from articles a where a.is_latest and a.language > known.language)
                        from known where known.language is not null
                    )
                    select language from known
                    where language is not null or exists (select from articles where is_latest and language is null)"
                )
                .fetch_all(&mut *transaction)
                .await?
            }
        };
        let hosts = match text::optional(query.site_id.as_deref()) {
            Some(site) => Some(
                sqlx::query_scalar!("select host_id from hosts where site_id = $1", site)
                    .fetch_all(&mut *transaction)
                    .await?,
            ),
            None => None,
        };
        let mut hits = Vec::new();
        for language in languages {
            let found = sqlx::query_file_as!(
                SearchHit,
                "queries/search.sql",
                words,
                language,
                hosts.as_deref(),
                query.since,
                MAX_RANKED.max(query.limit),
                query.limit
            );
            hits.extend(found.fetch_all(&mut *transaction).await?);
        }
        transaction.commit().await?;
        let date = |hit: &SearchHit| hit.date_published.unwrap_or(hit.date_crawled);
        hits.sort_by(|a, b| {
            let by_rank = b.rank.total_cmp(&a.rank);
            by_rank
                .then_with(|| date(b).cmp(&date(a)))
                .then_with(|| a.id.cmp(&b.id))
        });
        hits.truncate(usize::try_from(query.limit).unwrap_or_default());
        Ok(hits)
    }
}
