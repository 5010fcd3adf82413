//! One request: where it may go, its bounds, and its response.

pub(crate) mod addresses;
pub(crate) mod body;
pub(crate) mod challenge;
pub(crate) mod cookies;
pub(crate) mod fetch;
pub(crate) mod memory;
pub(crate) mod proxy;
pub(crate) mod receive;
pub(crate) mod request;
pub(crate) mod resolver;
pub(crate) mod response;
