//! Labels as lines of JSON, and the pairs of articles that are labelled. The pages on which people label are those of the reader.

pub(crate) mod blocks;
mod draw;
pub(crate) mod pages;
pub(crate) mod pairs;

pub(crate) use draw::{DrawLimits, NEWEST, PER_BIN, draw};
