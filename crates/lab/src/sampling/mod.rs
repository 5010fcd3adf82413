//! Which pairs a person is asked about, and which labels are kept for tests.

mod split;

pub use split::is_test_site;
