//! An item of RSS or Atom whose fields are being read, and which of its links lead to its page.

use url::Url;

/// Maximum number of links of an item that are considered.
const MAX_LINKS: usize = 32;

/// An item whose fields are being read.
#[derive(Debug, Default)]
pub(super) struct ItemBuilder {
    /// The title and its rank.
    pub(super) title: Option<(u8, String)>,
    /// The links to the page, of which those with the lowest rank count.
    pub(super) links: Vec<(LinkRank, Url)>,
    pub(super) original: Option<Url>,
    /// The guid or id, if it is a URL.
    pub(super) guid: Option<Url>,
    pub(super) comments: Option<Url>,
    pub(super) summary: Option<String>,
    /// The date, and one in another vocabulary.
    pub(super) published: [Option<String>; 2],
    pub(super) updated: Option<String>,
}

/// How well an alternate link suits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LinkRank {
    Page,
    /// The page in another language, or one that is not known to be that of the feed.
    Translation,
    OtherType,
    /// Another address, for want of one of the page.
    Related,
}

impl ItemBuilder {
    pub(super) fn push_link(&mut self, rank: LinkRank, url: Option<Url>) {
        if let Some(url) = url.filter(|_| self.links.len() < MAX_LINKS) {
            self.links.push((rank, url));
        }
    }

    /// The URLs of its page, or of its translations if nothing tells which is meant. None if it has only enclosures, comments or
    /// the like.
    pub(super) fn urls(&mut self) -> Vec<Url> {
        if let Some(original) = self.original.take() {
            return vec![original];
        }
        let best = self.links.iter().map(|(rank, _)| *rank).min();
        self.links.retain(|(rank, _)| Some(*rank) == best);
        if best != Some(LinkRank::Translation) {
            self.links.truncate(1);
        }
        // Some feeds link each item to the front page, and name its page as the guid.
        let is_front = |url: &Url| url.path() == "/" && url.query().is_none();
        let link = self.links.first();
        let link = link.filter(|(rank, _)| *rank != LinkRank::Related);
        let link = link.map(|(_, url)| url);
        let guid = self.guid.take().filter(|guid| {
            link.is_none_or(|link| is_front(link) && !is_front(guid) && link.host() == guid.host())
        });
        if let Some(guid) = guid {
            return vec![guid];
        }
        let links = std::mem::take(&mut self.links);
        links.into_iter().map(|(_, url)| url).collect()
    }
}
