//! Workers on machines of their own, and a network between them and the world that fails.
//!
//! The machines are network namespaces, made with `ip`, which takes root; where that is not to be had, the tests
//! say so and do nothing.

mod cut_off;
mod net;
mod relay;
mod silence;
mod stage;
