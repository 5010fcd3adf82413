//! The migrations, and the check for databases made by other versions.

use sqlx::PgPool;

use crate::StoreError;

/// The embedded migrations of `/migrations`.
pub(crate) static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations");

/// The number of our migrations that were applied.
///
/// # Errors
/// [`StoreError::OtherSchema`] if an applied migration has one of our numbers but different
/// content; [`StoreError::NewerSchema`] if one was applied that we do not know.
pub(crate) async fn applied(pool: &PgPool) -> Result<usize, StoreError> {
    let there =
        sqlx::query_scalar!(r#"select to_regclass('_sqlx_migrations') is not null as "there!""#)
            .fetch_one(pool)
            .await?;
    if !there {
        return Ok(0);
    }
    let applied: Vec<(i64, Vec<u8>)> =
        sqlx::query_as("select version, checksum from _sqlx_migrations where success")
            .fetch_all(pool)
            .await?;
    for (version, checksum) in &applied {
        match MIGRATOR.iter().find(|ours| ours.version == *version) {
            Some(ours) if *ours.checksum != **checksum => return Err(StoreError::OtherSchema),
            Some(_) => {}
            None => return Err(StoreError::NewerSchema(*version)),
        }
    }
    Ok(applied.len())
}

#[cfg(test)]
mod tests {
    use crate::{StoreError, testing};

    #[tokio::test]
    async fn a_database_of_a_newer_version_is_refused_and_left_alone() {
        let database = testing::database().await;
        let store = &database.store;
        sqlx::query(
            "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
            values (9999, 'of the future', true, '\\x00', 0)",
        )
        .execute(&store.pool)
        .await
        .unwrap();
        let refused = [
            store.migrate().await.err(),
            store.check_schema().await.err(),
        ];
        for refused in refused {
            assert!(
                matches!(refused, Some(StoreError::NewerSchema(9999))),
                "{refused:?}"
            );
        }
    }

    #[tokio::test]
    async fn a_database_of_an_older_version_is_refused_where_it_must_not_be_migrated() {
        let database = testing::database().await;
        let store = &database.store;
        store.check_schema().await.unwrap();
        sqlx::query("delete from _sqlx_migrations where version = (select max(version) from _sqlx_migrations)")
            .execute(&store.pool)
            .await
            .unwrap();
        let refused = store.check_schema().await;
        assert!(
            matches!(refused, Err(StoreError::OldSchema { applied, all }) if applied + 1 == all),
            "{refused:?}"
        );
    }

    #[tokio::test]
    async fn a_database_of_another_development_version_is_refused_and_left_alone() {
        let database = testing::database().await;
        let store = &database.store;
        assert_eq!(store.migrate().await.unwrap(), 0);
        for statement in [
            "update _sqlx_migrations set checksum = '\\x00' where version = 1",
            "delete from _sqlx_migrations where version > 1",
        ] {
            sqlx::query(statement).execute(&store.pool).await.unwrap();
        }
        let refused = store.migrate().await;
        assert!(
            matches!(refused, Err(StoreError::OtherSchema)),
            "{refused:?}"
        );
        let left: i64 = sqlx::query_scalar("select count(*) from _sqlx_migrations")
            .fetch_one(&store.pool)
            .await
            .unwrap();
        assert_eq!(left, 1);
    }
}
