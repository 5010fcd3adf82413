//! Labels: what people say a page is.

pub(crate) mod import;
pub(crate) mod pairs;
pub(crate) mod queue;
pub(crate) mod tallies;

use chrono::{DateTime, SubsecRound, Utc};
use sqlx::PgConnection;
use store_macros::retried;

use crate::{PageKey, Store, StoreError, text};

/// What stays of a page over the nights: its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address {
    /// The host.
    pub host_id: i64,
    /// The URL on it.
    pub url_id: i64,
}

/// What a person says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// News or not.
    pub is_news: bool,
    /// Page type, by its snake-case name; `None`: only news or not is known.
    pub page_type: Option<String>,
}

/// What the code made of the page when it was judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// Version of the code and the weights.
    pub version: String,
    /// Page type.
    pub page_type: String,
    /// `model:<name>` or `rule:<name>`.
    pub source: String,
    /// 0..=1.
    pub score: f32,
}

/// One person's label of one page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageLabel {
    /// Where the page is.
    pub address: Address,
    /// The page that was looked at.
    pub page: PageKey,
    /// Who says so.
    pub who: String,
    /// When, to the microsecond.
    pub at: DateTime<Utc>,
    /// What.
    pub judgement: Judgement,
    /// What the person saw of the verdict.
    pub guess: Option<Guess>,
}

/// A label with the site of its page.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelOfSite {
    /// The label.
    pub label: PageLabel,
    /// URL as it was found.
    pub url_requested: String,
    /// Site id.
    pub site_id: String,
    /// Registrable domain of the site: what keeps pages together, whatever their site is called.
    pub domain: String,
}

/// A label as it is read from the database.
struct LabelRow {
    host_id: i64,
    url_id: i64,
    who: String,
    fetched_at: DateTime<Utc>,
    page_id: i64,
    is_news: bool,
    page_type: Option<String>,
    labelled_at: DateTime<Utc>,
    guess_version: Option<String>,
    guess_type: Option<String>,
    guess_source: Option<String>,
    guess_score: Option<f32>,
}

impl From<LabelRow> for PageLabel {
    fn from(row: LabelRow) -> Self {
        let guess = row.guess_version.zip(row.guess_type);
        let guess = guess.zip(row.guess_source.zip(row.guess_score));
        Self {
            address: Address {
                host_id: row.host_id,
                url_id: row.url_id,
            },
            page: PageKey {
                fetched_at: row.fetched_at,
                page_id: row.page_id,
            },
            who: row.who,
            at: row.labelled_at,
            judgement: Judgement {
                is_news: row.is_news,
                page_type: row.page_type,
            },
            guess: guess.map(|((version, page_type), (source, score))| Guess {
                version,
                page_type,
                source,
                score,
            }),
        }
    }
}

impl Store {
    /// Keeps a label; gives the one it replaces, for whoever changes their mind.
    #[retried]
    pub async fn save_label(&self, label: &PageLabel) -> Result<Option<PageLabel>, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let before = label_of(&mut transaction, label.address, &label.who).await?;
        write(&mut transaction, label).await?;
        transaction.commit().await?;
        Ok(before)
    }

    /// Takes a label back. Says whether there was one.
    #[retried]
    pub async fn remove_label(&self, address: Address, who: &str) -> Result<bool, StoreError> {
        let who = text::owned(who);
        let removed = sqlx::query!(
            "delete from page_labels where host_id = $1 and url_id = $2 and who = $3",
            address.host_id,
            address.url_id,
            who
        );
        Ok(removed.execute(&self.pool).await?.rows_affected() > 0)
    }

    /// All labels, or those of one person or of one site, pages of one site together, in an order that is that of every
    /// database.
    #[retried]
    pub async fn labels(
        &self,
        who: Option<&str>,
        site_id: Option<&str>,
    ) -> Result<Vec<LabelOfSite>, StoreError> {
        let (who, site_id) = (text::optional(who), text::optional(site_id));
        let rows = sqlx::query!(
            r#"select l.*, s.url, h.site_id, site.domain
            from page_labels l
            join hosts h on h.host_id = l.host_id
            join sites site on site.site_id = h.site_id
            join seen s on s.host_id = l.host_id and s.url_id = l.url_id
            where ($1::text is null or l.who = $1) and ($2::text is null or h.site_id = $2)
            order by site.domain collate "C", s.url collate "C", l.who collate "C", l.host_id"#,
            who,
            site_id
        )
        .fetch_all(&self.pool)
        .await?;
        let labels = rows.into_iter().map(|row| LabelOfSite {
            url_requested: row.url,
            site_id: row.site_id,
            domain: row.domain,
            label: PageLabel::from(LabelRow {
                host_id: row.host_id,
                url_id: row.url_id,
                who: row.who,
                fetched_at: row.fetched_at,
                page_id: row.page_id,
                is_news: row.is_news,
                page_type: row.page_type,
                labelled_at: row.labelled_at,
                guess_version: row.guess_version,
                guess_type: row.guess_type,
                guess_source: row.guess_source,
                guess_score: row.guess_score,
            }),
        });
        Ok(labels.collect())
    }
}

async fn label_of(
    connection: &mut PgConnection,
    address: Address,
    who: &str,
) -> Result<Option<PageLabel>, StoreError> {
    let row = sqlx::query_as!(
        LabelRow,
        "select * from page_labels where host_id = $1 and url_id = $2 and who = $3",
        address.host_id,
        address.url_id,
        text::owned(who)
    );
    Ok(row.fetch_optional(connection).await?.map(PageLabel::from))
}

async fn write(connection: &mut PgConnection, label: &PageLabel) -> Result<(), StoreError> {
    let guess = label.guess.as_ref();
    sqlx::query!(
        "insert into page_labels (host_id, url_id, who, fetched_at, page_id, is_news, page_type, labelled_at,
            guess_version, guess_type, guess_source, guess_score)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        on conflict (host_id, url_id, who) do update set
            fetched_at = excluded.fetched_at, page_id = excluded.page_id, is_news = excluded.is_news,
            page_type = excluded.page_type, labelled_at = excluded.labelled_at, guess_version = excluded.guess_version,
            guess_type = excluded.guess_type, guess_source = excluded.guess_source, guess_score = excluded.guess_score",
        label.address.host_id,
        label.address.url_id,
        text::owned(&label.who),
        label.page.fetched_at,
        label.page.page_id,
        label.judgement.is_news,
        text::optional(label.judgement.page_type.as_deref()),
        label.at.trunc_subsecs(6),
        guess.map(|guess| text::owned(&guess.version)),
        guess.map(|guess| text::owned(&guess.page_type)),
        guess.map(|guess| text::owned(&guess.source)),
        guess.map(|guess| text::unit(guess.score))
    )
    .execute(connection)
    .await?;
    Ok(())
}
