//! A private `PostgreSQL` cluster in the data directory, on a unix socket, when no `DATABASE_URL` is set.
//!
//! Its processes belong to nobody in particular: whoever needs it starts it, the last one to close stops it,
//! and after a crash of the program it simply stays for the next to attach.

mod binaries;
mod cluster;
mod identity;
mod server;
mod settings;
mod socket;
mod wheel;

pub(crate) use cluster::{Cluster, Durability};
