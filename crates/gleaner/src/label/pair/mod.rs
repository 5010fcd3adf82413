//! A pair of articles to be labelled: one text or two, one event or two.
//!
//! [`mod@draw`] draws a sample for a database, by [`lab::sampling`]. [`item`] is a pair on the screen, [`keys`] are
//! its answers, [`backend`] fetches pairs, [`mod@line`] is a label as JSON.

mod backend;
mod draw;
mod item;
mod keys;
pub(crate) mod line;

pub(crate) use backend::label_pairs;
pub(crate) use draw::{DrawLimits, draw};
