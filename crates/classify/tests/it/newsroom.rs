//! Every page of the fixture newsroom is classified as its label says.

#![expect(clippy::unwrap_used, reason = "a failing helper is a failing test")]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use chrono::DateTime;
use classify::{Classifier, Page, PageType, Verdict, classify};
use testsite::{LabelledPage, Settings, labelled_pages};

/// Minimum bytes of text at which a length rule would take a page for an article.
const LONG: usize = 1_000;

/// The verdict and the length of the text, as in the pipeline.
fn judged(page: &LabelledPage) -> (Verdict, usize) {
    let html = html::decode(&page.body, page.content_type.as_deref()).text;
    let url = url::Url::parse(&page.url).unwrap();
    let extraction = extract::extract(
        &extract::Input::new(&html, Some(&url)),
        &extract::Options::default(),
    );
    let shown = Page::new(Some(&page.url), Some(200), &html, &extraction);
    let model = Classifier::default();
    (classify(&model, &shown), extraction.text.len())
}

#[test]
fn every_page_has_its_expected_type_and_most_types_occur_with_a_long_text() {
    let pages = labelled_pages(Settings {
        now: DateTime::from_timestamp(1_795_176_000, 0).unwrap(),
        ..Settings::default()
    });
    let mut longest: BTreeMap<PageType, usize> = BTreeMap::new();
    let (mut wrong, mut report) = (0, String::new());
    for page in &pages {
        let (verdict, length) = judged(page);
        let known = longest.entry(page.page_type.parse().unwrap()).or_default();
        *known = length.max(*known);
        if verdict.page_type.as_str() != page.page_type {
            wrong += 1;
            let _ = writeln!(
                report,
                "{} is {} ({length} bytes), judged {} by {}: {}",
                page.url, page.page_type, verdict.page_type, verdict.label_source, verdict.reason
            );
        }
    }
    assert!(
        report.is_empty(),
        "{wrong} of {} pages:\n{report}",
        pages.len()
    );
    let all: Vec<PageType> = longest.keys().copied().collect();
    assert_eq!(all, PageType::ALL);
    let by_nature = [
        PageType::JsShell,
        PageType::Challenge,
        PageType::ConsentWall,
        PageType::PaywallTeaser,
    ];
    longest.retain(|page_type, length| *length < LONG && !by_nature.contains(page_type));
    assert!(longest.is_empty(), "{longest:?}");
}
