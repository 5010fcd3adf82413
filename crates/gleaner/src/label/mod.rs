//! Labelling by people: a desk with pages on it, one key each; and labels on their way out and in.
//!
//! [`desk`] is the state and what a key does to it: no terminal, no database, no clock. [`view`] draws it, [`screen`]
//! shows it and listens to the keys, [`clerk`] brings tasks from their source and takes labels back. What lies on the desk
//! is a [`task`]: a [`page`], or a [`pair`] of articles.

mod clerk;
mod desk;
mod keys;
pub(crate) mod line;
mod page;
mod pages;
pub(crate) mod pair;
mod screen;
mod sheet;
mod task;
mod view;
mod wrap;

pub(crate) use clerk::Session;
pub(crate) use pages::label_pages;
pub(crate) use screen::needs_a_terminal;
