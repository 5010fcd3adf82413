//! The page of a story: who reported it, when, and why its articles belong together.

use aggregate::{ComparedText, Comparison, SharedSentence, compare};
use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use chrono::{DateTime, Utc};
use store::{NearlyJoined, Story, StoryArticle, StoryLink, StoryReport, StoryText};

use super::chart::{Bars, timeline};
use super::page::{Answer, Frame, PageError, Part, render};
use super::visit::Visit;
use super::{Reader, format, search};

/// Number of articles whose texts are compared: the newest.
const MAX_COMPARED: i64 = 24;

#[derive(Template)]
#[template(path = "story.html")]
struct StoryPage {
    frame: Frame,
    story: Story,
    articles: Vec<ShownArticle>,
    links: Vec<StoryLink>,
    nearly: Vec<NearlyJoined>,
    /// Since when its reports are new.
    since: DateTime<Utc>,
    timeline: Bars,
    compared: Compared,
    /// Ids and names of the followed sites without a report, although they published others since.
    silent: Vec<(String, String)>,
}

impl StoryPage {
    /// The URL of its articles as a feed.
    fn feed(&self, ending: &str) -> String {
        let id = format::segment(&self.story.id);
        format!("/feeds/search.{ending}?q=story:{id}")
    }
}

/// The texts of a story, with how they begin and what they share.
struct Compared {
    texts: Vec<StoryText>,
    comparison: Comparison,
}

impl Compared {
    async fn of(texts: Vec<StoryText>, language: String) -> Result<Self, PageError> {
        let compared = tokio::task::spawn_blocking(move || {
            let all = texts.iter().map(|text| ComparedText {
                text: &text.text,
                owner: &text.owner,
            });
            let all: Vec<_> = all.collect();
            Self {
                comparison: compare(&all, &language),
                texts,
            }
        });
        Ok(compared.await?)
    }

    /// The first sentence of an article.
    fn opening(&self, id: &str) -> Option<&str> {
        let index = self.texts.iter().position(|text| text.id == id)?;
        self.comparison.openings.get(index)?.as_deref()
    }

    /// The outlets that make a statement, each once, with the text and the sentence in it.
    fn makers<'a>(&'a self, shared: &'a SharedSentence) -> Vec<(&'a StoryText, &'a str)> {
        let passages = std::iter::once(&shared.sentence).chain(&shared.others);
        let mut outlets: Vec<(&StoryText, &str)> = Vec::new();
        for passage in passages {
            let Some(text) = self.texts.get(passage.text) else {
                continue;
            };
            let is_known = outlets
                .iter()
                .any(|(known, _)| known.source_name == text.source_name);
            if !is_known {
                outlets.push((text, &passage.passage));
            }
        }
        outlets
    }
}

struct ShownArticle {
    article: StoryArticle,
    source_name: String,
    /// When it was published, for machines and for people.
    date: (String, String),
    is_new: bool,
    /// The agencies that it credits itself.
    agencies: Vec<String>,
    /// Whether it is gone or has moved.
    mark: Option<&'static str>,
    copies: Vec<StoryReport>,
}

pub(super) fn routes() -> Router<Reader> {
    Router::new().route("/story/{id}", get(story))
}

async fn story(State(reader): State<Reader>, headers: HeaderMap, Path(id): Path<String>) -> Answer {
    let database = &reader.store;
    let story = database.story_named(&id).await?;
    let story = story.ok_or(PageError::NotFound("story"))?;
    if story.id != id {
        return Ok(Redirect::to(&format!("/story/{}", story.id)).into_response());
    }
    let ids = [story.id.clone()];
    let (articles, reports, links, nearly, texts, mut silent) = tokio::try_join!(
        database.story_articles(&story.id),
        database.story_reports(&ids),
        database.story_links(&story.id),
        database.nearly_joined(&story.id),
        database.story_texts(&story.id, MAX_COMPARED),
        database.sites_publishing(&story.language, story.date_founded),
    )?;
    silent.retain(|(site, _)| {
        let reports =
            |article: &StoryArticle| article.source_id == *site || article.copied_by.contains(site);
        !articles.iter().any(reports)
    });
    let (now, zone) = (Utc::now(), reader.zone);
    let since = Visit::since_on_others(&headers, now);
    let dates: Vec<_> = reports.iter().map(|report| report.date).collect();
    let articles = articles.into_iter().map(|article| {
        let of_it = reports.iter().filter(|report| report.text_of == article.id);
        let (own, copies): (Vec<_>, Vec<_>) =
            of_it.cloned().partition(|report| report.id == article.id);
        let own = own.into_iter().next();
        let mark = own
            .as_ref()
            .and_then(|report| format::lost(report.is_gone, report.has_moved));
        let date = own.as_ref().map_or_else(
            || zone.published(&article.date, None, None),
            |report| zone.report(report),
        );
        let is_new = own.as_ref().is_some_and(|report| report.is_new(since));
        let (source_name, agencies) = own.map_or_else(
            || (article.source_id.clone(), Vec::new()),
            |report| (report.source_name, report.agencies),
        );
        ShownArticle {
            article,
            source_name,
            date,
            is_new,
            agencies,
            mark,
            copies,
        }
    });
    let compared = Compared::of(texts, story.language.clone()).await?;
    let page = StoryPage {
        frame: Frame::of(Part::Stories, zone),
        articles: articles.collect(),
        story,
        links,
        nearly,
        since,
        timeline: timeline(&dates, now),
        compared,
        silent,
    };
    render(&page)
}

/// The keywords of a story.
fn keywords(story: &Story) -> Vec<&str> {
    let words = story.keywords.as_array().into_iter().flatten();
    let words = words.filter_map(|word| word["term"].as_str().or_else(|| word.as_str()));
    words.collect()
}
