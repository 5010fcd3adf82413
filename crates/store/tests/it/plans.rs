//! Plans of the documented queries, with the statistics of a million articles.

use serde_json::Value;
use sqlx::{Connection as _, PgConnection};
use store::testing;

const FILL: &str = include_str!("../../../../bench/scale/fill.sql");
const CHANGES: &str = include_str!("../../queries/article_changes.sql");
const FRESH: &str = include_str!("../../queries/fresh_stories.sql");
const TEST_KEYS: &str = include_str!("../../queries/test_keys.sql");
const DOCUMENTS: [&str; 2] = [
    include_str!("../../../../README.md"),
    include_str!("../../../../docs/querying.md"),
];
/// Tables that grow with every page, and the partitions of such tables.
const LARGE: [&str; 14] = [
    "article_changes",
    "articles",
    "article_heads",
    "article_terms",
    "copies",
    "discoveries",
    "pages",
    "publications",
    "seen",
    "stories",
    "story_articles",
    "story_links",
    "verdicts",
    "visits",
];

/// The SQL statements in a document that return a page of results: a few rows of a large table.
fn paged(document: &str) -> Vec<String> {
    let blocks = document.split("```sql").skip(1);
    let from_blocks = blocks.flat_map(|block| block.split("```").next().unwrap().split(';'));
    from_blocks
        .map(|statement| {
            let lines = statement
                .lines()
                .map(|line| line.split("--").next().unwrap().trim());
            lines
                .collect::<Vec<_>>()
                .join(" ")
                .trim()
                .replace('…', "of-none")
        })
        .filter(|sql| sql.contains(" limit ") || sql.contains(" = 'of-none'"))
        .collect()
}

/// The nodes of a plan that read a whole large table, or keep many rows to sort or look up.
fn whole_reads(node: &Value, large: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let kind = node["Node Type"].as_str().unwrap();
    let table = node["Relation Name"].as_str().unwrap_or_default();
    if kind == "Seq Scan" && large.iter().any(|name| name == table) {
        found.push(format!("{kind} of {table}"));
    }
    if matches!(kind, "Sort" | "Hash" | "Materialize")
        && node["Plan Rows"].as_f64() > Some(300_000.0)
    {
        found.push(format!("{kind} of {} rows", node["Plan Rows"]));
    }
    for child in node["Plans"].as_array().into_iter().flatten() {
        found.extend(whole_reads(child, large));
    }
    found
}

/// The large tables and their partitions. The months at both ends of the archive may hold a day
/// each: to read so few rows is the best plan.
async fn large_tables(connection: &mut PgConnection) -> Vec<String> {
    let large = LARGE.map(str::to_owned);
    sqlx::query_scalar(
        "select relname::text from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= 100
            and regexp_replace(relname, '_\\d{4}_\\d{2}$', '') = any ($1)",
    )
    .bind(&large[..])
    .fetch_all(connection)
    .await
    .unwrap()
}

/// Fills the database with 2,000 articles, and changes the statistics to 1,000,000.
async fn filled(url: &str) -> PgConnection {
    let mut connection = PgConnection::connect(url).await.unwrap();
    // Autovacuum would restore the true row counts.
    sqlx::raw_sql(
        "do $$ declare name regclass; begin
            for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
                execute format('alter table %s set (autovacuum_enabled = false)', name);
            end loop;
        end $$",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    let fill: Vec<&str> = FILL
        .lines()
        .filter(|line| !line.starts_with('\\') && !line.starts_with("vacuum"))
        .collect();
    let fill = fill.join("\n").replace(":articles", "2000");
    sqlx::raw_sql(sqlx::AssertSqlSafe(fill))
        .execute(&mut connection)
        .await
        .unwrap();
    sqlx::raw_sql("analyze")
        .execute(&mut connection)
        .await
        .unwrap();
    sqlx::raw_sql(
        "update pg_class set reltuples = reltuples * 500
        where relnamespace = 'public'::regnamespace and reltuples > 300 and relkind in ('r', 'i')",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    connection
}

/// The plan of a query with these values.
async fn planned(connection: &mut PgConnection, query: &str, values: &[&str]) -> Value {
    let query = (1..).zip(values).fold(query.to_owned(), |sql, (n, value)| {
        sql.replace(&format!("${n}"), value)
    });
    let explain = format!("explain (format json) {query}");
    sqlx::query_scalar(sqlx::AssertSqlSafe(explain))
        .fetch_one(connection)
        .await
        .unwrap()
}

#[tokio::test]
async fn no_query_for_a_page_of_results_reads_a_whole_table() {
    let store = testing::database().await;
    let connection = &mut filled(&store.url()).await;
    documented_queries_read_no_whole_table(connection).await;
    stories_with_new_articles_are_found_by_the_times_of_these(connection).await;
    pages_for_a_trial_of_rules_are_found_by_their_site(connection).await;
    changes_of_articles_are_found_by_their_times(connection).await;
}

async fn documented_queries_read_no_whole_table(connection: &mut PgConnection) {
    let mut queries: Vec<String> = DOCUMENTS
        .iter()
        .flat_map(|document| paged(document))
        .collect();
    assert!(queries.len() >= 9, "{queries:#?}");
    queries.extend([
        "select * from news.articles where cursor > 1000 and cursor <= 1001".to_owned(),
        "select * from news.articles where url = 'https://site-1.example/'".to_owned(),
        "select title from news.articles where is_latest and story_id = 'of-none'".to_owned(),
    ]);
    let large = large_tables(connection).await;
    assert!(large.len() > LARGE.len(), "{large:#?}");
    let mut faults = Vec::new();
    for query in &queries {
        let plan = planned(connection, query, &[]).await;
        let found = whole_reads(&plan[0]["Plan"], &large);
        if !found.is_empty() {
            faults.push(format!("{found:?}\n{query}\n{plan:#}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

async fn changes_of_articles_are_found_by_their_times(connection: &mut PgConnection) {
    // 200 changes, too few for `filled`; the other plans were made before
    sqlx::raw_sql(
        "update pg_class set reltuples = reltuples * 500 where relname like 'article\\_changes%'",
    )
    .execute(&mut *connection)
    .await
    .unwrap();
    let large = large_tables(connection).await;
    let first = ["null", "null", "null"];
    let later = ["(now())", "'b'", "5"];
    for (part, sites, [at, id, place], index) in [
        ("null", "'{}'", first, "article_changes_at"),
        ("'text'", "'{}'", later, "article_changes_at"),
        ("'headline'", "'{site-1}'", first, "article_changes_host"),
        ("null", "'{site-1}'", later, "article_changes_host"),
        ("'gone'", "'{}'", first, "visits_lost"),
        ("'gone'", "'{site-1}'", later, "visits_lost"),
    ] {
        let values = [part, sites, at, id, place, "21", "40000"];
        let plan = planned(connection, CHANGES, &values).await;
        let found = whole_reads(&plan[0]["Plan"], &large);
        let of = format!("{part} {sites} {at}: {found:?}\n{plan:#}");
        assert!(found.is_empty(), "{of}");
        assert!(plan.to_string().contains(index), "{of}");
    }
}

async fn stories_with_new_articles_are_found_by_the_times_of_these(connection: &mut PgConnection) {
    let large = large_tables(connection).await;
    let next = ["true", "(now())", "3", "0.5", "'b'"];
    for (days, order, next) in [
        (1, "false", ["null"; 5]),
        (1, "true", ["null"; 5]),
        (1, "false", next),
        (30, "false", ["null"; 5]),
        (30, "true", next),
    ] {
        let since = format!("(now() - interval '{days} days')");
        let query = [since.as_str(), "'de'", order, "31"];
        let values = [&query[..], &next].concat();
        let plan = planned(connection, FRESH, &values).await;
        let mut found = whole_reads(&plan[0]["Plan"], &large);
        // half of the stories have something new in a month
        found.retain(|fault| days == 1 || fault != "Seq Scan of stories");
        let of = format!("{days} {order} {next:?}");
        assert!(found.is_empty(), "{of}: {found:?}\n{plan:#}");
    }
}

async fn pages_for_a_trial_of_rules_are_found_by_their_site(connection: &mut PgConnection) {
    let values = ["'site-1'", "50::bigint", "2000::bigint", "4", "'{}'"];
    let query = (1..)
        .zip(values)
        .fold(TEST_KEYS.to_owned(), |sql, (n, value)| {
            sql.replace(&format!("${n}"), value)
        });
    let (_, query) = query.split_once("with newest").unwrap();
    let explain = format!("explain with newest {query}");
    let plan: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(explain))
        .fetch_all(connection)
        .await
        .unwrap();
    let plan = plan.join("\n");
    assert!(plan.contains("using verdicts_host on verdicts"), "{plan}");
}
