#![doc = include_str!("../README.md")]

mod copies;
pub mod evaluate;
mod fingerprint;
mod hash;
mod near;
mod text;

pub use copies::{Copy, Item, MIN_WORDS, Rule, copies};
pub use fingerprint::{Fingerprint, MAX_WORDS, SKETCH_RATE};
pub use near::{Copies, Leader, Nearness};
pub use text::{content_hash, normalise, words};

/// Version of the code that groups; raised when a group may change.
pub const VERSION: &str = "1";
