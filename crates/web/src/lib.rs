#![doc = include_str!("../README.md")]

mod callback;
mod guests;
mod push;
mod serve;
mod signature;

pub use callback::{Callbacks, websub};
pub use serve::serve;
