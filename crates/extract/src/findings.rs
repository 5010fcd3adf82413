//! What is found on a page beside its text and metadata, in the order in which one needs the other: the entries of a live
//! blog change the text, and the metadata give them their days.

use url::Url;

use crate::labels::Labels;
use crate::live::{self, Live, LiveEntry};
use crate::metadata::{self, Claims, LinkedData, Metadata};
use crate::truncated::{self, Truncation};
use html::TextDocument;

/// What is known before the text is.
pub(crate) struct Findings {
    data: LinkedData,
    /// The block that spells the title of the page.
    title: Option<usize>,
    claims: Claims,
    live: Live,
}

impl Findings {
    /// Reads what the page says of itself; what it shows of a live blog becomes part of its text.
    pub(crate) fn of(document: &TextDocument, labels: &mut Labels, url: Option<&Url>) -> Self {
        let data = LinkedData::parse(&document.head.json_ld);
        let claims = Claims::of(&data, document, url);
        let live = live::find(document, labels, &claims, url);
        Self {
            data,
            title: labels.title_block(document),
            claims,
            live,
        }
    }

    pub(crate) fn metadata(
        &self,
        document: &TextDocument,
        url: Option<&Url>,
        text: &str,
    ) -> Metadata {
        metadata::read_with(document, url, text, &self.data, self.title)
    }

    pub(crate) fn live(
        &self,
        document: &TextDocument,
        metadata: &Metadata,
        text: &str,
    ) -> Vec<LiveEntry> {
        self.live.entries(document, &self.claims, metadata, text)
    }

    pub(crate) fn truncation(&self, document: &TextDocument, labels: &Labels) -> Truncation {
        if self.live.is_live() {
            return Truncation::default();
        }
        truncated::find(document, labels, &self.claims)
    }
}
