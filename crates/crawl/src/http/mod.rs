//! A single request: address policy, bounds, and response.

pub(crate) mod address_policy;
pub(crate) mod body;
pub(crate) mod challenge;
pub(crate) mod connector;
pub(crate) mod cookies;
pub(crate) mod date;
pub(crate) mod fetch;
pub(crate) mod media;
pub(crate) mod memory;
pub(crate) mod proxy;
pub(crate) mod public_addresses;
pub(crate) mod public_link;
pub(crate) mod receive;
pub(crate) mod request;
pub(crate) mod response;
pub(crate) mod retry_after;
