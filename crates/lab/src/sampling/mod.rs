//! Which pairs of articles a person is asked about, and which labels are kept for tests.

mod draw;
mod pairs;
mod split;

pub use draw::{Sample, SampleBin, ScoredPair};
pub use pairs::{PairArticle, copies, stories};
pub use split::is_test_site;
