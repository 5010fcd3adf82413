//! Events that several sites report in their own words, written by hand: `data/events.toml`.

use std::sync::LazyLock;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;

use super::{site::Site, state::Settings};
use crate::{language::Language, prose::Part};

/// How an article reports an event.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Report {
    /// Number of the article.
    pub(crate) article: usize,
    pub(crate) topic: usize,
    /// The sites that print it; several print agency copy.
    sites: Vec<String>,
    pub(crate) title: String,
    pub(crate) standfirst: String,
    /// Paragraphs between blank lines.
    text: String,
    pub(crate) caption: String,
    pub(crate) tags: Vec<String>,
    correction: Option<Correction>,
}

/// What changes in a report on the second day.
#[derive(Debug, Clone, Deserialize)]
struct Correction {
    was: String,
    is: String,
    /// The last paragraph.
    note: String,
}

static REPORTS: LazyLock<Vec<Report>> = LazyLock::new(|| {
    #[derive(Default, Deserialize)]
    struct File {
        report: Vec<Report>,
    }
    let file: File = toml::from_str(include_str!("../../data/events.toml")).unwrap_or_default();
    file.report
});

fn of(settings: &Settings, site: &Site) -> impl Iterator<Item = &'static Report> {
    let reports = REPORTS.iter().filter(|_| settings.events);
    reports.filter(|report| report.sites.contains(&site.id))
}

/// The report that an article is, if it is one.
pub(crate) fn report(settings: &Settings, site: &Site, article: usize) -> Option<&'static Report> {
    of(settings, site).find(|report| report.article == article)
}

/// Numbers of the articles that a site corrects on the second day.
pub(crate) fn corrected(settings: &Settings, site: &Site) -> impl Iterator<Item = usize> {
    let corrected = of(settings, site).filter(|report| report.correction.is_some());
    corrected.map(|report| report.article)
}

/// Every keyword of the reports.
pub(crate) fn known_tags() -> impl Iterator<Item = String> {
    REPORTS.iter().flat_map(|report| report.tags.clone())
}

impl Report {
    pub(crate) fn is_copy(&self) -> bool {
        self.sites.len() > 1
    }

    /// The report of an event at a time, as it is after some changes.
    pub(crate) fn told(&self, language: Language, at: DateTime<Utc>, revision: u32) -> Self {
        let mut told = self.clone();
        for days in -2..=4 {
            let weekday = language.weekday(at + TimeDelta::days(days));
            told.text = told.text.replace(&format!("{{{days}}}"), weekday);
        }
        if let Some(correction) = self.correction.as_ref().filter(|_| revision > 0) {
            told.title = told.title.replace(&correction.was, &correction.is);
            told.text =
                told.text.replace(&correction.was, &correction.is) + "\n" + &correction.note;
        }
        told
    }

    pub(crate) fn paragraphs(&self) -> Vec<Part> {
        let paragraphs = self.text.trim().split("\n\n");
        paragraphs
            .map(|text| Part::Paragraph(text.to_owned()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_its_days_and_is_corrected_once() {
        let at = "2026-11-30T12:00:00Z".parse().unwrap();
        for report in REPORTS.iter() {
            let told = report.told(Language::English, at, 0);
            assert!(told.text.contains("Monday") && !told.text.contains('{'));
            let changed = report.told(Language::English, at, 1);
            assert_eq!(changed.text != told.text, report.correction.is_some());
            assert_eq!(changed.title != told.title, report.correction.is_some());
        }
    }
}
