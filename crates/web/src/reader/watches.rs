//! The page of watches, searches with a name, and their forms.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use axum::{Form, Router};
use chrono::Utc;
use serde::Deserialize;
use store::{NewHits, SearchQuery, StoreError, Watch};

use super::guard::Writing;
use super::page::{Answer, Frame, Part, render};
use super::{Reader, format};

/// Time after which no further watch is searched.
const MAX_SEARCHING: Duration = Duration::from_secs(5);

/// A watch, with what is new in it, or why that is unknown.
pub(super) struct Watched {
    pub(super) watch: Watch,
    pub(super) news: Result<NewHits, String>,
}

/// All watches, with what arrived up to an arrival and was not marked as seen. If time runs out, the next search begins where this one
/// ends.
pub(super) async fn watched(reader: &Reader, until: i64) -> Result<Vec<Watched>, StoreError> {
    let began = Instant::now();
    let mut watches = reader.store.watches().await?;
    let first = reader.watches_searched.load(Ordering::Relaxed) % watches.len().max(1);
    watches.rotate_left(first);
    let mut all = Vec::new();
    let mut searched = 0;
    for watch in watches {
        let news = if began.elapsed() < MAX_SEARCHING {
            searched += 1;
            match news(reader, &watch, until).await {
                Err(error) if error.is_statement_timeout() => {
                    Err("The search takes too long. Narrow it, or mark all as seen.".to_owned())
                }
                news => news?,
            }
        } else {
            Err(
                "Not searched this time: other watches took too long. Load the page again."
                    .to_owned(),
            )
        };
        all.push(Watched { watch, news });
    }
    reader
        .watches_searched
        .fetch_add(searched, Ordering::Relaxed);
    all.rotate_right(first);
    Ok(all)
}

async fn news(
    reader: &Reader,
    watch: &Watch,
    until: i64,
) -> Result<Result<NewHits, String>, StoreError> {
    let query = match watch.parse() {
        Ok(query) => query,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let news = reader.searches.new_hits(&query, watch.seen, until).await?;
    let unknown = super::unknown(&reader.searches, &query, news.total > 0).await?;
    Ok(unknown.map_or(Ok(news), Err))
}

/// A name and a query, as typed.
#[derive(Debug, Default, Deserialize)]
struct Fields {
    #[serde(default)]
    name: String,
    #[serde(default, alias = "q")]
    query: String,
}

#[derive(Template)]
#[template(path = "watches.html")]
struct WatchesPage {
    frame: Frame,
    writing: Writing,
    watches: Vec<Watched>,
    /// The arrival up to which articles are shown.
    until: i64,
    /// What was typed, for the watch with this id or a new one, and why it was refused.
    typed: Fields,
    changed: Option<i64>,
    error: Option<String>,
}

impl WatchesPage {
    async fn new(reader: &Reader, headers: &HeaderMap, typed: Fields) -> Result<Self, StoreError> {
        let until = reader.store.last_arrival().await?;
        Ok(Self {
            frame: Frame::of(Part::Watches, reader.zone),
            writing: reader.access.writing(headers),
            watches: watched(reader, until).await?,
            until,
            typed,
            changed: None,
            error: None,
        })
    }

    /// Whether what was typed is for this watch.
    fn is_changed(&self, watch: &Watch) -> bool {
        self.changed == Some(watch.id)
    }

    /// Whether a watch has something new, or may have.
    fn has_news(&self) -> bool {
        let mut watches = self.watches.iter();
        watches.any(|one| !matches!(&one.news, Ok(news) if news.total == 0))
    }
}

pub(super) fn routes() -> Router<Reader> {
    Router::new()
        .route("/watches", get(list).post(save))
        .route("/watches/seen", post(seen))
        .route("/watches/{id}", post(save))
        .route("/watches/{id}/delete", post(delete))
}

async fn list(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Query(typed): Query<Fields>,
) -> Answer {
    render(&WatchesPage::new(&reader, &headers, typed).await?)
}

/// Saves the watch with this id or a new one, or shows the page with what was typed and why it is refused.
async fn save(
    State(reader): State<Reader>,
    headers: HeaderMap,
    id: Option<Path<i64>>,
    Form(typed): Form<Fields>,
) -> Answer {
    let id = id.map(|Path(id)| id);
    let unknown = match SearchQuery::parse(&typed.query, Utc::now()) {
        Ok(query) => super::unknown(&reader.searches, &query, false).await?,
        Err(_) => None,
    };
    let saved = match unknown {
        Some(why) => Err(StoreError::Invalid(why)),
        None => reader.store.save_watch(id, &typed.name, &typed.query).await,
    };
    match saved {
        Ok(()) => Ok(Redirect::to("/watches").into_response()),
        Err(StoreError::Invalid(why)) => {
            let page = WatchesPage::new(&reader, &headers, typed).await?;
            let page = WatchesPage {
                changed: id,
                error: Some(why),
                ..page
            };
            Ok((StatusCode::BAD_REQUEST, render(&page)?).into_response())
        }
        Err(error) => Err(error.into()),
    }
}

async fn delete(State(reader): State<Reader>, Path(id): Path<i64>) -> Answer {
    reader.store.delete_watch(id).await?;
    Ok(Redirect::to("/watches").into_response())
}

#[derive(Debug, Deserialize)]
struct SeenForm {
    /// The arrival up to which the page showed articles.
    until: i64,
}

async fn seen(State(reader): State<Reader>, Form(form): Form<SeenForm>) -> Answer {
    reader.store.watches_seen(form.until).await?;
    Ok(Redirect::to("/watches").into_response())
}
