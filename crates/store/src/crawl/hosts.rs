//! Hosts: how they enter the database, and which of them are due.

use std::{collections::HashMap, time::Duration};

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use store_macros::retried;

use crate::{Lease, Store, StoreError};

/// Hosts per site that links and pushes may add: a wildcard DNS record makes them endless.
pub(crate) const HOSTS_PER_SITE: i64 = 500;

/// A host to be found or made.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NewHost {
    pub(crate) authority: String,
    pub(crate) scheme: &'static str,
    pub(crate) domain: String,
    pub(crate) site_id: String,
}

/// `http` or `https`, by the URL.
pub(crate) fn scheme_of(url: &str) -> &'static str {
    if url
        .get(..7)
        .is_some_and(|start| start.eq_ignore_ascii_case("http://"))
    {
        "http"
    } else {
        "https"
    }
}

/// Ids of hosts by authority; makes those that are missing, as long as their site has at most `per_site`.
/// Names longer than 255 bytes are no hosts.
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
    let authorities: Vec<String> = hosts.iter().map(|host| host.authority.clone()).collect();
    let mut ids = known_hosts(connection, &authorities).await?;
    hosts.retain(|host| !ids.contains_key(&host.authority));
    if hosts.is_empty() {
        return Ok(ids);
    }
    let authorities: Vec<String> = hosts.iter().map(|host| host.authority.clone()).collect();
    let schemes: Vec<String> = hosts.iter().map(|host| host.scheme.to_owned()).collect();
    let domains: Vec<String> = hosts.iter().map(|host| host.domain.clone()).collect();
    let sites: Vec<String> = hosts.iter().map(|host| host.site_id.clone()).collect();
    sqlx::query!(
        "insert into hosts (authority, scheme, domain, site_id)
        select authority, scheme, domain, site_id
        from (select *, row_number() over (partition by site_id order by authority) as place
            from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as new (authority, scheme, domain, site_id)) new
        where place + (select count(*) from hosts h where h.site_id = new.site_id) <= $5
        order by authority
        on conflict (authority) do nothing",
        &authorities,
        &schemes,
        &domains,
        &sites,
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

impl Store {
    /// Whether another host of the lease's domain is due and not leased.
    #[retried]
    pub async fn sibling_host_due(&self, lease: &Lease) -> Result<bool, StoreError> {
        let waits = sqlx::query_scalar!(
            r#"select exists (select from hosts
                where domain = $1 and host_id <> $2 and next_fetch_at <= now()
                    and (leased_until is null or leased_until <= now())) as "waits!""#,
            lease.domain,
            lease.host_id
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(waits)
    }

    /// Whether any host is due and can be claimed.
    #[retried]
    pub async fn any_host_due(&self) -> Result<bool, StoreError> {
        let waits = sqlx::query_scalar!(
            r#"select exists (select from hosts h
                where h.next_fetch_at <= now() and (h.leased_until is null or h.leased_until <= now())
                    and not exists (select from hosts o
                        where o.domain = h.domain and o.leased_until > now() and o.host_id <> h.host_id)
                ) as "waits!""#
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(waits)
    }

    /// How long until the next host becomes due, by the database's clock: see [`Store::next_host_due`].
    #[retried]
    pub async fn time_to_next_host(&self, only: &[String]) -> Result<Option<Duration>, StoreError> {
        let Some(at) = self.next_host_due(only).await? else {
            return Ok(None);
        };
        let wait = sqlx::query_scalar!(
            r#"select extract(epoch from $1::timestamptz - clock_timestamp())::float8 as "wait!""#,
            at
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(Some(Duration::try_from_secs_f64(wait).unwrap_or_default()))
    }

    /// When the next host becomes due (of these sites; empty: of all), leases of others included, those of
    /// other hosts of its domain too. `None`: never by itself. In the past: now.
    #[retried]
    pub async fn next_host_due(
        &self,
        only: &[String],
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        let at = sqlx::query_scalar!(
            "with walked as (
                select domain, max(leased_until) as until from hosts where leased_until > now() group by domain
            )
            select min(greatest(h.next_fetch_at, h.leased_until, w.until))
            from hosts h left join walked w on w.domain = h.domain
            where h.next_fetch_at is not null and (cardinality($1::text[]) = 0 or h.site_id = any($1))",
            only
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(at)
    }
}
