//! An item in the making.

use url::Url;

use super::{Item, read_date, title};

/// An item as far as it has been read.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) title: Option<String>,
    pub(super) link: Option<Url>,
    pub(super) original: Option<Url>,
    /// The guid or id, if it may be an address.
    pub(super) identity: Option<Url>,
    pub(super) guid_is_name: bool,
    pub(super) published: Option<String>,
    pub(super) updated: Option<String>,
}

impl Draft {
    /// Enclosures, comments and the like are no pages; an item of nothing else is left out.
    pub(super) fn finish(self) -> Option<Item> {
        let url = self.original.or(self.link).or(self.identity)?;
        let read = |text: Option<String>| text.as_deref().and_then(read_date);
        Some(Item {
            url: url.to_string(),
            title: self.title.as_deref().and_then(title),
            published: read(self.published).or_else(|| read(self.updated)),
        })
    }
}
