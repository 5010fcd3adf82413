//! Labelling by people on a terminal: one item at a time, one key for each answer; and labels as lines of JSON.
//!
//! [`session`] is the state and what a key does to it. [`view`] draws it, [`terminal`] shows it and reads the keys,
//! [`backend`] fetches items and saves labels. An [`item`] is a [`page`] or a [`pair`] of articles.

mod backend;
mod item;
mod keys;
pub(crate) mod line;
mod page;
mod page_backend;
pub(crate) mod pair;
mod session;
mod terminal;
mod view;
mod wrap;

pub(crate) use backend::SessionSummary;
pub(crate) use page_backend::label_pages;
pub(crate) use terminal::needs_a_terminal;
