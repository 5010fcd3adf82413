//! Steps of boilerpipe (`de.l3s.boilerpipe.filters`) that the default extractor shares with it.

mod end;
mod title;
mod words_tree;

pub use end::END_MARKS;
pub use title::{LEAVE_OUT_TITLE, TITLE_MATCH};
pub use words_tree::{LINKS_CURRENT, LINKS_PREVIOUS, Rule, WORDS_TREE, label_by};
