//! Workers on machines of their own, and a failing network between them and everything else.
//!
//! The machines are network namespaces, created with `ip`, which requires root. Without it, the tests report this
//! and do nothing.

mod cut_off;
mod net;
mod relay;
mod silence;
mod stage;
