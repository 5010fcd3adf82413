//! Search in databases with different locales.

use chrono::Utc;
use sqlx::PgPool;
use store::{Database, Store, testing};

use crate::{
    fixtures::published,
    search::{first_snippet, matches, written},
};

/// Queries, each with the article of [`marked_up`] that it finds in any locale.
const FOUND: [(&str, &str); 34] = [
    ("biden", "en"),
    ("“Biden”", "en"),
    ("trump", "en"),
    ("Trump's", "en"),
    ("obama clinton", "en"),
    ("“Obama Clinton”", "en"),
    ("resign", "en"),
    ("don't say", "en"),
    ("don’t say", "en"),
    ("grünen", "de"),
    ("GRÜNEN", "de"),
    ("„die Grünen“", "de"),
    ("\"die grünen\"", "de"),
    ("MÜNCHEN", "de"),
    ("münchen", "de"),
    ("Mu\u{308}nchen", "de"),
    ("ärzte", "de"),
    ("Ärzte", "de"),
    ("ÄRZTE", "de"),
    ("e-mail", "de"),
    ("donaudampfschiff", "de"),
    ("author:börsch", "de"),
    ("author:BÖRSCH", "de"),
    ("author:„jörg börsch“", "de"),
    ("author:Bo\u{308}rsch", "de"),
    ("москва", "ru"),
    ("Москва", "ru"),
    ("МОСКВА", "ru"),
    ("«россия растёт»", "ru"),
    ("п’ять ёлок", "ru"),
    ("п'ять Ёлок", "ru"),
    ("ポッター", "ja"),
    ("ハリー・ポッター", "ja"),
    ("「ポッター」", "ja"),
];

/// A database with locale C, as embedded ones had, and a connection pool.
async fn in_locale_c(beside: &Store) -> (Store, PgPool) {
    let other = PgPool::connect(&beside.url()).await.unwrap();
    let name = name_of(&other).await;
    let in_c = format!("{name}_c");
    let locale = "template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'";
    run(&other, &format!("create database {in_c} {locale}")).await;
    let url = beside.url().replace(&name, &in_c);
    let store = Store::open(&Database::Url(url.clone())).await.unwrap();
    store.migrate().await.unwrap();
    (store, PgPool::connect(&url).await.unwrap())
}

async fn drop_database(pool: PgPool, beside: &Store) {
    let name = name_of(&pool).await;
    let other = PgPool::connect(&beside.url()).await.unwrap();
    run(&other, &format!("drop database {name} with (force)")).await;
}

async fn name_of(pool: &PgPool) -> String {
    text(pool, "select current_database()::text").await
}

async fn text(pool: &PgPool, sql: &str) -> String {
    let sql = sqlx::AssertSqlSafe(sql.to_owned());
    sqlx::query_scalar(sql).fetch_one(pool).await.unwrap()
}

async fn run(pool: &PgPool, sql: &str) {
    let sql = sqlx::AssertSqlSafe(sql.to_owned());
    sqlx::raw_sql(sql).execute(pool).await.unwrap();
}

/// Saves articles, each identified by the path of its URL.
async fn marked_up(store: &Store) {
    let english = "Trump’s “Biden” Obama—Clinton resign… They don’t say.";
    published(store, "en", english, "en").await;
    let german = "Sie lobt „Die Grünen“ in München; 50 Ärzte kamen per E\u{2011}Mail zum Donau\u{ad}dampf\u{ad}schiff.";
    written(store, "de", german, "Jörg BÖRSCH", Utc::now()).await;
    let russian = "МОСКВА: «Россия» растёт, п\u{2bc}ять Ёлок.";
    published(store, "ru", russian, "ru").await;
    published(store, "ja", "「ハリー・ポッター」、東京で。", "ja").await;
}

async fn finds_all(store: &Store) {
    for (text, path) in FOUND {
        let id = store::article_id(&format!("https://www.archive.example/{path}"));
        assert_eq!(matches(store, text).await, [id], "{text}");
    }
}

#[tokio::test]
async fn search_finds_the_same_in_every_locale() {
    let database = testing::database().await;
    let (in_c, pool) = in_locale_c(&database).await;
    for store in [&database.store, &in_c] {
        marked_up(store).await;
        finds_all(store).await;
        for (text, passage) in [
            ("grünen", "„Die «Grünen»“ in München; 50 Ärzte kamen"),
            ("ärzte", "50 «Ärzte» kamen per E\u{2011}Mail"),
            ("biden don't", "“«Biden»” Obama—Clinton resign…"),
            ("москва", "«МОСКВА»: «Россия» растёт"),
            ("ポッター", "「ハリー・«ポッター»」、東京で。"),
        ] {
            let snippet = first_snippet(store, text).await;
            assert!(snippet.contains(passage), "{snippet}");
        }
    }
    let words = "select string_agg(regexp_replace(words::text, '''host \\d+''', ''), E'\\n' order by article_id) from article_search";
    let other = PgPool::connect(&database.url()).await.unwrap();
    assert_eq!(text(&other, words).await, text(&pool, words).await);
    letters_are_lowered_by_a_table_where_there_is_no_collation(&pool).await;
    drop_database(pool, &database).await;
}

async fn letters_are_lowered_by_a_table_where_there_is_no_collation(pool: &PgPool) {
    let letters = ('\u{20}'..'\u{590}').chain('\u{1e00}'..'\u{1f00}');
    let letters: String = letters.collect();
    let small = |c: char| match c {
        'İ' => 'i',
        c => c.to_lowercase().next().unwrap(),
    };
    let expected: String = letters.chars().map(small).collect();
    let lowered = async |function: &str| {
        let sql = sqlx::AssertSqlSafe(format!("select {function}($1)"));
        let query = sqlx::query_scalar::<_, String>(sql).bind(&letters);
        query.fetch_one(pool).await.unwrap()
    };
    assert_eq!(lowered("lowered_by_table").await, expected);
    assert_eq!(lowered("lowered").await, expected);
    run(pool, "drop collation if exists pg_catalog.\"C.utf8\"").await;
    assert_eq!(lowered("lowered").await, expected, "without a collation");
}
