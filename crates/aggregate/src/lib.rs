#![doc = include_str!("../README.md")]

mod copies;
mod text;

pub use copies::{Copy, Item, MIN_WORDS, Rule, copies};
pub use text::{content_hash, normalise, words};

/// Version of the code that groups; raised when a group may change.
pub const VERSION: &str = "1";
