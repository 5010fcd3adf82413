//! Labelling by people: a desk with pages on it, one key each; and labels on their way out and in.
//!
//! [`desk`] is the state and what a key does to it: no terminal, no database, no clock. [`view`] draws it, [`screen`]
//! shows it and listens to the keys, [`clerk`] brings pages from the database and takes labels back.

mod clerk;
mod desk;
mod keys;
pub(crate) mod line;
mod screen;
mod sheet;
pub(crate) mod split;
mod view;
mod wrap;

pub(crate) use clerk::{Session, label};
pub(crate) use screen::needs_a_terminal;
