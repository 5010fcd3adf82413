//! The crawl itself: hosts leased, their addresses visited, the visits recorded.

pub(crate) mod clock;
pub(crate) mod cooldown;
pub(crate) mod crawl;
pub(crate) mod crawler;
pub(crate) mod fetch;
pub(crate) mod host;
pub(crate) mod lease;
pub(crate) mod limiter;
pub(crate) mod opt_outs;
pub(crate) mod record;
pub(crate) mod recorder;
pub(crate) mod report;
pub(crate) mod robots;
pub(crate) mod spider_loop;
pub(crate) mod visit;
