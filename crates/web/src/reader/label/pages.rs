//! Labelling of pages: news or not, and the page type.

use askama::Template;
use axum::Form;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect};
use chrono::{DateTime, Utc};
use classify::PageType;
use extract::{BlockExplanation, DatePrecision, Label};
use serde::Deserialize;
use store::{Judgement, LabelCandidate, LabelKind, PageKey, PageLabel};

use super::params::Params;
use super::session::{Done, Item as _, LabelSession, Progress};
use super::{Desk, PageReading, paragraphs};
use crate::reader::format;
use crate::reader::guard::Writing;
use crate::reader::page::{Answer, Frame, PageError, Part, render};
use crate::reader::zone::Zone;

const PATH: &str = "/label/pages";
/// Number of pages loaded at a time; each query reads every verdict.
const BATCH: i64 = 500;
/// Maximum number of blocks shown.
const MAX_BLOCKS: usize = 1_000;

/// All page types, in the order of [`PageType::ALL`], each with its key and a short description.
const TYPES: [(char, PageType, &str); PageType::ALL.len()] = [
    ('a', PageType::Article, "report, comment, interview"),
    ('l', PageType::LiveBlog, "grows entry by entry"),
    ('v', PageType::Video, "built around a video"),
    ('g', PageType::Gallery, "built around pictures"),
    ('d', PageType::Audio, "recording, podcast"),
    ('s', PageType::Section, "front page of a section or topic"),
    ('h', PageType::Home, "front page of a site"),
    ('t', PageType::Tag, "list of articles on one keyword"),
    ('w', PageType::Author, "a person and their work"),
    ('f', PageType::Search, "results of a search"),
    ('i', PageType::Legal, "legal notice, privacy, terms"),
    ('k', PageType::Login, "sign in, register"),
    ('b', PageType::Product, "something to buy"),
    ('r', PageType::Forum, "discussion among readers"),
    ('c', PageType::ConsentWall, "asks for consent first"),
    ('z', PageType::Challenge, "checks for a human visitor"),
    ('j', PageType::JsShell, "needs scripts to show its text"),
    ('p', PageType::PaywallTeaser, "only the beginning is free"),
    ('e', PageType::Error, "page not found"),
    ('o', PageType::Other, "anything else that is not news"),
];

/// The page types that are news.
pub(super) fn news() -> Vec<String> {
    let news = PageType::ALL.into_iter().filter(|known| known.is_article());
    news.map(|known| known.as_str().to_owned()).collect()
}

#[derive(Template)]
#[template(path = "label/pages.html")]
struct LabelPage {
    frame: Frame,
    writing: Writing,
    who: String,
    query: String,
    progress: Progress,
    labels: i64,
    /// `None` if there is nothing more to label.
    shown: Option<Shown>,
}

/// The page to label.
struct Shown {
    candidate: LabelCandidate,
    title: String,
    url: String,
    fetched_at: DateTime<Utc>,
    reading: PageReading,
}

impl Shown {
    /// The key of the page in the form.
    fn key(&self) -> String {
        key_text(self.candidate.page)
    }

    fn paragraphs(&self) -> impl Iterator<Item = &str> {
        paragraphs(&self.reading.text)
    }

    fn blocks(&self) -> impl Iterator<Item = &BlockExplanation> {
        self.reading.blocks.iter().take(MAX_BLOCKS)
    }

    /// The previous answer.
    fn previous(&self) -> Option<String> {
        let previous = self.candidate.previous.as_ref()?;
        let plain = if previous.is_news { "news" } else { "not news" };
        Some(
            previous
                .page_type
                .as_deref()
                .map_or(plain.to_owned(), format::words),
        )
    }

    /// The metadata of the page: name and value.
    fn facts(&self, zone: Zone) -> Vec<(&'static str, String)> {
        let metadata = &self.reading.metadata;
        let published = metadata
            .date_published
            .as_ref()
            .map(|date| match date.precision {
                DatePrecision::Day => store::known_date(date.at, Some("day"), date.offset_minutes),
                DatePrecision::Month => {
                    store::known_date(date.at, Some("month"), date.offset_minutes)
                }
                _ => zone.time(&date.at),
            });
        let all = [
            (
                "by",
                Some(metadata.authors.join(", ")).filter(|names| !names.is_empty()),
            ),
            ("published", published),
            ("section", metadata.section.clone()),
            ("language", metadata.language.clone()),
            ("og:type", metadata.og_type.clone()),
        ];
        let known = all
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)));
        known.collect()
    }
}

/// Formats the key of a page for a form.
pub(super) fn key_text(page: PageKey) -> String {
    format!("{}.{}", page.fetched_at.timestamp_micros(), page.page_id)
}

/// Parses the key of a page from a form.
pub(super) fn parse_key(text: &str) -> Result<PageKey, PageError> {
    let parse = || {
        let (at, id) = text.split_once('.')?;
        Some(PageKey {
            fetched_at: DateTime::from_timestamp_micros(at.parse().ok()?)?,
            page_id: id.parse().ok()?,
        })
    };
    parse().ok_or_else(|| PageError::Invalid("The form does not name a page.".to_owned()))
}

pub(super) async fn show(
    State(desk): State<Desk>,
    headers: HeaderMap,
    Query(params): Query<Params>,
) -> Answer {
    params.check(&desk.store).await?;
    let shown = next(&desk, &params).await?;
    let page = LabelPage {
        frame: Frame::of(Part::Label, desk.zone),
        writing: desk.access.writing(&headers),
        query: params.query(),
        progress: desk.pages.with(|session| session.progress()),
        labels: desk.labelled(LabelKind::Pages).await?,
        shown,
        who: desk.who().to_owned(),
    };
    render(&page)
}

/// The next page that can be extracted. Damaged pages, and those of deleted months, are skipped.
async fn next(desk: &Desk, params: &Params) -> Result<Option<Shown>, PageError> {
    let work = &desk.pages;
    let question = params.query();
    loop {
        let Some(candidate) = work.with(|session| session.next(&question)) else {
            let query = params.of_pages(desk.who());
            let around = desk.tools.threshold;
            let shown = work.with(|session| session.shown());
            let (more, remaining) = desk
                .store
                .label_queue(&query, around, &shown, BATCH)
                .await?;
            if more.is_empty() {
                return Ok(None);
            }
            work.with(|session| session.fill(more, remaining));
            continue;
        };
        let page = desk.store.pages(&[candidate.page]).await?.pop();
        if let Some(page) = page.filter(|page| page.damage.is_none()) {
            let (url, fetched_at, feed) =
                (page.url.clone(), page.fetched_at, page.title_feed.clone());
            match (desk.tools.read)(page).await {
                Ok(reading) => {
                    let title = reading.title().map(str::to_owned).or(feed);
                    return Ok(Some(Shown {
                        candidate,
                        title: title.unwrap_or_default(),
                        url,
                        fetched_at,
                        reading,
                    }));
                }
                Err(error) => tracing::warn!(page.url = url, "page skipped: {error}"),
            }
        }
        work.with(|session| session.skip(&candidate.key()));
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct AnswerForm {
    #[serde(default)]
    page: String,
    /// A page type, `skip` or `undo`.
    answer: String,
}

pub(super) async fn answer(
    State(desk): State<Desk>,
    Query(params): Query<Params>,
    Form(form): Form<AnswerForm>,
) -> Answer {
    let back = Redirect::to(&format!("{PATH}{}", params.query())).into_response();
    if form.answer == "undo" {
        undo(&desk).await?;
        return Ok(back);
    }
    let key = parse_key(&form.page)?;
    let item = desk
        .pages
        .with(|session| session.find(|item| item.page == key));
    let item = item.ok_or(PageError::NotFound("page to label"))?;
    let (done, message) = if form.answer == "skip" {
        (Done::Skipped, "Skipped")
    } else {
        let page_type: PageType = form
            .answer
            .parse()
            .map_err(|_| PageError::Invalid(format!("{:?} is not a page type.", form.answer)))?;
        let label = PageLabel {
            address: item.address,
            page: item.page,
            who: desk.who().to_owned(),
            at: Utc::now(),
            judgement: Judgement {
                is_news: page_type.is_article(),
                page_type: Some(page_type.as_str().to_owned()),
            },
            prediction: Some(item.prediction.clone()),
        };
        let before = desk.store.save_label(&label).await?;
        (Done::Labelled(before), page_type.as_str())
    };
    let message = format!("{}: {}", format::words(message), item.url);
    desk.pages
        .with(|session| session.record(item, done, message));
    Ok(back)
}

/// Undoes the last answer.
async fn undo(desk: &Desk) -> Result<(), PageError> {
    match desk.pages.with(|session| session.last_labelled()) {
        Some((_, Some(before))) => drop(desk.store.save_label(&before).await?),
        Some((item, None)) => {
            desk.store.remove_label(item.address, desk.who()).await?;
        }
        None => {}
    }
    desk.pages.with(LabelSession::undo);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_page_type_has_a_key_of_its_own() {
        let keys: BTreeSet<char> = TYPES.iter().map(|(key, ..)| *key).collect();
        assert_eq!(keys.len(), PageType::ALL.len());
        assert_eq!(TYPES.map(|(_, page_type, _)| page_type), PageType::ALL);
        assert_eq!(news(), ["article", "live_blog"]);
    }
}
