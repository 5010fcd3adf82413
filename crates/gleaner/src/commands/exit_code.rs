//! Exit codes of commands that finished their work, but not well. 1 is an error, and 2 that of wrong arguments.

/// There are warnings about sites.
pub(super) const WARNED: u8 = 3;
/// No site could be reached, or there is none.
pub(super) const UNREACHED: u8 = 4;
/// Stopped early.
pub(super) const STOPPED: u8 = 5;
/// The crawl ended early because the disk is nearly full.
pub(super) const LOW_DISK: u8 = 6;
