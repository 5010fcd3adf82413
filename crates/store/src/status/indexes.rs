//! Damaged indexes.

use std::time::{Duration, Instant};

use sqlx::{Connection as _, error::DatabaseError};
use store_macros::retried;

use crate::{
    Store, StoreError,
    error::{ErrorClass, classify, message},
};

/// Time after which no further index is checked.
const MAX_TIME: Duration = Duration::from_mins(1);

/// What a check of the B-tree indexes found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IndexCheck {
    /// Number of checked indexes.
    pub checked: usize,
    /// Number of indexes that were not checked for lack of time, the largest ones.
    pub unchecked: usize,
    /// Damaged ones.
    pub damaged: Vec<DamagedIndex>,
    /// Why none could be checked.
    pub impossible: Option<String>,
}

impl IndexCheck {
    fn impossible(error: &sqlx::Error) -> Self {
        Self {
            impossible: Some(message(error)),
            ..Self::default()
        }
    }
}

/// An index that is damaged. It can be rebuilt without loss: `reindex index NAME`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedIndex {
    /// Its name, as in SQL.
    pub name: String,
    /// What is wrong.
    pub why: String,
}

impl Store {
    /// Checks the structure of all B-tree indexes, the smallest first, for up to a minute, with the extension `amcheck`. If it is not
    /// there, it is created for the check only, which takes a superuser.
    #[retried]
    pub async fn check_indexes(&self) -> Result<IndexCheck, StoreError> {
        let begun = Instant::now();
        // Rolled back at the end, with the extension.
        let mut transaction = self.pool.begin().await?;
        let created = sqlx::raw_sql(
            "set local statement_timeout = '60s'; create extension if not exists amcheck with schema public",
        )
        .execute(&mut *transaction)
        .await;
        match created {
            Err(error) if classify(&error) == ErrorClass::Permanent => {
                return Ok(IndexCheck::impossible(&error));
            }
            created => created?,
        };
        let indexes = sqlx::query!(
            r#"select c.oid as "oid!", c.oid::regclass::text as "name!" from pg_class c
            join pg_am am on am.oid = c.relam
            join pg_index i on i.indexrelid = c.oid
            where am.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p' and i.indisvalid
            order by pg_relation_size(c.oid), c.oid"#
        )
        .fetch_all(&mut *transaction)
        .await?;
        let mut found = IndexCheck::default();
        for index in indexes {
            if begun.elapsed() > MAX_TIME {
                found.unchecked += 1;
                continue;
            }
            let mut one = transaction.begin().await?;
            let checked = sqlx::query("select bt_index_check($1::oid::regclass)")
                .bind(index.oid)
                .execute(&mut *one)
                .await;
            one.rollback().await?;
            let Err(error) = checked else {
                found.checked += 1;
                continue;
            };
            match error
                .as_database_error()
                .and_then(DatabaseError::code)
                .as_deref()
            {
                // It took too long, or the index was dropped meanwhile.
                Some("57014" | "42P01" | "42704") => found.unchecked += 1,
                // A right is missing.
                Some("42501" | "42883") => return Ok(IndexCheck::impossible(&error)),
                Some(_) if classify(&error) == ErrorClass::Permanent => {
                    found.damaged.push(DamagedIndex {
                        name: index.name,
                        why: message(&error),
                    });
                }
                _ => return Err(error.into()),
            }
        }
        Ok(found)
    }
}
