//! Two articles as a task: one text or two, one event or two.
//!
//! [`mod@draw`] draws a sample for a database, by [`lab::sampling`]. [`sheet`] is a pair on the desk, [`source`] brings them,
//! [`mod@line`] is a label on its way out and in.

mod draw;
pub(crate) mod line;
mod sheet;
mod source;
mod task;

pub(crate) use draw::{Limits, draw};
pub(crate) use source::label_pairs;
