//! Fetches the pages of a domain and extracts their texts.

use chrono::{DateTime, SubsecRound as _, Utc};
use crawl::Downloader;
use serde::Serialize;
use tokio::sync::mpsc::Sender;
use tokio::task::block_in_place;
use tokio_util::sync::CancellationToken;

use super::Lines;
use super::output::State;
use super::shared::{Pages, SharedVersion};
use crate::files::pages::{Page, download};
use crate::files::record::PageRecord;
use crate::reading::neutral::neutral;
use crate::reading::{Judge, PageInput};

/// A line of the result.
#[derive(Debug, Serialize)]
struct Rehydrated<'a> {
    version_id: &'a str,
    state: State,
    /// Why it is missing.
    reason: Option<&'a str>,
    date_crawled: DateTime<Utc>,
    #[serde(flatten)]
    record: &'a PageRecord<'a>,
}

/// Requests the pages of a domain one after the other, and sends the lines of each.
pub(super) async fn request(
    pages: Pages,
    mut downloader: Downloader,
    limit: usize,
    judge: &Judge,
    send: &Sender<Lines>,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    for (url, versions) in pages {
        if stop.is_cancelled() {
            break;
        }
        let raw = tokio::select! {
            raw = download(&mut downloader, &url, limit) => raw,
            () = stop.cancelled() => break,
        };
        let at = Utc::now().trunc_subsecs(0);
        let lines = block_in_place(|| extract(raw.read(), at, &versions, judge))?;
        if send.send(lines).await.is_err() {
            break; // writing has failed and reports it
        }
    }
    Ok(())
}

/// Extracts a page that was fetched at that time. Returns the lines of the versions whose text it may have.
fn extract(
    mut page: Page,
    at: DateTime<Utc>,
    versions: &[SharedVersion],
    judge: &Judge,
) -> anyhow::Result<Lines> {
    let judged = PageInput::of(&page).map(|input| judge.judge(&input));
    let id = versions
        .first()
        .and_then(|one| one.version_id.split(':').next());
    page.id = id.unwrap_or_default().into();
    let why = match &judged {
        Err(fault) => Some(fault.to_string()),
        Ok(judged) if judged.extraction.text.is_empty() => Some("the page has no text".to_owned()),
        Ok(judged) if !judged.verdict.is_article() => {
            let reason = neutral(&judged.verdict.reason);
            Some(format!("the page is no longer an article: {reason}"))
        }
        Ok(_) => None,
    };
    let record = PageRecord::new(&page, judged, judge.options.extractor);
    lines_of(&record, at, why.as_deref(), versions)
}

/// The lines of the versions of a page; `why` is the reason if they are missing. A text with the expected hash is the same, however
/// the page is classified.
fn lines_of(
    record: &PageRecord<'_>,
    date_crawled: DateTime<Utc>,
    why: Option<&str>,
    versions: &[SharedVersion],
) -> anyhow::Result<Lines> {
    let (mut lines, mut states) = (Vec::new(), Vec::new());
    for version in versions {
        let (state, reason) = match why {
            _ if record.content_hash() == Some(&version.content_hash) => (State::Same, None),
            Some(why) => (State::Missing, Some(why)),
            None => (State::Changed, None),
        };
        lines.push(serde_json::to_string(&Rehydrated {
            version_id: &version.version_id,
            state,
            reason,
            date_crawled,
            record,
        })?);
        states.push(state);
    }
    Ok((lines, states))
}
