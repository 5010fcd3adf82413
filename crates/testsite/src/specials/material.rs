//! What special pages are made of.

use super::{Size, Special};
use crate::{
    desk::Desk,
    html::{escape, joined},
};

/// A site, one of its special pages, and the texts for it.
pub(super) struct Material<'a> {
    pub(super) desk: &'a Desk<'a>,
    pub(super) special: &'a Special,
    /// The headline, as markup.
    pub(super) heading: String,
    pub(super) text: Vec<String>,
}

impl Material<'_> {
    pub(super) fn say(&self, german: &'static str, english: &'static str) -> &'static str {
        self.desk.site.language.say(german, english)
    }

    pub(super) fn is_long(&self) -> bool {
        self.special.size == Size::Long
    }

    /// So many paragraphs, or all of them on a long page.
    pub(super) fn paragraphs(&self, short: usize) -> String {
        let count = if self.is_long() { usize::MAX } else { short };
        self.first(count)
    }

    pub(super) fn first(&self, count: usize) -> String {
        let text = self.text.iter().take(count);
        joined(text.map(|text| format!("<p>{}</p>\n", escape(text))))
    }
}
