//! The bench hosts as visitors see them.

#![expect(clippy::unwrap_used, reason = "a failing helper is a failing test")]

mod bench_site;
