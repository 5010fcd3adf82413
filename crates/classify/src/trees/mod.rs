//! The default page classifier: boosted trees (Friedman, *Greedy Function
//! Approximation*, 2001) over cheap features of text, title, URL, claims and shape of a page.
//!
//! No feature is the length of the text: short articles are articles. [`PageFeature`] lists the features, [`PageRow`] measures them,
//! [`PageModel`] applies the weights of `models/gleaner.json`, trained by `workshop train page`.

mod features;
mod model;
mod row;
mod words;

pub use features::{NAMES, PageFeature, WIDTH};
pub use model::{FORMAT, PageModel, PageModelError, PageModelFile};
pub use row::PageRow;

/// A count as a feature.
#[expect(
    clippy::cast_precision_loss,
    reason = "a feature needs no more than 24 bits"
)]
fn count(number: usize) -> f32 {
    number as f32
}
