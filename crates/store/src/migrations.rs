//! The migrations, and the check for databases made by other versions.

use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgPool, migrate::MigrateError};

use crate::{StoreError, text::column};

/// The embedded migrations of `/migrations`.
pub(crate) static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations");

/// The last migration of the base: the schema of 0.1.0, which is never edited (`.ci/base.sha256`).
const BASE: i64 = 12;
/// The number of migrations before 0.1.0.
const BEFORE: usize = 38;
/// SHA-256 of their checksums, in their order.
const BEFORE_HASH: &str = "87d958c47200c635b085d219b596708cc5bb52f4f5f15773d5aedb440c539c7e";
/// SHA-256 of the checksum of the first of them.
const FIRST_BEFORE_HASH: &str = "539cd1b84d6f6dfd419680fc5c0300125055b6dc9640fd07cfea9d5c4ccc5a03";
/// Turns the schema that they left into the base.
const CARRY_OVER: &str = include_str!("../queries/carry_over.sql");

/// A migration that was applied: version and checksum.
type Applied = (i64, Vec<u8>);

/// The number of our migrations that were applied: none of a schema of before 0.1.0, which [`migrate`] carries over.
///
/// # Errors
/// [`StoreError::OtherSchema`] if an applied migration has one of our numbers but different
/// content; [`StoreError::NewerSchema`] if one was applied that we do not know;
/// [`StoreError::EarlySchema`] if not all of those before 0.1.0 were applied.
pub(crate) async fn applied(pool: &PgPool) -> Result<usize, StoreError> {
    let applied = listed(&mut *pool.acquire().await?).await?;
    if is_before(&applied) {
        return Ok(0);
    }
    for (version, checksum) in &applied {
        match MIGRATOR.iter().find(|ours| ours.version == *version) {
            Some(ours) if *ours.checksum != **checksum => {
                let is_early = applied.len() < BEFORE && hash(&applied[..1]) == FIRST_BEFORE_HASH;
                return Err(if is_early {
                    StoreError::EarlySchema(applied.len())
                } else {
                    StoreError::OtherSchema
                });
            }
            Some(_) => {}
            None => return Err(StoreError::NewerSchema(*version)),
        }
    }
    Ok(applied.len())
}

/// Applies the migrations that are missing.
pub(crate) async fn migrate(pool: &PgPool) -> Result<(), MigrateError> {
    carry_over(pool).await?;
    MIGRATOR.run(pool).await
}

/// Turns the schema of before 0.1.0 into the base, in one transaction. Any other stays as it is.
async fn carry_over(pool: &PgPool) -> Result<(), sqlx::Error> {
    let mut transaction = pool.begin().await?;
    if !is_before(&listed(&mut transaction).await?) {
        return Ok(());
    }
    sqlx::raw_sql("lock table _sqlx_migrations")
        .execute(&mut *transaction)
        .await?;
    if !is_before(&listed(&mut transaction).await?) {
        return Ok(()); // another program was faster
    }
    sqlx::raw_sql(CARRY_OVER).execute(&mut *transaction).await?;
    let base: Vec<_> = MIGRATOR.iter().filter(|of| of.version <= BASE).collect();
    sqlx::query(
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
        select version, description, true, checksum, 0
        from unnest($1::bigint[], $2::text[], $3::bytea[]) as base (version, description, checksum)",
    )
    .bind(column(&base, |of| of.version))
    .bind(column(&base, |of| of.description.to_string()))
    .bind(column(&base, |of| of.checksum.to_vec()))
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}

/// The migrations that were applied, in their order.
async fn listed(connection: &mut PgConnection) -> Result<Vec<Applied>, sqlx::Error> {
    let there =
        sqlx::query_scalar!(r#"select to_regclass('_sqlx_migrations') is not null as "there!""#)
            .fetch_one(&mut *connection)
            .await?;
    if !there {
        return Ok(Vec::new());
    }
    sqlx::query_as("select version, checksum from _sqlx_migrations where success order by version")
        .fetch_all(connection)
        .await
}

/// Whether these are all migrations before 0.1.0, and no other.
fn is_before(applied: &[Applied]) -> bool {
    hash(applied) == BEFORE_HASH
}

fn hash(applied: &[Applied]) -> String {
    let mut digest = Sha256::new();
    for (_, checksum) in applied {
        digest.update(checksum);
    }
    hex::encode(digest.finalize())
}

#[cfg(test)]
#[expect(
    clippy::disallowed_types,
    reason = "the statements of the tests are constants"
)]
mod tests {
    use sqlx::AssertSqlSafe;

    use crate::{Store, StoreError, testing};

    /// What an archive of before 0.1.0 holds.
    const ROWS: &str = "
        insert into sites (site_id, name, home, domain, feeds, seeded) values ('a', 'A', 'https://a.example/', 'a.example', '{https://a.example/feed}', true);
        insert into hosts (site_id, authority, scheme, domain) values ('a', 'a.example', 'https', 'a.example');
        insert into robots (host_id, scheme, fetched_at, status, body) select host_id, 'https', now(), 404, '' from hosts;
        insert into seen (host_id, url_hash, url, kind, via, priority, depth) select host_id, gen_random_uuid(), 'https://a.example/1', 'page', 'link', 1, 1 from hosts;
        select ensure_month(now());
        insert into pages (page_id, fetched_at, host_id, url_id, url_final, http_status, headers, body_size, body_hash, body)
        select 1, now(), host_id, url_id, url, 200, '{}', 0, sha256(''), '' from seen;
        insert into article_heads (article_id, last_version) values (repeat('a', 64), 1);
        insert into articles (article_id, version, is_latest, host_id, url_id, page_id, fetched_at, last_seen_at, url, http_status,
            identity, title, text, content_hash, word_count, language, extractor, extractor_version, derived_hash)
        select repeat('a', 64), 1, true, host_id, url_id, page_id, fetched_at, fetched_at, url_final, 200,
            url_final, 'The council', 'It meets on Monday.', repeat('b', 64), 4, 'en', 'gleaner', '1', '' from pages;
        insert into outbox (article_id, version) select article_id, version from articles;
        select publish_articles(10);
        insert into verdicts (fetched_at, page_id, host_id, url_id, version, page_type, news_score, features, label_source, reason, article_id, article_version)
        select fetched_at, page_id, host_id, url_id, '1', 'article', 1, '{}', 'model:page', '', article_id, version from articles;
        insert into visit_days (host_id, day, outcome, visits, bytes, last_at) select host_id, now(), 'fetched', 1, 0, now() from hosts;
        insert into page_labels (host_id, url_id, who, fetched_at, page_id, is_news) select host_id, url_id, 'me', fetched_at, page_id, true from pages;";
    /// Columns, constraints, indexes, functions, triggers and views; without those of extensions.
    const SCHEMA: &str = "
        select concat_ws(' ', table_schema, table_name, column_name, data_type, column_default, is_nullable, generation_expression) as part
        from information_schema.columns where table_schema in ('public', 'news')
        union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where conrelid <> 0
            and connamespace = 'public'::regnamespace
        union all select indexdef from pg_indexes where schemaname = 'public' and indexdef not like '%gin_trgm_ops%'
        union all select pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
            where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
        union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
        union all select concat_ws(' ', viewname, definition) from pg_views where schemaname in ('public', 'news')
        order by 1";

    /// How the schema is refused, once to be migrated and once to be used.
    async fn refusals(store: &Store) -> [Option<StoreError>; 2] {
        [
            store.migrate().await.err(),
            store.check_schema().await.err(),
        ]
    }

    async fn run(store: &Store, sql: &str) {
        let sql = AssertSqlSafe(sql.to_owned());
        sqlx::raw_sql(sql).execute(&store.pool).await.unwrap();
    }

    /// Gives a database the schema of before 0.1.0.
    async fn put_back(store: &Store) {
        let dropped = "drop schema public, news cascade; create schema public";
        run(store, dropped).await;
        run(store, include_str!("../tests/schema_before_0_1_0.sql")).await;
    }

    /// Each table, with a hash of its rows.
    async fn contents(store: &Store) -> Vec<(String, String)> {
        sqlx::query_as(
            "select c.oid::regclass::text, query_to_xml(format(
                'select count(*), md5(string_agg(t::text, '''' order by t::text)) from %s t', c.oid::regclass), true, false, '')::text
            from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '_sqlx_migrations' order by 1",
        )
        .fetch_all(&store.pool)
        .await
        .unwrap()
    }

    #[tokio::test]
    async fn an_archive_of_before_the_first_release_is_carried_over_with_its_rows() {
        let database = testing::database().await;
        let store = &database.store;
        run(store, "select ensure_month(now())").await;
        let base = testing::rows(store, SCHEMA).await.unwrap();
        put_back(store).await;
        run(store, ROWS).await;
        let rows = contents(store).await;
        let of_no_host = "insert into visit_days (host_id, day, outcome, visits, bytes, last_at) values (99, now(), 'busy', 1, 0, now())";
        run(store, of_no_host).await;
        let refused = store.check_schema().await;
        assert!(
            matches!(refused, Err(StoreError::OldSchema { applied: 0, .. })),
            "{refused:?}"
        );
        super::carry_over(&store.pool).await.unwrap();
        assert_eq!(contents(store).await, rows);
        let later = super::MIGRATOR.iter().filter(|of| of.version > super::BASE);
        assert_eq!(store.migrate().await.unwrap(), later.count());
        store.check_schema().await.unwrap();
        assert_eq!(store.migrate().await.unwrap(), 0);
        let carried = testing::rows(store, SCHEMA).await.unwrap();
        for (these, those) in [(&base, &carried), (&carried, &base)] {
            let other: Vec<_> = these.iter().filter(|part| !those.contains(part)).collect();
            assert_eq!(other, Vec::<&serde_json::Value>::new());
        }
    }

    #[tokio::test]
    async fn a_schema_of_an_early_build_is_refused_and_left_alone() {
        let database = testing::database().await;
        let store = &database.store;
        put_back(store).await;
        run(store, "delete from _sqlx_migrations where version > 30").await;
        let before = contents(store).await;
        for refused in refusals(store).await {
            assert!(
                matches!(refused, Some(StoreError::EarlySchema(30))),
                "{refused:?}"
            );
        }
        assert_eq!(contents(store).await, before);
    }

    #[tokio::test]
    async fn a_database_of_a_newer_version_is_refused_and_left_alone() {
        let database = testing::database().await;
        let store = &database.store;
        let newer =
            "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
            values (9999, 'of the future', true, '\\x00', 0)";
        run(store, newer).await;
        for refused in refusals(store).await {
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
        let older = "delete from _sqlx_migrations where version = (select max(version) from _sqlx_migrations)";
        run(store, older).await;
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
        let other = "update _sqlx_migrations set checksum = '\\x00' where version = 1; delete from _sqlx_migrations where version > 1";
        run(store, other).await;
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
