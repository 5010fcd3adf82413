//! Integration tests of all extractors. One binary, so that it is linked only once.

extern crate gleaner_methods as methods;

mod gate;
mod hostile;
mod properties;
