//! A private `PostgreSQL` cluster in the data directory, on a unix socket, when no `DATABASE_URL` is set.
//!
//! The first process that needs the server starts it, and the last one to close stops it. After a
//! crash of the program the server keeps running, and the next process attaches.

mod binaries;
mod cluster;
mod identity;
mod lock_files;
mod server;
mod settings;
mod socket;
mod wheel;

pub(crate) use cluster::Cluster;
pub(crate) use settings::Durability;
