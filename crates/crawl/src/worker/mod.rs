//! The crawl: leases hosts, visits their URLs, records the visits.

pub(crate) mod answer;
pub(crate) mod clock;
pub(crate) mod crawler;
pub(crate) mod group_commit;
pub(crate) mod host_cooldown;
pub(crate) mod host_crawl;
pub(crate) mod lease;
pub(crate) mod limiter;
pub(crate) mod opt_outs;
pub(crate) mod record;
pub(crate) mod redirects;
pub(crate) mod report;
pub(crate) mod robots;
pub(crate) mod spider_loop;
pub(crate) mod visit;
pub(crate) mod worker_loop;
