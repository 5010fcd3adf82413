//! Fetches the pages of a domain and extracts their texts.

use std::collections::{BTreeMap, VecDeque};

use chrono::{DateTime, SubsecRound as _, Utc};
use crawl::Downloader;
use extract::HostKnowledge;
use extract::host_knowledge::PageSignature;
use extract::pagination;
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
use crate::reading::series::Series;
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
        let page = raw.read();
        let further = further(&page, &mut downloader, limit, judge, stop).await;
        group.add(&url, page, further, versions);
    }
    group.finish(judge, send).await
}

/// Requests the pages of an article after the first, in order, up to the first that cannot be read.
async fn further(
    first: &Page,
    downloader: &mut Downloader,
    limit: usize,
    judge: &Judge,
    stop: &CancellationToken,
) -> Vec<Page> {
    let paging = |page: &Page| {
        let input = PageInput::of(page).ok()?;
        block_in_place(|| judge.extract(&input).paging)
    };
    let Some(of_first) = paging(first).filter(|paging| paging.number == 1) else {
        return Vec::new();
    };
    let mut series = Series::of(&of_first);
    let mut wanted = VecDeque::from(series.wanted(&of_first));
    while let Some(url) = wanted.pop_front() {
        let raw = tokio::select! {
            raw = download(downloader, &url, limit) => raw,
            () = stop.cancelled() => break,
        };
        let page = raw.read();
        if let Some(paging) = paging(&page) {
            wanted.extend(series.add(url, page, &paging));
        }
    }
    series.in_order().0
}

/// A fetched page, and the versions whose text it may have.
#[derive(Debug)]
struct Fetched {
    page: Page,
    /// The further pages of its article.
    further: Vec<Page>,
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

    fn add(&mut self, url: &str, page: Page, further: Vec<Page>, versions: Vec<SharedVersion>) {
        let host = host(url);
        if self.host != host {
            self.signatures.clear();
            self.host = host;
        }
        for page in further.iter().chain([&page]) {
            self.bytes += page.html.as_ref().map_or(0, String::len);
        }
        let at = Utc::now().trunc_subsecs(0);
        self.pages.push(Fetched {
            page,
            further,
            at,
            versions,
        });
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
                     further,
                     at,
                     versions,
                 }| {
                    let judged = PageInput::of(&page).map(|input| {
                        let mut judged = judge.judge(&input.on(&known));
                        join(&mut judged.extraction.text, &further, judge, &known);
                        judged
                    });
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

/// Adds the texts of the further pages of an article.
fn join(text: &mut String, further: &[Page], judge: &Judge, host: &HostKnowledge) {
    let inputs = further.iter().filter_map(|page| PageInput::of(page).ok());
    let mut texts = vec![std::mem::take(text)];
    texts.extend(inputs.map(|input| judge.extract(&input.on(host)).text));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    *text = pagination::join(&texts);
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
