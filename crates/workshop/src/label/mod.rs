//! Labels as lines of JSON, and the article pairs to be labelled. People label in the web pages of the reader.

pub(crate) mod blocks;
mod draw;
pub(crate) mod pages;
pub(crate) mod pairs;

pub(crate) use draw::{NEWEST, PER_BIN, draw};
