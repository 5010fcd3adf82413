//! The migrations, and databases that had three of them in another wording.

use sqlx::PgPool;

/// The migrations of `/migrations`, embedded.
pub(crate) static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations");

/// Migrations that were worded otherwise for a while: version, and the SHA-384 of that wording. The schema came out the same but
/// for checks that were not tried on old rows; the migrator would refuse the database.
const REWORDED: [(i64, &str); 3] = [
    (
        17,
        "3e09368917bbabb47c6fd1b7d9519085f2d02a6ee2c4da3aa05ac83c2f909bb2aa896cb26fa1d0969d1f1540618da9e7",
    ),
    (
        18,
        "19a14d404944231c91c026ad99744cfe628c51b92001fa076878bf511e897b2b77f4b6a0bcbdfb84070a6d94a784a903",
    ),
    (
        19,
        "976c03d86a89ddb71a44964356aa83697f88eede1447447b3ae2a887d60b95b4b286324ca623e87c6d5acf3b6b3c493c",
    ),
];

/// Takes the other wordings that a database was made with for ours. Any other difference stays an error of the migrator.
pub(crate) async fn accept_rewordings(pool: &PgPool) -> Result<(), sqlx::Error> {
    for (version, other) in REWORDED {
        let ours = MIGRATOR.iter().find(|ours| ours.version == version);
        let Some(ours) = ours else { continue };
        sqlx::query(
            "update _sqlx_migrations set checksum = $1 where version = $2 and encode(checksum, 'hex') = $3",
        )
        .bind(ours.checksum.as_ref())
        .bind(version)
        .bind(other)
        .execute(pool)
        .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::REWORDED;
    use crate::{StoreError, testing};

    #[tokio::test]
    async fn other_wordings_are_taken_for_ours_and_other_migrations_are_not() {
        let database = testing::database().await;
        let store = &database.store;
        let set = async |version: i64, checksum: &str| {
            let done = sqlx::query(
                "update _sqlx_migrations set checksum = decode($2, 'hex') where version = $1",
            )
            .bind(version)
            .bind(checksum)
            .execute(&store.pool)
            .await;
            assert_eq!(done.unwrap().rows_affected(), 1);
        };
        for (version, other) in REWORDED {
            set(version, other).await;
        }
        assert_eq!(store.migrate().await.unwrap(), 0);
        set(17, "00").await;
        let refused = store.migrate().await;
        assert!(
            matches!(refused, Err(StoreError::Migrate(_))),
            "{refused:?}"
        );
    }
}
