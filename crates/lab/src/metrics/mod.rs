//! Scores: the same measures as the published benchmarks, so that numbers can be compared.

pub mod bootstrap;
mod confusion;
pub mod grouping;
pub mod metadata;
pub mod rules;
pub mod strata;
pub mod text;
mod tokens;

pub use confusion::{BinaryScores, Confusion, four};
pub(crate) use tokens::tokens;

/// A count as a number to divide by.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of pages and words are far below 2^52"
)]
pub fn real(count: usize) -> f64 {
    count as f64
}

/// `part / whole`, and 0 if there is nothing to divide by.
pub fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Harmonic mean.
pub fn harmonic(a: f64, b: f64) -> f64 {
    ratio(2.0 * a * b, a + b)
}
