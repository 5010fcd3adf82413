//! What the servers of this crate share: responses, their bodies, and the log of requests.

pub(crate) mod body;
pub(crate) mod log;
pub(crate) mod reply;
