#![doc = include_str!("../README.md")]

pub mod arrays;
mod opt_outs;
mod parquet;
pub mod profiles;
pub mod schema;
pub mod sentences;
mod writer;

pub use opt_outs::{OPT_OUTS, opt_outs};
pub use profiles::{Column, Profile};
pub use sentences::Sentences;
pub use writer::{Buffer, Compression, Encoding, HELD_BYTES, WAITING_BYTES, Writer};
