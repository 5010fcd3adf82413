//! The state of the crawl: sites and hosts, the frontier, politeness, and visits.

pub(crate) mod admission;
pub(crate) mod aliases;
pub(crate) mod channels;
pub(crate) mod clock;
pub(crate) mod crowding;
pub(crate) mod forget;
pub(crate) mod forgotten;
pub(crate) mod frontier;
pub(crate) mod heartbeat;
pub(crate) mod hosts;
pub(crate) mod leases;
pub(crate) mod optouts;
pub(crate) mod quotas;
pub(crate) mod renderings;
pub(crate) mod robots;
pub(crate) mod seeds;
pub(crate) mod sites;
pub(crate) mod skipped;
pub(crate) mod slots;
pub(crate) mod url_variants;
pub(crate) mod visits;
