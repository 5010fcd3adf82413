//! A database user without the rights that are needed.

use sqlx::PgPool;
use store::{Database, Store, testing};

const ROLE: &str = "gleaner_without_rights";

async fn run(pool: &PgPool, sql: &str) {
    let sql = sqlx::AssertSqlSafe(sql.to_owned());
    sqlx::raw_sql(sql).execute(pool).await.unwrap();
}

#[tokio::test]
async fn a_right_that_the_migrations_lack_is_named_with_what_to_do() {
    let database = testing::database().await;
    let pool = PgPool::connect(&database.url()).await.unwrap();
    run(&pool, &format!("drop role if exists {ROLE}")).await;
    run(&pool, &format!("create role {ROLE}")).await;
    run(&pool, "drop schema public cascade; create schema public").await;
    run(&pool, &format!("grant usage on schema public to {ROLE}")).await;
    let url = database.url();
    let sign = if url.contains('?') { '&' } else { '?' };
    let url = format!("{url}{sign}options=-c%20role%3D{ROLE}");
    let limited = Store::open(&Database::Url(url)).await.unwrap();
    let refused = limited.migrate().await.unwrap_err().to_string();
    for part in [
        "cannot migrate the database: permission denied for schema public; ",
        "`grant create on schema public to USER`",
    ] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    limited.close().await.unwrap();
    run(&pool, &format!("drop owned by {ROLE}; drop role {ROLE}")).await;
}
