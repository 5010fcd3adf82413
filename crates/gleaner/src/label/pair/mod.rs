//! Two articles as a task: one text or two, one event or two.
//!
//! [`frame`] lists the pairs that may be asked about, [`sample`] draws from them by bins, both pure; [`mod@draw`] does it for a
//! database. [`sheet`] is a pair on the desk, [`source`] brings them, [`mod@line`] is a label on its way out and in.

mod draw;
mod frame;
pub(crate) mod line;
mod sample;
mod sheet;
mod source;
mod task;

pub(crate) use draw::{Limits, draw};
pub(crate) use source::label_pairs;
