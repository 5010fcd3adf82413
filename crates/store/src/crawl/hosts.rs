//! Hosts: adding them and making them due, and the state of their robots.txt.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::PgConnection;

use crate::{SiteState, StoreError, text::column};

/// Maximum number of hosts per site if links add hosts: a wildcard DNS record makes them endless.
pub(crate) const HOSTS_PER_SITE: i64 = 500;
pub(crate) const TOO_MANY_HOSTS: &str = "too many hosts of its site";

/// A host to be looked up or added.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NewHost {
    pub(crate) authority: String,
    pub(crate) scheme: &'static str,
    pub(crate) domain: String,
    pub(crate) site_id: String,
}

/// The URL's scheme, `http` or `https`.
pub(crate) fn scheme_of(url: &str) -> &'static str {
    match url.split_once("://") {
        Some((scheme, _)) if scheme.eq_ignore_ascii_case("http") => "http",
        _ => "https",
    }
}

/// `host[:port]` of a URL.
pub(crate) fn authority_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

/// Whether a host, `host[:port]`, belongs to a registrable domain.
pub(crate) fn is_of_domain(authority: &str, domain: &str) -> bool {
    let port = authority.rsplit_once(':');
    let port = port.filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let host = port.map_or(authority, |(host, _)| host);
    let rest = host.strip_suffix(domain);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// Host ids by authority. Adds missing hosts as long as their site has at most `per_site`. Names
/// longer than 255 bytes are left out.
pub(crate) async fn host_ids(
    connection: &mut PgConnection,
    mut hosts: Vec<NewHost>,
    per_site: i64,
) -> Result<HashMap<String, i64>, StoreError> {
    hosts.retain(|host| {
        !host.authority.is_empty() && host.authority.len() <= 255 && !host.authority.contains('\0')
    });
    hosts.sort();
    hosts.dedup_by(|a, b| a.authority == b.authority);
    let authorities = column(&hosts, |host| host.authority.clone());
    let mut ids = known_hosts(connection, &authorities).await?;
    hosts.retain(|host| !ids.contains_key(&host.authority));
    if hosts.is_empty() {
        return Ok(ids);
    }
    let authorities = column(&hosts, |host| host.authority.clone());
    sqlx::query!(
        "insert into hosts (authority, scheme, domain, site_id)
        select authority, scheme, domain, site_id
        from (select *, row_number() over (partition by site_id order by authority) as place
            from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as new (authority, scheme, domain, site_id)) new
        where place + (select count(*) from hosts h where h.site_id = new.site_id) <= $5
        order by authority
        on conflict (authority) do nothing",
        &authorities,
        &column(&hosts, |host| host.scheme.to_owned()),
        &column(&hosts, |host| host.domain.clone()),
        &column(&hosts, |host| host.site_id.clone()),
        per_site
    )
    .execute(&mut *connection)
    .await?;
    ids.extend(known_hosts(connection, &authorities).await?);
    Ok(ids)
}

async fn known_hosts(
    connection: &mut PgConnection,
    authorities: &[String],
) -> Result<HashMap<String, i64>, StoreError> {
    let rows = sqlx::query!(
        "select authority, host_id from hosts where authority = any($1)",
        authorities
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.authority, row.host_id))
        .collect())
}

/// Makes hosts with new work due. Locks their rows in order before it reads them, so that a
/// concurrent release either sees the new queue rows or is seen here.
pub(crate) async fn mark_hosts_due(
    connection: &mut PgConnection,
    hosts: &[i64],
) -> Result<(), StoreError> {
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

/// Why the crawl of a host ended early.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CooldownReason {
    /// The state in which it left the host.
    pub reason: SiteState,
    /// Details in words.
    pub detail: Option<String>,
}

/// A fetched robots.txt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RobotsTxt {
    /// When it was fetched.
    pub fetched_at: DateTime<Utc>,
    /// HTTP status; `None` if unreachable.
    pub status: Option<i16>,
    /// The body, possibly truncated by the caller.
    pub body: Vec<u8>,
}

/// A known robots.txt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownRobots {
    /// The last response; during an outage, the last one before it.
    pub txt: RobotsTxt,
    /// The current outage, if any.
    pub outage: Option<RobotsOutage>,
    /// Whether it is to be requested again before its time. It stays so until an answer, or that there was none, is saved; a host that
    /// is busy or refuses every request is asked again once it is due.
    pub is_due: bool,
}

/// An outage of a known robots.txt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RobotsOutage {
    /// When fetching it first failed.
    pub since: DateTime<Utc>,
    /// When it was last requested.
    pub asked_at: DateTime<Utc>,
}
