//! Pages on their way to articles: what waits for the extractor, by which rules it is read, and what came of it.

pub(crate) mod extract_queue;
pub(crate) mod host_knowledge;
pub(crate) mod kept;
pub(crate) mod rules;
pub(crate) mod save;
pub(crate) mod verdicts;
