//! What the servers of this crate share: responses and the log of requests.

pub(crate) mod log;
pub(crate) mod reply;
