//! The default page classifier: boosted trees (Friedman, *Greedy Function
//! Approximation*, 2001) over cheap features of text, title, address, claims and shape of a page.
//!
//! No feature says how long a text is: short articles are articles. [`Column`] lists the features, [`Row`] measures them,
//! [`PageModel`] applies the weights of `models/gleaner.json`, made by `gleaner train page`.

mod columns;
mod model;
mod row;
mod stems;
mod words;

pub use columns::{Column, NAMES, WIDTH};
pub use model::{FORMAT, PageModel, PageModelError, PageModelText};
pub use row::Row;
