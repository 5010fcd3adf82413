//! Labels counted.

use chrono::{DateTime, Utc};
use serde::Serialize;
use store_macros::retried;

use crate::{Store, StoreError};

/// Labels that agree in everything counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LabelTally {
    /// Who.
    pub who: String,
    /// Site id.
    pub site_id: String,
    /// News or not.
    pub is_news: bool,
    /// Page type.
    pub page_type: Option<String>,
    /// How many.
    pub labels: i64,
    /// When the last was made.
    pub last_at: DateTime<Utc>,
}

/// All labels, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct LabelTallies {
    /// By person, site and judgement.
    pub tallies: Vec<LabelTally>,
    /// Pages with a label.
    pub pages: i64,
    /// Pages that one person calls news and another does not.
    pub disputed: i64,
}

impl Store {
    /// How many labels there are, by everything they are told apart by.
    #[retried]
    pub async fn label_tallies(&self) -> Result<LabelTallies, StoreError> {
        let tallies = sqlx::query_as!(
            LabelTally,
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
        Ok(LabelTallies {
            tallies,
            pages: all.pages,
            disputed: all.disputed,
        })
    }
}
