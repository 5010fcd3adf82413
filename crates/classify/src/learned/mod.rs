//! The default page classifier: boosted trees over cheap features of text, title, address, claims and shape of a page.

mod columns;
mod row;
mod words;

pub use columns::{Column, MEANINGS, NAMES, WIDTH};
pub use row::Row;
