//! Fetches the pages of a domain and extracts their texts.

use std::collections::BTreeMap;

use chrono::{DateTime, SubsecRound as _, Utc};
use crawl::Downloader;
use extract::HostKnowledge;
use extract::host_knowledge::PageSignature;
use serde::Serialize;
use tokio::sync::mpsc::Sender;
use tokio::task::block_in_place;
use tokio_util::sync::CancellationToken;
use url::Url;

use super::Lines;
use super::output::State;
use super::shared::{Pages, SharedVersion};
use crate::files::pages::{Page, download};
use crate::files::record::PageRecord;
use crate::reading::neutral::neutral;
use crate::reading::{Judge, PageInput};

/// Maximum number of pages of a host that are extracted together, and their bytes.
const MAX_GROUP: usize = 64;
const MAX_GROUP_BYTES: usize = 8 << 20;

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

/// Requests the pages of a domain one after the other. They are extracted in groups: as in a crawl, text that repeats on the pages of
/// a host is not part of its articles.
pub(super) async fn request(
    pages: Pages,
    mut downloader: Downloader,
    limit: usize,
    judge: &Judge,
    send: &Sender<Lines>,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let mut group = HostPages::default();
    for (url, versions) in pages {
        if stop.is_cancelled() {
            break;
        }
        if !group.takes(&url) {
            group.finish(judge, send).await?;
        }
        let raw = tokio::select! {
            raw = download(&mut downloader, &url, limit) => raw,
            () = stop.cancelled() => break,
        };
        group.add(&url, raw.read(), versions);
    }
    group.finish(judge, send).await
}

/// A fetched page, and the versions whose text it may have.
#[derive(Debug)]
struct Fetched {
    page: Page,
    at: DateTime<Utc>,
    versions: Vec<SharedVersion>,
}

/// Pages of one host that are read together.
#[derive(Debug, Default)]
struct HostPages {
    host: Option<String>,
    pages: Vec<Fetched>,
    bytes: usize,
    /// Signatures of all pages of the host so far, by slot.
    signatures: BTreeMap<i16, PageSignature>,
}

impl HostPages {
    /// Whether there is room for the page of a URL, which must be on the same host.
    fn takes(&self, url: &str) -> bool {
        let is_full = self.pages.len() >= MAX_GROUP || self.bytes >= MAX_GROUP_BYTES;
        self.host == host(url) && !is_full
    }

    fn add(&mut self, url: &str, page: Page, versions: Vec<SharedVersion>) {
        let host = host(url);
        if self.host != host {
            self.signatures.clear();
            self.host = host;
        }
        self.bytes += page.html.as_ref().map_or(0, String::len);
        let at = Utc::now().trunc_subsecs(0);
        self.pages.push(Fetched { page, at, versions });
    }

    /// Extracts the pages and sends their lines.
    async fn finish(&mut self, judge: &Judge, send: &Sender<Lines>) -> anyhow::Result<()> {
        self.bytes = 0;
        let pages = std::mem::take(&mut self.pages);
        let written: Vec<Lines> = block_in_place(|| {
            let unknown = HostKnowledge::default();
            for fetched in &pages {
                if let Ok(input) = PageInput::of(&fetched.page) {
                    let extraction = judge.extract(&input.on(&unknown));
                    let signature = extraction.signature.into_iter();
                    self.signatures
                        .extend(signature.map(|signature| (signature.slot(), signature)));
                }
            }
            let known: HostKnowledge = self.signatures.values().cloned().collect();
            let pages = pages.into_iter().map(
                |Fetched {
                     mut page,
                     at,
                     versions,
                 }| {
                    let judged = PageInput::of(&page).map(|input| judge.judge(&input.on(&known)));
                    let id = versions
                        .first()
                        .and_then(|one| one.version_id.split(':').next());
                    page.id = id.unwrap_or_default().into();
                    let why = match &judged {
                        Err(fault) => Some(fault.to_string()),
                        Ok(judged) if judged.extraction.text.is_empty() => {
                            Some("the page has no text".to_owned())
                        }
                        Ok(judged) if !judged.verdict.is_article() => {
                            let reason = neutral(&judged.verdict.reason);
                            Some(format!("the page is no longer an article: {reason}"))
                        }
                        Ok(_) => None,
                    };
                    let record = PageRecord::new(&page, judged, judge.options.extractor);
                    lines_of(&record, at, why.as_deref(), &versions)
                },
            );
            pages.collect::<anyhow::Result<_>>()
        })?;
        for written in written {
            if send.send(written).await.is_err() {
                break; // writing has failed and reports it
            }
        }
        Ok(())
    }
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

fn host(url: &str) -> Option<String> {
    Some(Url::parse(url).ok()?.host_str()?.to_owned())
}
