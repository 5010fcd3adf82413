//! Integration tests of the public interface. One binary, so that it is linked only once.

extern crate gleaner_extract as extract;

mod gate;
mod hostile;
mod inclusions;
mod pages;
mod properties;
mod structure;
