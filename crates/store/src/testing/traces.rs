//! Searches of the whole database, for tests.

use sqlx::Row as _;

use crate::{Store, StoreError};

/// The columns of all tables that contain a word, regardless of case, as `schema.table.column`. Searches text, values with a text
/// form (arrays, JSON, search vectors), bytes, and decompressed bytes. Includes the columns whose statistics contain the word.
pub async fn traces(store: &Store, word: &str) -> Result<Vec<String>, StoreError> {
    let wanted = word.to_lowercase();
    let has = |bytes: &[u8]| {
        String::from_utf8_lossy(bytes)
            .to_lowercase()
            .contains(&wanted)
    };
    let columns = sqlx::query(
        "select c.table_schema::text, c.table_name::text, c.column_name::text, c.data_type::text
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema not in ('pg_catalog', 'information_schema') and t.table_type = 'BASE TABLE'",
    );
    let mut found = Vec::new();
    for column in columns.fetch_all(&store.pool).await? {
        let [schema, table, name, kind] = [0, 1, 2, 3].map(|at| column.get::<String, _>(at));
        let value = if kind == "bytea" {
            format!("\"{name}\"")
        } else {
            format!("convert_to(\"{name}\"::text, 'UTF8')")
        };
        let sql =
            format!("select {value} from \"{schema}\".\"{table}\" where \"{name}\" is not null");
        let rows = sqlx::query_scalar::<_, Vec<u8>>(sqlx::AssertSqlSafe(sql));
        for bytes in rows.fetch_all(&store.pool).await? {
            let decompressed = zstd::decode_all(&bytes[..]).unwrap_or_default();
            if has(&bytes) || has(&decompressed) {
                found.push(format!("{schema}.{table}.{name}"));
            }
        }
    }
    let sampled = sqlx::query_scalar::<_, String>(
        "select concat_ws('.', 'statistics', tablename, attname) from pg_stats
        where strpos(lower(concat_ws(' ', most_common_vals::text, histogram_bounds::text, most_common_elems::text)), $1) > 0",
    );
    found.extend(sampled.bind(&wanted).fetch_all(&store.pool).await?);
    found.sort();
    found.dedup();
    Ok(found)
}

/// The result rows of a statement, as JSON.
pub async fn rows(store: &Store, sql: &str) -> Result<Vec<serde_json::Value>, StoreError> {
    let sql = format!("select to_jsonb(found) from ({sql}) as found");
    let rows = sqlx::query_scalar(sqlx::AssertSqlSafe(sql));
    Ok(rows.fetch_all(&store.pool).await?)
}

/// Updates the statistics, which hold samples of text.
pub async fn analyze(store: &Store) -> Result<(), StoreError> {
    sqlx::raw_sql("analyze").execute(&store.pool).await?;
    Ok(())
}
