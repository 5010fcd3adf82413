//! Scores metadata: each field of a page is right, wrong, or without gold.

use std::collections::BTreeSet;

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, TimeDelta, Utc};
use extract::{DatePrecision, Metadata};
use serde::Deserialize;

use crate::gold::{GoldPage, fold};

/// Metadata found on a page, with the field names of the article record.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct FoundMetadata {
    title: Option<String>,
    authors: Vec<String>,
    agencies: Vec<String>,
    organizations: Vec<String>,
    /// RFC 3339, or a day.
    date_published: Option<String>,
    /// Offset in minutes, if the date is given in UTC.
    date_published_tz: Option<i32>,
    date_published_precision: Option<String>,
    language: Option<String>,
    image_url: Option<String>,
    section: Option<String>,
    tags: Vec<String>,
}

impl FoundMetadata {
    /// The metadata that was extracted from a page.
    pub fn of(metadata: &Metadata) -> Self {
        let published = metadata.date_published;
        let has_time =
            |precision| matches!(precision, DatePrecision::Second | DatePrecision::Minute);
        Self {
            title: metadata.title.clone(),
            authors: metadata.authors.clone(),
            agencies: metadata.agencies.clone(),
            organizations: metadata.organizations.clone(),
            date_published: published.map(|found| found.at.to_rfc3339()),
            date_published_tz: published.and_then(|found| found.offset_minutes),
            date_published_precision: published
                .filter(|found| !has_time(found.precision))
                .map(|_| "day".to_owned()),
            language: metadata.language.clone(),
            image_url: metadata.image_url.clone(),
            section: metadata.section.clone(),
            tags: metadata.tags.clone(),
        }
    }

    fn names(&self) -> BTreeSet<String> {
        let all = [&self.authors, &self.agencies, &self.organizations];
        all.into_iter().flatten().map(|name| fold(name)).collect()
    }
}

/// The measures, in the order of the table. Each is a share of the pages with gold for it.
pub const MEASURES: [&str; 10] = [
    "title",
    "authors",
    "persons",
    "wrong_name",
    "day",
    "minute",
    "language",
    "image",
    "section",
    "tags",
];

/// A page's score by each measure, 0 to 1; `None` without gold for it.
pub type FieldScores = [Option<f64>; MEASURES.len()];

/// Scores the metadata found on a page against its gold.
///
/// - `title`: equal except for white space and the shape of quotation marks;
/// - `authors`: persons, agencies and other organisations together equal the names of the gold, as a set;
/// - `persons`: the persons alone equal them;
/// - `wrong_name`: a person is named that the gold does not have (smaller is better);
/// - `day`, `minute`: the publication, as a day at the place of publication or of the gold, or as an instant to the minute;
/// - `language`; `image`: the same URL except for the query; `section`: one of the gold's categories;
/// - `tags`: F1 of the sets.
pub fn score(page: &GoldPage, found: &FoundMetadata) -> FieldScores {
    let right = |right: bool| Some(f64::from(u8::from(right)));
    let names = found.names();
    let persons: BTreeSet<String> = found.authors.iter().map(|name| fold(name)).collect();
    let gold_names = page.authors();
    let wanted = page.gold_date.as_deref().and_then(GoldDate::parse);
    let given = GoldDate::of(found);
    [
        page.gold_title
            .as_ref()
            .and_then(|gold| right(found.title.as_deref().map(fold) == Some(fold(gold)))),
        gold_names.as_ref().and_then(|gold| right(names == *gold)),
        gold_names.as_ref().and_then(|gold| right(persons == *gold)),
        gold_names
            .as_ref()
            .and_then(|gold| right(!persons.is_subset(gold))),
        wanted.and_then(|gold| right(given.is_some_and(|found| found.same_day(gold)))),
        wanted
            .filter(|gold| gold.at.is_some())
            .and_then(|gold| right(given.is_some_and(|found| found.same_minute(gold)))),
        page.gold_language
            .as_ref()
            .and_then(|gold| right(found.language.as_ref() == Some(gold))),
        page.lead_image().and_then(|gold| {
            right(
                found.image_url.as_deref().map(without_scheme_and_query)
                    == Some(without_scheme_and_query(gold)),
            )
        }),
        page.categories
            .as_ref()
            .filter(|gold| !gold.is_empty())
            .and_then(|gold| {
                let found = found.section.as_deref().map(fold_case);
                right(found.is_some_and(|found| gold.iter().any(|gold| fold_case(gold) == found)))
            }),
        page.keywords().map(|gold| overlap(gold, &found.tags)),
    ]
}

fn fold_case(text: &str) -> String {
    fold(text).to_lowercase()
}

/// The URL of an image without scheme, and without query and fragment, which may only set its size.
fn without_scheme_and_query(url: &str) -> String {
    let bare = url.split(['?', '#']).next().unwrap_or_default();
    bare.split_once("://")
        .map_or(bare, |(_, rest)| rest)
        .to_owned()
}

/// F1 of two sets of keywords.
fn overlap(gold: &[String], found: &[String]) -> f64 {
    let set = |words: &[String]| words.iter().map(|word| fold_case(word)).collect();
    let (gold, found): (BTreeSet<String>, BTreeSet<String>) = (set(gold), set(found));
    let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    2.0 * number(gold.intersection(&found).count()) / number(gold.len() + found.len()).max(1.0)
}

/// A day, and the instant if a time was given.
#[derive(Debug, Clone, Copy, PartialEq)]
struct GoldDate {
    day: NaiveDate,
    at: Option<DateTime<FixedOffset>>,
}

impl GoldDate {
    /// Parses `2024-05-03`, or that with a time, with or without an offset, as data sets write them.
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let offset = DateTime::parse_from_rfc3339(text)
            .or_else(|_| DateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S%.f%:z"));
        if let Ok(at) = offset {
            return Some(Self {
                day: at.date_naive(),
                at: Some(at),
            });
        }
        let formats = ["%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M:%S%.f"];
        let local = formats
            .iter()
            .find_map(|format| NaiveDateTime::parse_from_str(text, format).ok());
        if let Some(local) = local {
            return Some(Self {
                day: local.date(),
                at: Some(local.and_utc().fixed_offset()),
            });
        }
        let day = NaiveDate::parse_from_str(text.get(..10)?, "%Y-%m-%d").ok()?;
        Some(Self { day, at: None })
    }

    /// The day at the place of publication, as far as it is known.
    fn of(facts: &FoundMetadata) -> Option<Self> {
        let mut stamp = Self::parse(facts.date_published.as_deref()?)?;
        if let (Some(at), Some(minutes)) = (stamp.at, facts.date_published_tz) {
            stamp.day = (at.with_timezone(&Utc) + TimeDelta::minutes(minutes.into())).date_naive();
        }
        if facts.date_published_precision.as_deref() == Some("day") {
            stamp.at = None;
        }
        Some(stamp)
    }

    fn same_day(self, gold: Self) -> bool {
        let there = self.at.zip(gold.at);
        let there = there.map(|(found, gold)| found.with_timezone(gold.offset()).date_naive());
        self.day == gold.day || there == Some(gold.day)
    }

    fn same_minute(self, gold: Self) -> bool {
        let both = self.at.zip(gold.at);
        both.is_some_and(|(found, gold)| (found - gold).abs() < TimeDelta::minutes(1))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn scored(gold: &str, found: &str, measure: &str) -> Option<f64> {
        let mut page: Value = serde_json::from_str(gold).unwrap();
        page["html"] = Value::String(String::new());
        let page: GoldPage = serde_json::from_value(page).unwrap();
        let at = MEASURES.iter().position(|known| *known == measure);
        score(&page, &serde_json::from_str(found).unwrap())[at.unwrap()]
    }

    #[test]
    fn titles_are_compared_without_the_shape_of_quotation_marks() {
        let gold = r#"{"gold_title": "\"Nein\",  sagt der Rat"}"#;
        assert_eq!(
            scored(gold, r#"{"title": "„Nein“, sagt der Rat"}"#, "title"),
            Some(1.0)
        );
        assert_eq!(
            scored(gold, r#"{"title": "Nein, sagt der Rat"}"#, "title"),
            Some(0.0)
        );
        assert_eq!(scored("{}", r#"{"title": "x"}"#, "title"), None);
    }

    #[test]
    fn names_are_compared_as_sets() {
        let gold = r#"{"gold_author": "Ada Berg; dpa"}"#;
        let found = r#"{"authors": ["Ada Berg"], "agencies": ["dpa"]}"#;
        assert_eq!(scored(gold, found, "authors"), Some(1.0));
        assert_eq!(scored(gold, found, "persons"), Some(0.0));
        assert_eq!(scored(gold, found, "wrong_name"), Some(0.0));
        let other = r#"{"authors": ["Ada Berg", "Redaktion"]}"#;
        assert_eq!(scored(gold, other, "wrong_name"), Some(1.0));
        assert_eq!(scored(r#"{"gold_author": null}"#, found, "authors"), None);
        let three = r#"{"authors": ["Ada Berg", "Ben Ode", "Cy Fu"]}"#;
        let gold = r#"{"gold_author": "Ada Berg, Ben Ode, and Cy Fu"}"#;
        assert_eq!(scored(gold, three, "authors"), Some(1.0));
    }

    #[test]
    fn a_day_is_right_in_either_time_zone_and_a_minute_as_an_instant() {
        let gold = r#"{"gold_date": "2024-05-03 22:30:10+00:00"}"#;
        let found = r#"{"date_published": "2024-05-03T22:30:00Z", "date_published_tz": 120}"#;
        assert_eq!(scored(gold, found, "day"), Some(1.0));
        assert_eq!(scored(gold, found, "minute"), Some(1.0));
        let day = r#"{"date_published": "2024-05-03"}"#;
        assert_eq!(scored(gold, day, "day"), Some(1.0));
        assert_eq!(scored(gold, day, "minute"), Some(0.0));
        assert_eq!(
            scored(r#"{"gold_date": "2024-05-03"}"#, day, "minute"),
            None
        );
        assert_eq!(scored(gold, "{}", "day"), Some(0.0));
    }

    #[test]
    fn pictures_and_keywords_have_their_own_measures() {
        let gold = r#"{"images": ["https://a.test/b.jpg?w=100"], "topics": ["Rat", "Bau"]}"#;
        let found = r#"{"image_url": "http://a.test/b.jpg?w=900", "tags": ["rat"]}"#;
        assert_eq!(scored(gold, found, "image"), Some(1.0));
        assert!((scored(gold, found, "tags").unwrap() - 2.0 / 3.0).abs() < 1e-9);
    }
}
