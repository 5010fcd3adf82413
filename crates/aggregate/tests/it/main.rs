//! The behaviour the crate promises to its users. One binary, so that it is linked once.

extern crate gleaner_aggregate as aggregate;

mod copies;
mod links;
mod names;
mod stories;
