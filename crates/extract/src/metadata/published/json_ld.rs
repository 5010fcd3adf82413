//! Dates in JSON-LD.

use super::{DateEvidence, DateStamp, dates};
use crate::metadata::json_ld::{self, Entity};

/// Keys of the first publication, the best first.
const PUBLISHED: [&str; 3] = ["datePublished", "dateCreated", "uploadDate"];
impl DateEvidence<'_> {
    pub(super) fn of_article(&self) -> Option<DateStamp> {
        let article = self.article?;
        PUBLISHED.iter().find_map(|key| self.property(article, key))
    }

    /// The date of the page, else of an article or of a work of no other kind: that of a book, a film or a product is not the page's.
    pub(super) fn of_page(&self) -> Option<DateStamp> {
        let entities = || self.entities.iter().copied();
        let dated = |entity: &Entity| self.property(entity, "datePublished");
        let video = |entity: &Entity| self.property(entity, "uploadDate");
        let is_work = |entity: &&Entity| {
            json_ld::types(entity)
                .any(|name| json_ld::is_article_type(name) || name == "CreativeWork")
        };
        entities()
            .filter(|entity| json_ld::is_page(entity))
            .find_map(dated)
            .or_else(|| entities().filter(is_work).find_map(dated))
            .or_else(|| {
                let mut videos = entities().filter(|entity| json_ld::is_page(entity));
                videos.find_map(video)
            })
    }

    /// The last change of the article, otherwise of the page.
    pub(super) fn linked_modified(&self) -> Option<DateStamp> {
        let is_video = |entity: &Entity| json_ld::types(entity).any(|name| name == "VideoObject");
        let pages = self.entities.iter().copied();
        let pages = pages.filter(|entity| json_ld::is_page(entity) && !is_video(entity));
        let mut changed = self.article.into_iter().chain(pages);
        changed.find_map(|entity| self.property(entity, "dateModified"))
    }

    fn property(&self, entity: &Entity, key: &str) -> Option<DateStamp> {
        dates::parse(&json_ld::property(entity, key)?, self.order)
    }
}
