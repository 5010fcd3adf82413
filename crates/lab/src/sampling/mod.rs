//! Selects pairs of articles for labelling, and splits labels into training and test.

mod draw;
mod pairs;
mod split;

pub use draw::{SampleBin, ScoredPair, StratifiedSample};
pub use pairs::{PairArticle, copies, stories};
pub use split::is_test_site;
