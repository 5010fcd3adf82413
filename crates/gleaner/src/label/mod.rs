//! Labelling by people on a terminal: one item at a time, one key for each answer; and labels as lines of JSON.
//!
//! [`session`] is the state and the keys that change it. [`view`] draws it, [`terminal`] shows it and reads the keys,
//! [`backend`] fetches items and saves labels. An [`item`] is a [`page`] or a [`pair`] of articles.

mod backend;
mod item;
pub(crate) mod page;
pub(crate) mod pair;
mod session;
mod terminal;
mod view;
mod wrap;

pub(crate) use backend::SessionSummary;
pub(crate) use page::label_pages;
pub(crate) use terminal::needs_a_terminal;
