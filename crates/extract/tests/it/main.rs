//! What the crate promises to its users. One binary, so that it is linked once.

extern crate gleaner_extract as extract;

mod gate;
mod hostile;
mod inclusions;
mod pages;
mod properties;
mod structure;
