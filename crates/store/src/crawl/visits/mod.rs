//! Visits: a fetch and its outcome, recorded as a whole or not at all.

pub(crate) mod outcome;
pub(crate) mod record;

use std::{collections::HashSet, sync::Arc};

use chrono::{DateTime, Datelike, Utc};
use store_macros::boxed;

use crate::{
    ChannelSite, Lease, NewPage, NewUrl, Outcome, Store, StoreError,
    pages::compressed::CompressedPage, text,
};

/// A fetch with everything that is stored about it.
#[derive(Debug, Clone)]
pub struct Visit {
    /// The URL's id, from [`crate::Due`].
    pub url_id: i64,
    /// The URL, for messages.
    pub url: String,
    /// When it was fetched. Together with the URL, this is the key of the visit: recording it twice is harmless.
    pub fetched_at: DateTime<Utc>,
    /// Its outcome.
    pub outcome: Outcome,
    /// Whether it counts as a consecutive failure although its outcome is not one: it returned no page where one was expected.
    pub is_fruitless: bool,
    /// HTTP status, if there was an answer.
    pub http_status: Option<i16>,
    /// Time from request to last byte.
    pub duration_ms: i32,
    /// Received bytes of the body.
    pub size_bytes: i64,
    /// The page. A body equal to the last one of this URL is not stored again: the visit then counts as unchanged.
    pub page: Option<NewPage>,
    /// Whether it is a feed or sitemap, whose pages are counted as named by it.
    pub is_channel: bool,
    /// The URL to which the response redirects, in canonical spelling.
    pub target: Option<String>,
    /// Discovered URLs. Unknown ones enter the frontier. Unknown hosts are added to the lease's
    /// site, or to the one of `channel_sites` to whose registrable domain they belong.
    pub links: Vec<NewUrl>,
    /// The sites whose seeds name the feed or sitemap, except the lease's.
    pub channel_sites: Vec<ChannelSite>,
    /// For the next conditional request.
    pub etag: Option<String>,
    /// For the next conditional request.
    pub last_modified: Option<String>,
    /// When to visit again; `None` if not unless it is made due.
    pub next_due: Option<DateTime<Utc>>,
    /// Earliest next request to this host.
    pub next_request_at: DateTime<Utc>,
    /// The robots.txt group and rule that applied.
    pub robots_rule: Option<String>,
    /// Opt-out signals: a JSON object. The views use `tdm_reserved` (bool), `tdm_policy_url`
    /// (string) and `ai_optout` (list of strings).
    pub opt_out: serde_json::Value,
    /// An error message or other remark.
    pub detail: Option<String>,
}

impl Visit {
    /// A visit with only an outcome: no answer, no links, not due again.
    pub fn new(url_id: i64, url: &str, fetched_at: DateTime<Utc>, outcome: Outcome) -> Self {
        Self {
            url_id,
            url: url.to_owned(),
            fetched_at,
            outcome,
            is_fruitless: false,
            http_status: None,
            duration_ms: 0,
            size_bytes: 0,
            page: None,
            is_channel: false,
            target: None,
            links: Vec::new(),
            channel_sites: Vec::new(),
            etag: None,
            last_modified: None,
            next_due: None,
            next_request_at: fetched_at,
            robots_rule: None,
            opt_out: serde_json::json!({}),
            detail: None,
        }
    }
}

/// A visit ready to be recorded, with its page compressed and hashed outside the transaction.
#[derive(Debug)]
pub struct Record {
    pub(crate) lease: Arc<Lease>,
    pub(crate) visit: Visit,
    pub(crate) page: Option<CompressedPage>,
    pub(crate) opt_out: String,
}

/// The result of recording a [`Record`].
#[derive(Debug)]
pub enum Recorded {
    /// The visit is stored durably.
    Stored,
    /// The visit is stored durably, but perhaps not all of its links, since too many URLs of their host wait.
    StoredInPart,
    /// The lease has passed to another worker; nothing of the visit was written.
    LeaseLost,
    /// The database refuses the values of this visit; nothing was written.
    Refused(StoreError),
}

impl Record {
    /// The record of a visit under its lease, with its page compressed.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if the page cannot be compressed.
    pub fn new(lease: &Arc<Lease>, mut visit: Visit) -> Result<Self, StoreError> {
        let page = visit.page.take();
        // in a fixed order, so that equal statements can be grouped
        let signals = visit.opt_out.get_mut("ai_optout");
        if let Some(signals) = signals.and_then(serde_json::Value::as_array_mut) {
            signals.sort_by(|one, other| one.as_str().cmp(&other.as_str()));
        }
        Ok(Self {
            lease: Arc::clone(lease),
            page: page.as_ref().map(CompressedPage::compress).transpose()?,
            opt_out: text::json_text(&visit.opt_out),
            visit,
        })
    }

    /// The visit, without its page.
    pub fn visit(&self) -> &Visit {
        &self.visit
    }

    /// The approximate size in bytes.
    pub fn size(&self) -> usize {
        let links = self.visit.links.iter();
        let links: usize = links.map(|link| 200 + link.url.len()).sum();
        let page = self.page.as_ref().map_or(0, |page| {
            let plain = page.plain.as_ref().map_or(0, |plain| plain.body.len());
            page.main.body.len() + plain + page.boxes.as_ref().map_or(0, Vec::len)
        });
        1_000 + links + page
    }

    /// Host and URL.
    pub(crate) fn key(&self) -> (i64, i64) {
        (self.lease.host_id, self.visit.url_id)
    }
}

impl Store {
    /// Records visits of any hosts in one transaction: fetch record, page, links, next due time, the hosts' next request
    /// times. Each lease is extended by its own length. Returns the result of each visit, in order, once it is durable. A
    /// lost lease, or values that the database refuses, do not affect other visits. Recording a visit again changes nothing.
    ///
    /// # Errors
    /// Fails if the database is unreachable or broken; then it is unknown which visits were stored.
    #[boxed]
    pub async fn record_visits(&self, records: &[Record]) -> Result<Vec<Recorded>, StoreError> {
        for month in months(records) {
            self.ensure_month(month).await?;
        }
        let mut answers: Vec<Recorded> = records.iter().map(|_| Recorded::Stored).collect();
        let mut parts: Vec<Vec<usize>> = vec![(0..records.len()).collect()];
        while let Some(part) = parts.pop() {
            if part.is_empty() {
                continue;
            }
            let chosen: Vec<&Record> = part.iter().map(|at| &records[*at]).collect();
            match self.try_record(&chosen).await {
                Ok((lost, is_crowded)) if lost.is_empty() => {
                    for at in part.into_iter().filter(|_| is_crowded) {
                        answers[at] = Recorded::StoredInPart;
                    }
                }
                Ok((lost, _)) => {
                    // nothing was written: retry without the visits of lost leases
                    let (gone, held): (Vec<usize>, Vec<usize>) = part
                        .into_iter()
                        .partition(|at| lost.contains(&lease_of(&records[*at])));
                    for at in gone {
                        answers[at] = Recorded::LeaseLost;
                    }
                    parts.push(held);
                }
                Err(error) if !error.is_value_error() => return Err(error),
                Err(error) => match part.as_slice() {
                    [at] => answers[*at] = Recorded::Refused(error),
                    several => {
                        let (left, right) = several.split_at(several.len() / 2);
                        parts.extend([right.to_vec(), left.to_vec()]);
                    }
                },
            }
        }
        Ok(answers)
    }
}

/// Host and fencing token.
pub(crate) fn lease_of(record: &Record) -> (i64, i64) {
    (record.lease.host_id, record.lease.token)
}

/// One time in each month.
fn months(records: &[Record]) -> Vec<DateTime<Utc>> {
    let mut seen = HashSet::new();
    let times = records.iter().map(|record| record.visit.fetched_at);
    times
        .filter(|at| seen.insert((at.year(), at.month())))
        .collect()
}
