//! Actions on a site.

use askama::Template;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use store::{Lifecycle, SiteOverview};

use super::site::find;
use crate::reader::guard::Writing;
use crate::reader::page::{Answer, Frame, PageError, Part, render, unknown_value};
use crate::reader::{Reader, RunRequest, format, runs};

/// The message after each action, by the name of the action in the URL.
const MESSAGES: [(&str, &str); 5] = [
    (
        "pause",
        "The site is paused: it is not fetched until it is resumed.",
    ),
    (
        "resume",
        "The site is resumed: the next crawl fetches it again.",
    ),
    (
        "retry",
        "The site will be retried: the next crawl requests its robots.txt, its front page and the pages that failed.",
    ),
    (
        "remove",
        "The site is removed: it is no longer fetched, and its articles stay. A seed that names it restores it.",
    ),
    (
        "add",
        "The site is added. The next crawl starts with its front page, feeds and sitemaps.",
    ),
];

/// The message after an action, in the state that the site has now. `None` if there was no action.
pub(super) fn message(
    action: &str,
    lifecycle: Lifecycle,
) -> Result<Option<&'static str>, PageError> {
    if action.is_empty() {
        return Ok(None);
    }
    let known = MESSAGES.iter().find(|(name, _)| *name == action);
    let Some((name, message)) = known else {
        let names = MESSAGES.map(|(name, _)| name);
        return Err(unknown_value("done", action, names));
    };
    Ok(Some(match (*name, lifecycle) {
        ("retry", Lifecycle::Paused) => {
            "The site no longer waits: its robots.txt is due, and the pages that failed. It is paused, and nothing is fetched until it is resumed."
        }
        ("retry", Lifecycle::Removed | Lifecycle::Forgotten) => {
            "The site was removed, and nothing is fetched until a seed names it again."
        }
        _ => message,
    }))
}

/// Pauses, resumes, retries, removes, crawls or extracts a site.
pub(super) async fn act(
    State(reader): State<Reader>,
    Path((id, action)): Path<(String, String)>,
) -> Answer {
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
        // For a large site these take longer than a response may; the guard lets them end in any case.
        "retry" => {
            reader.long.retry_site(&id).await?;
        }
        "remove" => {
            reader.long.remove_site(&id).await?;
        }
        "crawl" => {
            return runs::start(&reader, RunRequest::Crawl(Some(site.id))).await;
        }
        "extract" => return runs::start(&reader, RunRequest::Extract(site.id)).await,
        _ => return Err(PageError::NotFound("action")),
    }
    reader.sources.overview.forget();
    Ok(redirect(&id, &action))
}

/// Redirects to the page of a site, which shows what was done.
pub(super) fn redirect(id: &str, action: &str) -> Response {
    let id = format::segment(id);
    Redirect::to(&format!("/source/{id}?done={action}")).into_response()
}

fn refusal(lifecycle: Lifecycle) -> &'static str {
    match lifecycle {
        Lifecycle::Removed => "The site was removed. A seed that names it restores it.",
        Lifecycle::Forgotten => "The site is being forgotten. Forget it again to continue.",
        Lifecycle::Active | Lifecycle::Paused => {
            "The state of the site has changed. Reload its page."
        }
    }
}

#[derive(Template)]
#[template(path = "sources/forget.html")]
struct ForgetPage {
    frame: Frame,
    site: SiteOverview,
    articles: i64,
    writing: Writing,
}

/// Shows what will be deleted.
pub(super) async fn confirm_forget(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Answer {
    let site = find(&reader.store, &id, true).await?;
    render(&ForgetPage {
        frame: Frame::of(Part::Sources, reader.zone),
        articles: site.articles.unwrap_or_default(),
        writing: reader.access.writing(&headers),
        site,
    })
}

/// The form that confirms the deletion.
#[derive(Debug, Deserialize)]
pub(super) struct ForgetForm {
    #[serde(default)]
    sure: String,
}

/// Forgets a site in a run that continues if the browser leaves.
pub(super) async fn forget(
    State(reader): State<Reader>,
    Path(id): Path<String>,
    Form(form): Form<ForgetForm>,
) -> Answer {
    find(&reader.store, &id, false).await?;
    if form.sure != "yes" {
        let message = "Nothing was deleted. To delete everything, go back and tick the box.";
        return Err(PageError::Invalid(message.to_owned()));
    }
    if let Some(other) = reader.store.successor(&id).await?
        && other.has_all
    {
        let message = format!(
            "Nothing is stored under {id}: its host and its articles belong to the site {}, which has taken them over. Forget that one.",
            other.site_id
        );
        return Err(PageError::Invalid(message));
    }
    let run = reader.long.begin_run("site forget").await?;
    let store = reader.long.clone();
    let state = reader.sources.clone();
    // If the server stops or is killed in between, the same request continues the deletion later.
    tokio::spawn(async move {
        if let Err(error) = store.forget_in_run(run, &id, &|| false).await {
            tracing::error!(%error, run.id = run, "a site could not be forgotten");
        }
        state.overview.forget();
    });
    reader.sources.overview.forget();
    Ok(Redirect::to(&format!("/run/{run}")).into_response())
}
