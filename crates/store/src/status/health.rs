//! Warnings about sites that a person should look at: it has never worked or works no longer, or its days differ from those before.

use std::collections::BTreeSet;
use std::ops::Bound::{Excluded, Unbounded};

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::Serialize;
use store_macros::{boxed, retried};

use crate::{
    Diagnosis, LAST_CHANNEL_PRIORITY, Lifecycle, Outcome, SiteDay, SiteOverview, SiteState, Store,
    StoreError,
    crawl::crowding::LAST_WAITING,
    status::daily::{MIN_DAYS, visited, warnings},
    status::diagnosis::{answer, never_worked},
};

/// Number of days examined for what is usual between articles, without today. After `SILENT` a site is silent whatever is usual.
const DAYS: i32 = 60;
const SILENT: TimeDelta = TimeDelta::days(45);
/// Minimum number of days with articles to say what is usual between them.
const MIN_DAYS_WITH_ARTICLES: usize = 3;
/// Number of days whose layouts are examined, including today.
const LAYOUT_DAYS: i32 = 15;

/// A warning about a site.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Warning {
    /// The site's id.
    pub site_id: String,
    /// The concern.
    #[serde(flatten)]
    pub what: Concern,
}

/// The subject of a warning.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "warning", rename_all = "snake_case")]
pub enum Concern {
    /// The site was tried and has never yielded an article.
    NeverWorked {
        /// The state.
        state: SiteState,
        /// The state, in a sentence.
        says: String,
    },
    /// It has articles, and now nothing can be fetched.
    Trouble {
        /// The state.
        state: SiteState,
        /// The state, in a sentence.
        says: String,
    },
    /// It had articles, and now it has had none for longer than is usual.
    Silent {
        /// The last day with an article.
        since: NaiveDate,
        /// The reason and the next step, in a sentence.
        says: String,
    },
    /// Its pages wait while only its front page, feeds and sitemaps are answered.
    Starved {
        /// The first of two days on which that was so.
        since: NaiveDate,
        /// Number of pages that have waited since before that day.
        waiting: i64,
        /// What refused last, and its answer: `https://a.example/feed: 503 busy`. `None` if nothing did.
        refused: Option<String>,
    },
    /// A day far below the site's own mean.
    Drop {
        /// `articles` or `answers`.
        of: &'static str,
        /// The day.
        day: NaiveDate,
        /// The count on that day.
        count: i64,
        /// Mean count per day over the days before.
        mean: f64,
        /// Standard deviation of these counts.
        deviation: f64,
        /// Number of these days.
        days: usize,
    },
    /// Articles have a different layout than before.
    Layout {
        /// The first day of the new layout.
        since: NaiveDate,
        /// Number of pages with a different layout since then.
        changed: usize,
        /// Number of all pages since then.
        pages: usize,
        /// Median number of bits that differ from the nearest earlier page.
        distance: u32,
    },
    /// Most answers of the last day were walls.
    Walls {
        /// The day.
        day: NaiveDate,
        /// Number of answers that were walls.
        walls: i64,
        /// Number of all answers.
        answers: i64,
    },
}

impl Warning {
    /// The subject in one word; for a site that never worked or works no longer, its state.
    pub fn state(&self) -> &'static str {
        match self.what {
            Concern::NeverWorked { state, .. } | Concern::Trouble { state, .. } => state.as_str(),
            Concern::Silent { .. } => "silent",
            Concern::Starved { .. } => "starved",
            Concern::Drop { .. } => "drop",
            Concern::Layout { .. } => "layout",
            Concern::Walls { .. } => "walls",
        }
    }

    /// Whether it says no more than the state of the site.
    pub fn is_of_state(&self) -> bool {
        matches!(
            self.what,
            Concern::NeverWorked { .. } | Concern::Trouble { .. }
        )
    }

    /// What is the same night after night: the site and the subject.
    fn key(&self) -> String {
        format!("{} {}", self.site_id, self.state())
    }

    /// The warning as a readable text, with the site's id.
    pub fn describe(&self) -> String {
        format!("{}: {}", self.site_id, self.sentence())
    }

    /// The warning as a sentence, without the site's id.
    pub fn sentence(&self) -> String {
        match &self.what {
            Concern::NeverWorked { says, .. } => format!("has never had an article: {says}"),
            Concern::Trouble { says, .. } => says.clone(),
            Concern::Silent { since, says } => format!("no article since {since}: {says}"),
            Concern::Starved {
                since,
                waiting,
                refused,
            } => {
                let refused = refused.as_deref().unwrap_or("nothing else was answered");
                format!(
                    "{waiting} pages wait, and no page was answered since {since} ({refused}); \
                    gleaner site show {id}, then gleaner site retry {id}",
                    id = self.site_id
                )
            }
            Concern::Drop {
                of,
                day,
                count,
                mean,
                deviation,
                days,
            } => format!(
                "only {count} {of} on {day}; its mean over {days} days is {mean:.1}, standard deviation {deviation:.1}"
            ),
            Concern::Layout {
                since,
                changed,
                pages,
                distance,
            } => format!(
                "its layout changed: {changed} of {pages} articles since {since} differ from all earlier ones ({distance} of 64 bits); check the extracted text"
            ),
            Concern::Walls {
                day,
                walls,
                answers,
            } => format!(
                "{walls} of {answers} answers on {day} were challenges, consent walls or empty without scripts"
            ),
        }
    }
}

impl Store {
    /// The warnings about all sites.
    #[boxed]
    pub async fn warnings(&self) -> Result<Vec<Warning>, StoreError> {
        let days = self.site_days(DAYS + 1).await?;
        let unread = self.days_to_extract(DAYS + 1).await?;
        let layouts = self.site_layouts(LAYOUT_DAYS).await?;
        let (now, today) = (Utc::now(), Utc::now().date_naive());
        let overviews = self.site_overviews(&[], false).await?;
        let read = &visited(&days, today) - &unread;
        let of_sites = |check: &dyn Fn(&SiteOverview, &Diagnosis) -> Option<Concern>| {
            let found = overviews.iter().filter_map(|site| {
                let what = check(site, &Diagnosis::of(site))?;
                let site_id = site.id.clone();
                Some(Warning { site_id, what })
            });
            found.collect::<Vec<_>>()
        };
        let quiet = of_sites(&|site, state| {
            if never_worked(site, state, !unread.is_empty()) {
                return Some(Concern::NeverWorked {
                    state: state.state,
                    says: state.sentence(now),
                });
            }
            let days = days.get(&site.id).map_or(&[][..], Vec::as_slice);
            silent(site, state, days, &read, now)
        });
        let troubled = of_sites(&|site, state| trouble(site, state, now));
        let of_days = warnings(&days, &unread, &layouts, today);
        let mut found: Vec<Warning> = Vec::new();
        let mut known: BTreeSet<String> = BTreeSet::new();
        // a site that one kind names is not named by the next
        for mut kind in [quiet, self.starved().await?, troubled, of_days] {
            kind.retain(|warning| !known.contains(&warning.site_id));
            known.extend(kind.iter().map(|warning| warning.site_id.clone()));
            found.extend(kind);
        }
        Ok(found)
    }

    /// The warnings after a nightly run: those that the last one did not have, and the others. The run records their keys.
    #[retried]
    pub async fn new_warnings(&self, run: i64) -> Result<(Vec<Warning>, Vec<Warning>), StoreError> {
        let warnings = self.warnings().await?;
        let keys: Vec<String> = warnings.iter().map(Warning::key).collect();
        sqlx::query!(
            "update runs set counts = jsonb_set(counts, '{warned}', to_jsonb($2::text[])) where run_id = $1",
            run,
            &keys
        )
        .execute(&self.pool)
        .await?;
        let before = sqlx::query_scalar!(
            r#"select array(select jsonb_array_elements_text(counts -> 'warned')) as "warned!"
            from runs where command = 'nightly' and counts ? 'warned' and run_id < $1 order by run_id desc limit 1"#,
            run
        );
        let before = before.fetch_optional(&self.pool).await?.unwrap_or_default();
        let is_new = |warning: &Warning| !before.contains(&warning.key());
        Ok(warnings.into_iter().partition(is_new))
    }

    /// The sites whose pages wait while only front pages, feeds and sitemaps are answered.
    #[retried]
    async fn starved(&self) -> Result<Vec<Warning>, StoreError> {
        let (first, last) = (LAST_CHANNEL_PRIORITY + 1, LAST_WAITING);
        let rows = sqlx::query_file!("queries/starved.sql", first, last)
            .fetch_all(&self.pool)
            .await?;
        let warnings = rows.into_iter().map(|row| Warning {
            site_id: row.site_id,
            what: Concern::Starved {
                since: row.since,
                waiting: row.waiting,
                refused: row.url.zip(row.outcome).map(|(url, outcome)| {
                    let said = answer(outcome, row.http_status, row.detail.as_deref());
                    format!("{url}: {said}")
                }),
            },
        });
        Ok(warnings.collect())
    }
}

/// Checks whether a site that had articles has had none for longer than is usual: more than the longest time between them if it is in
/// trouble, else more than twice as long. Counted are the days that were crawled and `read`.
fn silent(
    site: &SiteOverview,
    state: &Diagnosis,
    days: &[SiteDay],
    read: &BTreeSet<NaiveDate>,
    now: DateTime<Utc>,
) -> Option<Concern> {
    let last_article = site.last_article?;
    if !site.seeded || site.lifecycle != Lifecycle::Active {
        return None;
    }
    let with_articles = days.iter().filter(|day| day.articles > 0);
    let with_articles: Vec<NaiveDate> = with_articles.map(|day| day.day).collect();
    let last_day = with_articles.last().copied();
    let since = last_day.unwrap_or_else(|| last_article.date_naive());
    let quiet = read.range((Excluded(since), Unbounded)).count();
    let between = |two: &[NaiveDate]| read.range((Excluded(two[0]), Excluded(two[1]))).count();
    let longest = with_articles.windows(2).map(between).max().unwrap_or(0);
    let first_day = with_articles.first().copied().unwrap_or(since);
    let is_known = with_articles.len() >= MIN_DAYS_WITH_ARTICLES
        && read.range(first_day..=since).count() >= MIN_DAYS;
    let is_silent = if now - last_article > SILENT {
        quiet > 1
    } else if state.is_trouble {
        quiet > longest.max(1)
    } else {
        is_known && quiet > (2 * longest + 1).max(1)
    };
    if !is_silent {
        return None;
    }
    let days = days.iter().filter(|day| day.day > since);
    let walls: i64 = days.map(|day| day.walls).sum();
    let says = match (&state.why, &state.step) {
        _ if state.is_trouble => state.sentence(now),
        _ if walls > 0 => format!(
            "{walls} pages were challenges, consent walls or empty without scripts; gleaner explain {}",
            site.home
        ),
        (Some(why), Some(step)) => format!("{why}; {step}"),
        _ => format!(
            "all that its front page, feeds and sitemaps named when last read is known or is no article; gleaner explain {}",
            site.home
        ),
    };
    Some(Concern::Silent { since, says })
}

/// Checks whether nothing can be fetched of a site that has articles. A busy one is requested again by itself.
fn trouble(site: &SiteOverview, state: &Diagnosis, now: DateTime<Utc>) -> Option<Concern> {
    let is_broken = state.is_trouble && state.state != SiteState::Busy;
    (is_broken && site.last_article.is_some()).then(|| Concern::Trouble {
        state: state.state,
        says: state.sentence(now),
    })
}

#[cfg(test)]
mod tests;
