//! Dates in JSON-LD.

use super::{Evidence, Stamp, dates};
use crate::metadata::json_ld::{self, Entity};

/// Keys of the first publication, the best first.
const PUBLISHED: [&str; 3] = ["datePublished", "dateCreated", "uploadDate"];
/// Types of entities that stand beside an article and have dates of their own.
const BESIDE: [&str; 10] = [
    "Comment",
    "Answer",
    "Review",
    "UserReview",
    "ImageObject",
    "Person",
    "Organization",
    "Event",
    "Offer",
    "JobPosting",
];

impl Evidence<'_> {
    pub(super) fn of_article(&self) -> Option<Stamp> {
        let article = self.article?;
        PUBLISHED.iter().find_map(|key| self.property(article, key))
    }

    /// Of the page or what else is its subject.
    pub(super) fn of_page(&self) -> Option<Stamp> {
        let entities = || self.entities.iter().copied();
        let dated = |entity: &Entity| self.property(entity, "datePublished");
        let video = |entity: &Entity| self.property(entity, "uploadDate");
        let beside = |entity: &&Entity| json_ld::types(entity).any(|name| BESIDE.contains(&name));
        entities()
            .filter(|entity| json_ld::is_page(entity))
            .find_map(dated)
            .or_else(|| entities().filter(|entity| !beside(entity)).find_map(dated))
            .or_else(|| {
                let mut videos = entities().filter(|entity| json_ld::is_page(entity));
                videos.find_map(video)
            })
    }

    pub(super) fn linked_modified(&self) -> Option<Stamp> {
        self.article
            .and_then(|article| self.property(article, "dateModified"))
    }

    /// The `datePublished` of a script about an article that is no JSON and could not be mended.
    pub(super) fn of_broken_data(&self) -> Option<Stamp> {
        const KEY: &str = "\"datePublished\"";
        if !self.entities.is_empty() {
            return None;
        }
        let mut scripts = self.document.head.json_ld.iter();
        scripts.find_map(|script| {
            let (_, rest) = script.split_once(KEY)?;
            let value = rest
                .trim_start()
                .strip_prefix(':')?
                .trim_start()
                .strip_prefix('"')?;
            dates::parse(value.split('"').next()?, self.order)
        })
    }

    fn property(&self, entity: &Entity, key: &str) -> Option<Stamp> {
        dates::parse(&json_ld::property(entity, key)?, self.order)
    }
}
