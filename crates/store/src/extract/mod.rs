//! Extraction: the queue, site rules and verdicts.

mod batch;
pub(crate) mod extract_queue;
pub(crate) mod rules;
pub(crate) mod save;
mod stand_ins;
pub(crate) mod verdicts;
