//! Which channels named a URL, and what they told of it.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, types::Uuid};

use crate::{StoreError, crawl::admission::Row, text};

/// Notes each channel that names a known URL for the first time. The channel that named it first stands in
/// `seen`; it gets a row only if it tells a title or a date.
pub(crate) async fn save_discoveries(
    connection: &mut PgConnection,
    rows: &[&Row<'_>],
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let hosts: Vec<i64> = rows.iter().map(|row| row.placed.host_id).collect();
    let hashes: Vec<Uuid> = rows.iter().map(|row| row.placed.hash).collect();
    let vias: Vec<&str> = rows.iter().map(|row| row.placed.url.via.as_str()).collect();
    let titles: Vec<Option<String>> = rows.iter().map(|row| text::optional(row.title)).collect();
    let dates: Vec<Option<DateTime<Utc>>> = rows.iter().map(|row| row.published).collect();
    sqlx::query!(
        "insert into discoveries (host_id, url_id, via, title, published)
        select s.host_id, s.url_id, found.via, found.title, found.published
        from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
            as found (host_id, url_hash, via, title, published)
        cross join lateral (select s.host_id, s.url_id, s.via from seen s
            where s.host_id = found.host_id and s.url_hash = found.url_hash offset 0) s
        where (found.via <> s.via or found.title is not null or found.published is not null)
            and not exists (select from discoveries e
                where e.host_id = s.host_id and e.url_id = s.url_id and e.via = found.via)
        order by 1, 2, 3
        on conflict do nothing",
        &hosts,
        &hashes,
        &vias as &[&str],
        &titles as &[Option<String>],
        &dates as &[Option<DateTime<Utc>>]
    )
    .execute(connection)
    .await?;
    Ok(())
}
