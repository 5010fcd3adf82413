//! [`Store`]: the handle every stage holds.

use crate::StoreError;
use sqlx::PgPool;
use std::path::PathBuf;

/// The migrations of `/migrations`, embedded.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations");

/// Where the database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Database {
    /// Any `PostgreSQL` from version 15 on, by its URL.
    Url(String),
    /// A private cluster in this data directory, made and started when needed.
    Embedded(PathBuf),
}

/// A handle on the database; cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    pub(crate) pool: PgPool,
}

impl Store {
    /// Attaches to the database, starting the embedded cluster if needed. Does not migrate.
    pub async fn open(database: &Database) -> Result<Self, StoreError> {
        let _ = database;
        todo!()
    }

    /// Brings the schema up to date; says how many migrations were applied.
    pub async fn migrate(&self) -> Result<usize, StoreError> {
        let _ = &self.pool;
        todo!()
    }

    /// A URL that `psql` understands.
    pub fn url(&self) -> String {
        todo!()
    }

    /// Closes the connections and stops the embedded server if nobody else uses it.
    pub async fn close(self) -> Result<(), StoreError> {
        todo!()
    }
}
