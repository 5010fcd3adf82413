//! How URLs that were come across enter the frontier.

use sqlx::{PgConnection, types::Uuid};

use crate::{NewUrl, StoreError, UrlKind, sightings::save_sightings, text};

/// A URL and the host it lies on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed<'a> {
    pub(crate) host_id: i64,
    pub(crate) url: &'a NewUrl,
}

/// First half of the URL's SHA-256.
pub(crate) fn url_hash(url: &str) -> Uuid {
    use sha2::{Digest, Sha256};
    let digest = Sha256::digest(url.as_bytes());
    let mut half = [0; 16];
    half.copy_from_slice(&digest[..16]);
    Uuid::from_bytes(half)
}

/// Adds what is not known yet to `seen` and to the queue. Gives the hosts that have new work: their rows
/// are to be passed to [`wake`] at the end of the transaction.
///
/// Rows are inserted in key order, so that two walks that find the same links do not deadlock.
pub(crate) async fn remember(
    connection: &mut PgConnection,
    urls: &[Placed<'_>],
) -> Result<Vec<i64>, StoreError> {
    if urls.is_empty() {
        return Ok(Vec::new());
    }
    let hosts: Vec<i64> = urls.iter().map(|placed| placed.host_id).collect();
    let clean: Vec<String> = urls
        .iter()
        .map(|placed| text::owned(&placed.url.url))
        .collect();
    let hashes: Vec<Uuid> = clean.iter().map(|url| url_hash(url)).collect();
    let kinds: Vec<String> = urls
        .iter()
        .map(|placed| placed.url.kind.to_string())
        .collect();
    let vias: Vec<String> = urls
        .iter()
        .map(|placed| placed.url.via.to_string())
        .collect();
    let priorities: Vec<i16> = urls.iter().map(|placed| placed.url.priority).collect();
    let depths: Vec<i16> = urls.iter().map(|placed| placed.url.depth.max(0)).collect();
    let woken = sqlx::query_scalar!(
        r#"with found as (
            select * from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::smallint[], $7::smallint[])
                as found (host_id, url_hash, url, kind, via, priority, depth)
        ), added as (
            insert into seen (host_id, url_hash, url, kind, via, priority, depth)
            select * from found
            where not exists (select from seen s where s.host_id = found.host_id and s.url_hash = found.url_hash)
            order by host_id, url_hash
            on conflict do nothing
            returning host_id, priority, url_id
        ), imported as ( -- known from an archive only, and now from the site itself
            select s.host_id, s.priority, s.url_id
            from found join seen s on s.host_id = found.host_id and s.url_hash = found.url_hash
            where s.via = 'import' and found.via <> 'import'
                and not exists (select from visits v where v.host_id = s.host_id and v.url_id = s.url_id)
        ), queued as (
            insert into queue (host_id, priority, url_id)
            select * from (select * from added union select * from imported) work
            order by 1, 2, 3
            on conflict do nothing
            returning host_id
        )
        select distinct host_id as "host_id!" from queued"#,
        &hosts,
        &hashes,
        &clean,
        &kinds,
        &vias,
        &priorities,
        &depths
    )
    .fetch_all(&mut *connection)
    .await?;
    promote_kinds(connection, urls).await?;
    save_sightings(connection, urls).await?;
    Ok(woken)
}

/// A URL first met as a link may turn out to be a feed or a sitemap.
async fn promote_kinds(
    connection: &mut PgConnection,
    urls: &[Placed<'_>],
) -> Result<(), StoreError> {
    let special: Vec<&Placed<'_>> = urls
        .iter()
        .filter(|placed| placed.url.kind != UrlKind::Page)
        .collect();
    if special.is_empty() {
        return Ok(());
    }
    let hosts: Vec<i64> = special.iter().map(|placed| placed.host_id).collect();
    let hashes: Vec<Uuid> = special
        .iter()
        .map(|placed| url_hash(&text::clean(&placed.url.url)))
        .collect();
    let kinds: Vec<String> = special
        .iter()
        .map(|placed| placed.url.kind.to_string())
        .collect();
    sqlx::query!(
        "update seen s set kind = found.kind
        from unnest($1::bigint[], $2::uuid[], $3::text[]) as found (host_id, url_hash, kind)
        where s.host_id = found.host_id and s.url_hash = found.url_hash and s.kind = 'page'",
        &hosts,
        &hashes,
        &kinds
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Makes hosts with new work claimable. Locks their rows in order, and looks at them only then: a release
/// that runs at the same time sees the new queue rows, or is seen here.
pub(crate) async fn wake(connection: &mut PgConnection, hosts: &[i64]) -> Result<(), StoreError> {
    if hosts.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "select host_id from hosts where host_id = any($1) order by host_id for no key update",
        hosts
    )
    .fetch_all(&mut *connection)
    .await?;
    sqlx::query!(
        "update hosts set next_fetch_at = greatest(now(), next_request_at)
        where host_id = any($1) and (next_fetch_at is null or next_fetch_at > greatest(now(), next_request_at))",
        hosts
    )
    .execute(connection)
    .await?;
    Ok(())
}
