#![doc = include_str!("../README.md")]

pub mod arrays;
pub mod parquet;
pub mod profiles;
pub mod schema;
pub mod sentences;
mod writer;

pub use profiles::{Column, Profile};
pub use sentences::Sentences;
pub use writer::{Buffer, Compression, Encoding, Writer};
