//! One request: where it may go, what bounds it, and what came back.

pub(crate) mod addresses;
pub(crate) mod answer;
pub(crate) mod body;
pub(crate) mod challenge;
pub(crate) mod client;
pub(crate) mod cookies;
pub(crate) mod failure;
pub(crate) mod fetch;
pub(crate) mod proxy;
pub(crate) mod receive;
pub(crate) mod resolver;
pub(crate) mod room;
