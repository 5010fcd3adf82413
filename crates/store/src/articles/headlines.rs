//! Headlines and dates of articles for lists that people read.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use store_macros::retried;

use crate::{Store, StoreError, StoryArticle, text};

/// The headline of an article, and what is known of its date of publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headline {
    /// The article.
    pub id: String,
    /// Its headline.
    pub title: Option<String>,
    /// When it was published.
    pub date_published: Option<DateTime<Utc>>,
    /// The offset of that time from UTC in minutes, as written or by the time zone of the site.
    pub date_published_tz: Option<i32>,
    /// What is known of it: `second`, `minute`, `day` or `month`.
    pub date_published_precision: Option<String>,
}

impl Store {
    /// The headlines of the latest versions of these articles, by id.
    #[retried]
    pub async fn headlines(
        &self,
        ids: &[String],
    ) -> Result<BTreeMap<String, Headline>, StoreError> {
        let found = sqlx::query_as!(
            Headline,
            "select article_id as id, title, date_published, date_published_tz, date_published_precision
            from articles where article_id = any($1) and is_latest",
            &text::list(ids)
        );
        let found = found.fetch_all(&self.pool).await?.into_iter();
        Ok(found.map(|one| (one.id.clone(), one)).collect())
    }
}

/// A time for people: to the minute in UTC, or the day or month that the publisher wrote if nothing more is known.
pub fn known_date(at: DateTime<Utc>, precision: Option<&str>, offset: Option<i32>) -> String {
    let local = TimeDelta::try_minutes(offset.unwrap_or(0).into());
    let local = local.and_then(|offset| at.checked_add_signed(offset));
    let local = local.unwrap_or(at);
    match precision {
        Some("month") => local.format("%Y-%m").to_string(),
        Some("day") => local.format("%Y-%m-%d").to_string(),
        _ => at.format("%Y-%m-%d %H:%M").to_string(),
    }
}

/// The date of an article of a story for people, as [`known_date`].
pub fn date_of(article: &StoryArticle, headline: Option<&Headline>) -> String {
    let precision = headline.and_then(|one| one.date_published_precision.as_deref());
    let offset = headline.and_then(|one| one.date_published_tz);
    known_date(article.date, precision, offset)
}

#[cfg(test)]
mod tests {
    use super::known_date;

    #[test]
    fn a_date_shows_what_is_known_of_it() {
        let at = "2026-10-31T23:00:00Z".parse().unwrap();
        for (precision, offset, shown) in [
            (Some("month"), Some(60), "2026-11"),
            (Some("day"), Some(60), "2026-11-01"),
            (Some("day"), None, "2026-10-31"),
            (Some("minute"), Some(60), "2026-10-31 23:00"),
            (None, None, "2026-10-31 23:00"),
        ] {
            assert_eq!(known_date(at, precision, offset), shown);
        }
    }
}
