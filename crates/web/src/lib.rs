#![doc = include_str!("../README.md")]

use std::pin::Pin;

mod callbacks;
mod push;
mod serve;
mod signature;
mod verify;

pub use callbacks::Callbacks;
pub use serve::{serve, websub};

/// What the public async functions return: a boxed future, so that their bodies are compiled here and not in the
/// program.
type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
