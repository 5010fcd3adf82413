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

    /// The date of the page: that of a book, a film or a product is not the page's.
    pub(super) fn of_page(&self) -> Option<DateStamp> {
        let mut pages = self.pages();
        pages.find_map(|page| self.property(page, "datePublished"))
    }

    /// The last change of the article, otherwise of the page.
    pub(super) fn linked_modified(&self) -> Option<DateStamp> {
        let mut changed = self.article.into_iter().chain(self.pages());
        changed.find_map(|entity| self.property(entity, "dateModified"))
    }

    fn pages(&self) -> impl Iterator<Item = &Entity> {
        let entities = self.entities.iter().copied();
        entities.filter(|entity| json_ld::is_page(entity))
    }

    fn property(&self, entity: &Entity, key: &str) -> Option<DateStamp> {
        dates::parse(&json_ld::property(entity, key)?, self.order)
    }
}
