//! What may be done with a site.

use askama::Template;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use store::{Lifecycle, SiteOverview, SiteSizes, StoreError};

use super::site::find;
use crate::reader::Reader;
use crate::reader::format;
use crate::reader::guard::Writing;
use crate::reader::page::{Frame, PageError, Part, render};

/// What a page says after an action; the address has its name.
const SAID: [(&str, &str); 5] = [
    (
        "pause",
        "The site is paused: nothing of it is fetched until it is resumed.",
    ),
    ("resume", "The site is crawled again, by the next crawl."),
    (
        "retry",
        "The site no longer waits: its robots.txt is due, and so are its front page and the pages that failed. The next crawl requests them.",
    ),
    (
        "remove",
        "The site is removed: nothing more of it is fetched, and its articles stay. A seed that names it brings it back.",
    ),
    (
        "add",
        "The site is added. The next crawl begins with its front page, feeds and sitemaps.",
    ),
];

/// What is said after an action.
pub(super) fn said(action: &str) -> Option<&'static str> {
    let mut said = SAID.iter();
    said.find(|(name, _)| *name == action)
        .map(|(_, said)| *said)
}

/// Pauses, resumes, retries or removes a site.
pub(super) async fn act(
    State(reader): State<Reader>,
    Path((id, action)): Path<(String, String)>,
) -> Result<Response, PageError> {
    let site = find(&reader.store, &id, false).await?;
    match action.as_str() {
        "pause" | "resume" => {
            let pause = action == "pause";
            let changed = reader.store.pause_site(&id, pause).await?;
            let wanted = if pause {
                Lifecycle::Paused
            } else {
                Lifecycle::Active
            };
            if !changed && site.lifecycle != wanted {
                return Err(PageError::Invalid(refusal(site.lifecycle).to_owned()));
            }
        }
        // Of a large site these take longer than a page may, and are finished all the same.
        "retry" => {
            let (store, id) = (reader.long.clone(), id.clone());
            finished(async move { store.retry_site(&id).await.map(drop) }).await?;
        }
        "remove" => {
            let (store, id) = (reader.long.clone(), id.clone());
            finished(async move { store.remove_site(&id).await.map(drop) }).await?;
        }
        _ => return Err(PageError::NotFound("action")),
    }
    reader.sources.overview.forget();
    Ok(see(&id, &action))
}

/// Waits for work that is finished even if the browser leaves.
async fn finished(
    work: impl Future<Output = Result<(), StoreError>> + Send + 'static,
) -> Result<(), PageError> {
    match tokio::spawn(work).await {
        Ok(done) => Ok(done?),
        Err(error) => Err(PageError::Broken(error.to_string())),
    }
}

/// Back to the page of a site, which says what was done.
pub(super) fn see(id: &str, action: &str) -> Response {
    let id = format::segment(id);
    Redirect::to(&format!("/source/{id}?done={action}")).into_response()
}

fn refusal(lifecycle: Lifecycle) -> &'static str {
    match lifecycle {
        Lifecycle::Removed => "The site was removed. A seed that names it brings it back.",
        Lifecycle::Forgotten => "The site is being forgotten. Forget it again to continue that.",
        Lifecycle::Active | Lifecycle::Paused => {
            "The state of the site has changed. Look at it again."
        }
    }
}

#[derive(Template)]
#[template(path = "sources/forget.html")]
struct ForgetPage {
    frame: Frame,
    site: SiteOverview,
    sizes: SiteSizes,
    writing: Writing,
}

/// Says what will be gone.
pub(super) async fn ask_to_forget(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, PageError> {
    let site = find(&reader.store, &id, false).await?;
    render(&ForgetPage {
        frame: Frame::of(Part::Sources),
        sizes: reader.store.site_sizes(&id).await?,
        writing: reader.access.writing(&headers),
        site,
    })
}

/// The form below what will be gone.
#[derive(Debug, Deserialize)]
pub(super) struct Sure {
    #[serde(default)]
    sure: String,
}

/// Forgets a site, as a run that continues when the browser has left.
pub(super) async fn forget(
    State(reader): State<Reader>,
    Path(id): Path<String>,
    Form(form): Form<Sure>,
) -> Result<impl IntoResponse, PageError> {
    find(&reader.store, &id, false).await?;
    if form.sure != "yes" {
        let said = "Nothing was deleted. Tick the box on the page before, if all of it is to go.";
        return Err(PageError::Invalid(said.to_owned()));
    }
    let run = reader.long.begin_run("site forget").await?;
    let store = reader.long.clone();
    let kept = reader.sources.clone();
    // A server that ends in the middle of it leaves it as a kill does: the same request continues.
    tokio::spawn(async move {
        if let Err(error) = store.forget_in_run(run, &id, &|| false).await {
            tracing::error!(%error, run.id = run, "a site could not be forgotten");
        }
        kept.overview.forget();
    });
    reader.sources.overview.forget();
    Ok(Redirect::to(&format!("/run/{run}")))
}
