//! Block labels as lines of JSON, which `workshop train blocks` reads.

use chrono::{DateTime, Utc};
use serde::Serialize;
use store::{SiteBlockLabel, StoredPage};

use super::pages::page_id;

/// An exported label with its page. `gold_text` is the text of the blocks that are content.
#[derive(Debug, Serialize)]
pub(crate) struct BlockLabelRecord<'a> {
    id: String,
    url: &'a str,
    site: &'a str,
    fetched_at: DateTime<Utc>,
    status: i16,
    labelled_by: &'a str,
    labelled_at: DateTime<Utc>,
    extractor: &'a str,
    blocks: i32,
    /// Indices of the blocks that are content.
    content: &'a [i32],
    gold_text: &'a str,
    html: String,
}

impl<'a> BlockLabelRecord<'a> {
    /// The line of a label and the page it was given for.
    pub(crate) fn of(labelled: &'a SiteBlockLabel, page: &'a StoredPage) -> Self {
        let label = &labelled.label;
        Self {
            id: page_id(&labelled.url_requested),
            url: &page.url,
            site: &labelled.domain,
            fetched_at: page.fetched_at,
            status: page.http_status,
            labelled_by: &label.who,
            labelled_at: label.at,
            extractor: &label.extractor,
            blocks: label.blocks,
            content: &label.content,
            gold_text: &label.text,
            html: html::decode(&page.body, page.content_type.as_deref()).text,
        }
    }
}
