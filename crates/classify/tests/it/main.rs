//! The behaviour the crate promises to its users. One binary, so that it is linked once.

extern crate gleaner_classify as classify;

mod hostile;
mod invariance;
mod kinds;
mod languages;
mod newsroom;
mod rules;
mod short_reports;
mod verdicts;
