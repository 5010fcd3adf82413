//! Labels: human judgements of what a page is, which of its blocks are content, and how two articles are related.

pub(crate) mod blocks;
pub(crate) mod import;
pub(crate) mod list;
pub(crate) mod pairs;
pub(crate) mod queue;

use chrono::{DateTime, SubsecRound, Utc};
use serde::Serialize;
use store_macros::{boxed, retried};

use crate::{PageKey, Store, StoreError, text};

/// A URL of a host, which stays the same when the page is fetched again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address {
    /// The host.
    pub host_id: i64,
    /// The URL on it.
    pub url_id: i64,
}

impl Address {
    pub(crate) fn new(host_id: i64, url_id: i64) -> Self {
        Self { host_id, url_id }
    }
}

/// A person's answer about a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// News or not.
    pub is_news: bool,
    /// Page type, by its snake-case name; `None` if only news or not is known.
    pub page_type: Option<String>,
}

/// The verdict that was shown with a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// Version of the code and the weights.
    pub version: String,
    /// Page type.
    pub page_type: String,
    /// `model:<name>` or `rule:<name>`.
    pub source: String,
    /// News score, 0..=1.
    pub score: f32,
}

/// One person's label of one page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageLabel {
    /// Address of the page.
    pub address: Address,
    /// The page that was shown.
    pub page: PageKey,
    /// Who made the label.
    pub who: String,
    /// When the label was made, to the microsecond.
    pub at: DateTime<Utc>,
    /// The judgement.
    pub judgement: Judgement,
    /// The verdict that the person saw.
    pub prediction: Option<Prediction>,
}

/// A label with the site of its page.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteLabel {
    /// The label.
    pub label: PageLabel,
    /// URL as discovered.
    pub url_requested: String,
    /// Site id.
    pub site_id: String,
    /// Registrable domain of the site, by which pages are kept together, whatever their site is called.
    pub domain: String,
}

/// Number of labels with the same person, site and answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LabelGroup {
    /// The person.
    pub who: String,
    /// Site id.
    pub site_id: String,
    /// News or not.
    pub is_news: bool,
    /// Page type.
    pub page_type: Option<String>,
    /// Number of labels.
    pub labels: i64,
    /// When the last label was made.
    pub last_at: DateTime<Utc>,
}

/// Counts of all labels.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct LabelStats {
    /// Counts by person, site and judgement.
    #[serde(rename = "tallies")]
    pub groups: Vec<LabelGroup>,
    /// Number of pages with a label.
    pub pages: i64,
    /// Number of pages that one person labels as news and another does not.
    pub disputed: i64,
}

impl Store {
    /// Saves a label. Returns the one it replaces, for undo. Only the write is repeated if its answer is lost: a repeated read would find
    /// the new label.
    #[boxed]
    pub async fn save_label(&self, label: &PageLabel) -> Result<Option<PageLabel>, StoreError> {
        let before = self.labels(Some(&label.who), None, Some(label.address));
        let before = before.await?.pop();
        self.write_label(label).await?;
        Ok(before.map(|before| before.label))
    }

    #[retried]
    async fn write_label(&self, label: &PageLabel) -> Result<(), StoreError> {
        let prediction = label.prediction.as_ref();
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
            prediction.map(|prediction| text::owned(&prediction.version)),
            prediction.map(|prediction| text::owned(&prediction.page_type)),
            prediction.map(|prediction| text::owned(&prediction.source)),
            prediction.map(|prediction| text::unit(prediction.score))
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Removes a label. Returns whether there was one.
    #[retried]
    pub async fn remove_label(&self, address: Address, who: &str) -> Result<bool, StoreError> {
        let removed = sqlx::query!(
            "delete from page_labels where host_id = $1 and url_id = $2 and who = $3",
            address.host_id,
            address.url_id,
            text::owned(who)
        );
        Ok(removed.execute(&self.pool).await?.rows_affected() > 0)
    }

    /// All labels, or those of one person, site or page. Sorted by domain and URL, so that the order is the same in every database.
    #[retried]
    pub async fn labels(
        &self,
        who: Option<&str>,
        site_id: Option<&str>,
        address: Option<Address>,
    ) -> Result<Vec<SiteLabel>, StoreError> {
        let rows = sqlx::query!(
            r#"select l.host_id, l.url_id, l.who, l.fetched_at, l.page_id, l.is_news, l.page_type, l.labelled_at, l.guess_version,
                l.guess_type, l.guess_source, l.guess_score, s.url, h.site_id, site.domain
            from page_labels l
            join hosts h on h.host_id = l.host_id
            join sites site on site.site_id = h.site_id
            join seen s on s.host_id = l.host_id and s.url_id = l.url_id
            where ($1::text is null or l.who = $1) and ($2::text is null or h.site_id = $2)
                and ($3::bigint is null or l.host_id = $3) and ($4::bigint is null or l.url_id = $4)
            order by site.domain collate "C", s.url collate "C", l.who collate "C", l.host_id"#,
            text::optional(who),
            text::optional(site_id),
            address.map(|address| address.host_id),
            address.map(|address| address.url_id)
        )
        .fetch_all(&self.pool)
        .await?;
        let labels = rows.into_iter().map(|row| {
            let prediction = row.guess_version.zip(row.guess_type);
            let prediction = prediction.zip(row.guess_source.zip(row.guess_score));
            let label = PageLabel {
                address: Address::new(row.host_id, row.url_id),
                page: PageKey::new(row.fetched_at, row.page_id),
                who: row.who,
                at: row.labelled_at,
                judgement: Judgement {
                    is_news: row.is_news,
                    page_type: row.page_type,
                },
                prediction: prediction.map(|((version, page_type), (source, score))| Prediction {
                    version,
                    page_type,
                    source,
                    score,
                }),
            };
            SiteLabel {
                label,
                url_requested: row.url,
                site_id: row.site_id,
                domain: row.domain,
            }
        });
        Ok(labels.collect())
    }

    /// Counts labels by person, site and answer.
    #[retried]
    pub async fn label_stats(&self) -> Result<LabelStats, StoreError> {
        let groups = sqlx::query_as!(
            LabelGroup,
            r#"select l.who, h.site_id, l.is_news, l.page_type, count(*) as "labels!", max(l.labelled_at) as "last_at!"
            from page_labels l join hosts h on h.host_id = l.host_id
            group by 1, 2, 3, 4 order by 1, 2, 3 desc, 4"#
        )
        .fetch_all(&self.pool)
        .await?;
        let all = sqlx::query!(
            r#"select count(*) as "pages!", count(*) filter (where disputed) as "disputed!"
            from (select bool_or(is_news) and bool_or(not is_news) as disputed
                from page_labels group by host_id, url_id) pages"#
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(LabelStats {
            groups,
            pages: all.pages,
            disputed: all.disputed,
        })
    }
}
