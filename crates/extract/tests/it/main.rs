//! What the crate promises to its users. One binary, so that it is linked once.

mod inclusions;
mod gate;
mod hostile;
mod pages;
mod properties;
mod structure;
