//! Copies: articles that say what another already said.

use chrono::{DateTime, Utc};

use crate::{Store, StoreError, names::names, text};

/// An article as the copy finder needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyCandidate {
    /// Article id.
    pub id: String,
    /// Its latest version.
    pub version: i32,
    /// Site.
    pub source_id: String,
    /// SHA-256 of the normalised text.
    pub content_hash: String,
    /// Headline.
    pub title: Option<String>,
    /// Main text.
    pub text: String,
    /// ISO 639-1.
    pub language: Option<String>,
    /// News agencies named.
    pub agencies: Vec<String>,
    /// First publication.
    pub date_published: Option<DateTime<Utc>>,
    /// Fetch time of this version.
    pub date_crawled: DateTime<Utc>,
    /// When the URL was found.
    pub date_first_seen: DateTime<Utc>,
    /// The representative it is linked to already.
    pub duplicate_of: Option<String>,
}

/// A batch of work for the copy finder.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CopyWork {
    /// Latest versions that are new since the last run, in publication order.
    pub due: Vec<CopyCandidate>,
    /// To be given back to [`Store::save_copies`].
    pub cursor: i64,
}

/// Why an article counts as a copy.
#[derive(Debug, Clone, std::marker::Copy, PartialEq, Eq, Hash)]
pub enum CopyRule {
    /// Same normalised text.
    ExactText,
    /// Same canonical URL.
    CanonicalUrl,
    /// High containment.
    NearText,
}

/// The finding about one article.
#[derive(Debug, Clone, PartialEq)]
pub struct Copy {
    /// The article.
    pub id: String,
    /// The version that was looked at.
    pub version: i32,
    /// The representative; `None`: it stands for itself.
    pub duplicate_of: Option<String>,
    /// How alike, 0..=1.
    pub score: f32,
    /// By which rule; `None` where it stands for itself.
    pub rule: Option<CopyRule>,
}

names!(CopyRule {
    ExactText => "exact_text",
    CanonicalUrl => "canonical_url",
    NearText => "near_text",
});

/// The name under which the copy finder follows the publications.
const STAGE: &str = "copies";

impl Store {
    /// Articles the copy finder has not seen, in a stable order; empty when it is through.
    /// Give `cursor` to [`Store::save_copies`] even where `due` holds fewer articles than asked for.
    pub async fn copies_due(&self, limit: i64) -> Result<CopyWork, StoreError> {
        self.publish().await?;
        self.retrying(|| async {
            let since = sqlx::query_scalar!("select cursor from cursors where stage = $1", STAGE)
                .fetch_optional(&self.pool)
                .await?
                .unwrap_or(0);
            let due = sqlx::query_as!(
                Candidate,
                r#"select p.cursor as "cursor!", a.article_id as "id!", a.version as "version!", h.site_id as "source_id!",
                    a.content_hash as "content_hash!", a.title, a.text as "text!", a.language, a.agencies as "agencies!",
                    a.date_published, a.fetched_at as "date_crawled!", s.first_seen as "date_first_seen!",
                    c.duplicate_of as "duplicate_of?"
                from publications p
                join articles a on a.article_id = p.article_id and a.version = p.version
                join hosts h on h.host_id = a.host_id
                join seen s on s.host_id = a.host_id and s.url_id = a.url_id
                left join copies c on c.article_id = a.article_id
                where p.cursor > $1 and p.withdrawn_at is null and a.is_latest
                order by p.cursor
                limit $2"#,
                since,
                limit
            )
            .fetch_all(&self.pool)
            .await?;
            let cursor = due.last().map_or(since, |last| last.cursor);
            Ok(CopyWork { due: due.into_iter().map(CopyCandidate::from).collect(), cursor })
        })
        .await
    }

    /// Latest versions with one of these content hashes.
    pub async fn articles_with_hash(
        &self,
        content_hashes: &[String],
    ) -> Result<Vec<CopyCandidate>, StoreError> {
        self.retrying(|| async {
            let found = sqlx::query_as!(
                Candidate,
                r#"select 0::bigint as "cursor!", a.article_id as "id!", a.version as "version!", h.site_id as "source_id!",
                    a.content_hash as "content_hash!", a.title, a.text as "text!", a.language, a.agencies as "agencies!",
                    a.date_published, a.fetched_at as "date_crawled!", s.first_seen as "date_first_seen!",
                    c.duplicate_of as "duplicate_of?"
                from articles a
                join hosts h on h.host_id = a.host_id
                join seen s on s.host_id = a.host_id and s.url_id = a.url_id
                left join copies c on c.article_id = a.article_id
                where a.is_latest and a.content_hash = any($1)
                order by a.content_hash, a.fetched_at, a.article_id"#,
                content_hashes
            )
            .fetch_all(&self.pool)
            .await?;
            Ok(found.into_iter().map(CopyCandidate::from).collect())
        })
        .await
    }

    /// Stores findings and moves the copy finder's cursor, in one transaction. Findings about articles that
    /// are gone are left out.
    pub async fn save_copies(&self, copies: &[Copy], cursor: i64) -> Result<(), StoreError> {
        let mut ordered: Vec<&Copy> = copies.iter().collect();
        ordered.sort_by(|a, b| a.id.cmp(&b.id));
        let ids: Vec<String> = ordered.iter().map(|copy| copy.id.clone()).collect();
        let versions: Vec<i32> = ordered.iter().map(|copy| copy.version).collect();
        let leaders: Vec<Option<String>> = ordered
            .iter()
            .map(|copy| copy.duplicate_of.clone())
            .collect();
        let scores: Vec<f32> = ordered.iter().map(|copy| text::unit(copy.score)).collect();
        let rules: Vec<Option<String>> = ordered
            .iter()
            .map(|copy| copy.rule.map(|rule| rule.to_string()))
            .collect();
        self.retrying(|| async {
            let mut transaction = self.pool.begin().await?;
            sqlx::query!(
                "insert into copies as c (article_id, version, duplicate_of, score, rule)
                select new.* from unnest($1::text[], $2::integer[], $3::text[], $4::real[], $5::text[])
                    as new (article_id, version, duplicate_of, score, rule)
                where exists (select from articles a where a.article_id = new.article_id)
                order by 1
                on conflict (article_id) do update set
                    version = excluded.version, duplicate_of = excluded.duplicate_of,
                    score = excluded.score, rule = excluded.rule, found_at = now()
                where (c.version, c.duplicate_of, c.score, c.rule)
                    is distinct from (excluded.version, excluded.duplicate_of, excluded.score, excluded.rule)",
                &ids,
                &versions,
                &leaders as &[Option<String>],
                &scores,
                &rules as &[Option<String>]
            )
            .execute(&mut *transaction)
            .await?;
            sqlx::query!(
                "insert into cursors as c (stage, cursor) values ($1, $2)
                on conflict (stage) do update set cursor = greatest(c.cursor, excluded.cursor)",
                STAGE,
                cursor
            )
            .execute(&mut *transaction)
            .await?;
            transaction.commit().await?;
            Ok(())
        })
        .await
    }
}

/// A candidate with its place among the publications.
struct Candidate {
    cursor: i64,
    id: String,
    version: i32,
    source_id: String,
    content_hash: String,
    title: Option<String>,
    text: String,
    language: Option<String>,
    agencies: Vec<String>,
    date_published: Option<DateTime<Utc>>,
    date_crawled: DateTime<Utc>,
    date_first_seen: DateTime<Utc>,
    duplicate_of: Option<String>,
}

impl From<Candidate> for CopyCandidate {
    fn from(row: Candidate) -> Self {
        Self {
            id: row.id,
            version: row.version,
            source_id: row.source_id,
            content_hash: row.content_hash,
            title: row.title,
            text: row.text,
            language: row.language,
            agencies: row.agencies,
            date_published: row.date_published,
            date_crawled: row.date_crawled,
            date_first_seen: row.date_first_seen,
            duplicate_of: row.duplicate_of,
        }
    }
}
