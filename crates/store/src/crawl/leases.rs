//! Leases of hosts: one worker at a time crawls a host.

use std::{collections::HashSet, time::Duration};

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use store_macros::{boxed, retried};

use crate::{RobotsOutage, RobotsTxt, Site, Store, StoreError};

/// The right to crawl one host, until it runs out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// The host.
    pub host_id: i64,
    /// The site it belongs to.
    pub site_id: String,
    /// `host[:port]`.
    pub authority: String,
    /// `http` or `https`.
    pub scheme: String,
    /// Fencing token: grows with each claim; writes with an old one are refused.
    pub token: i64,
    /// No request may start before this instant.
    pub next_request_at: DateTime<Utc>,
    /// The last known robots.txt.
    pub robots: Option<RobotsTxt>,
    /// Whether it has been asked for in vain since.
    pub robots_outage: Option<RobotsOutage>,
    /// Walks in a row, up to this one, that failed.
    pub failures: i16,
    /// The database's clock at the time of the claim.
    pub claimed_at: DateTime<Utc>,
    /// The site.
    pub site: Site,
    /// Registrable domain.
    pub domain: String,
}

impl Store {
    /// Claims the host that has been due the longest, also one whose lease has run out, but none of a registrable
    /// domain that is being crawled: its hosts share request slots and would wait for each other. `only` holds site
    /// ids; empty means all.
    #[boxed]
    pub async fn claim_host(
        &self,
        worker: &str,
        lease_for: Duration,
        only: &[String],
    ) -> Result<Option<Lease>, StoreError> {
        let session = self.session().await;
        self.try_claim(worker, session, lease_for, only).await
    }

    #[retried]
    async fn try_claim(
        &self,
        worker: &str,
        session: Option<i64>,
        lease_for: Duration,
        only: &[String],
    ) -> Result<Option<Lease>, StoreError> {
        let row = sqlx::query!(
            r#"with due as (
                select h.host_id from hosts h
                where h.next_fetch_at <= now() and (h.leased_until is null or h.leased_until <= now())
                    and (cardinality($3::text[]) = 0 or h.site_id = any($3))
                    and not exists (select from hosts o
                        where o.domain = h.domain and o.leased_until > now() and o.host_id <> h.host_id)
                order by h.next_fetch_at
                limit 1
                for no key update of h skip locked
            ), claimed as (
                update hosts h
                set lease_token = lease_token + 1, lease_worker = $1, lease_session = $4,
                    lease_length = make_interval(secs => $2), leased_until = now() + make_interval(secs => $2)
                from due where h.host_id = due.host_id
                returning h.host_id, h.site_id, h.authority, h.scheme, h.domain, h.lease_token, h.next_request_at, h.failures
            )
            select c.host_id, c.site_id, c.authority, c.scheme, c.domain, c.lease_token, c.next_request_at, c.failures,
                clock_timestamp() as "claimed_at!",
                s.name, s.publisher, s.home, s.country, s.language, s.feeds, s.sitemaps, s.news_sitemaps,
                r.fetched_at as "robots_fetched_at?", r.status as robots_status, r.body as "robots_body?",
                r.unreachable_since as "unreachable_since?", r.asked_at as "asked_at?"
            from claimed c join sites s on s.site_id = c.site_id left join robots r on r.host_id = c.host_id"#,
            worker,
            lease_for.as_secs_f64(),
            only,
            session
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|row| Lease {
            host_id: row.host_id,
            site_id: row.site_id.clone(),
            authority: row.authority,
            scheme: row.scheme,
            token: row.lease_token,
            next_request_at: row.next_request_at,
            robots: row.robots_fetched_at.map(|fetched_at| RobotsTxt {
                fetched_at,
                status: row.robots_status,
                body: row.robots_body.unwrap_or_default(),
            }),
            robots_outage: row
                .unreachable_since
                .zip(row.asked_at)
                .map(|(since, asked_at)| RobotsOutage { since, asked_at }),
            failures: row.failures,
            claimed_at: row.claimed_at,
            site: Site {
                id: row.site_id,
                name: row.name,
                publisher: row.publisher,
                home: row.home,
                country: row.country,
                language: row.language,
                feeds: row.feeds,
                sitemaps: row.sitemaps,
                news_sitemaps: row.news_sitemaps,
            },
            domain: row.domain,
        }))
    }

    /// Extends a lease to `lease_for` from now; `false`: it is lost.
    #[retried]
    pub async fn renew_lease(
        &self,
        lease: &Lease,
        lease_for: Duration,
    ) -> Result<bool, StoreError> {
        let renewed = sqlx::query!(
            "update hosts
            set lease_length = make_interval(secs => $3),
                leased_until = greatest(leased_until, now() + make_interval(secs => $3))
            where host_id = $1 and lease_token = $2 and leased_until is not null",
            lease.host_id,
            lease.token,
            lease_for.as_secs_f64()
        )
        .execute(&self.pool)
        .await?;
        Ok(renewed.rows_affected() == 1)
    }

    /// Releases a host. With `cooldown_until` no worker requests anything before, whatever is found meanwhile; else it
    /// is due as its queue and its next due visit say. `false`: the lease was lost already.
    #[boxed]
    pub async fn release_host(
        &self,
        lease: &Lease,
        cooldown_until: Option<DateTime<Utc>>,
    ) -> Result<bool, StoreError> {
        self.settle_host(lease, cooldown_until, lease.failures)
            .await
    }

    /// The same, with the number of crawls of the host that failed in a row, this one included.
    #[retried]
    pub async fn settle_host(
        &self,
        lease: &Lease,
        cooldown_until: Option<DateTime<Utc>>,
        failures: i16,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        if !lock_lease(&mut transaction, lease).await? {
            return Ok(false);
        }
        // a statement of its own: it sees what was queued before the lock was acquired
        sqlx::query!(
            "update hosts h
            set lease_worker = null, lease_session = null, leased_until = null, failures = $3,
                next_request_at = greatest(next_request_at, $2), next_fetch_at = case
                when $2::timestamptz is not null then $2
                when exists (select from queue q where q.host_id = h.host_id) then greatest(now(), next_request_at)
                else (select greatest(v.next_due, h.next_request_at) from visits v
                    where v.host_id = h.host_id and v.next_due is not null order by v.next_due limit 1)
                end
            where host_id = $1",
            lease.host_id,
            cooldown_until,
            failures.max(0)
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(true)
    }
}

/// Locks a leased host until the transaction ends.
/// `false`: the lease has passed to another worker or was given back.
pub(crate) async fn lock_lease(
    connection: &mut PgConnection,
    lease: &Lease,
) -> Result<bool, StoreError> {
    let held = lock_hosts(connection, &[lease.host_id]).await?;
    Ok(held.contains(&(lease.host_id, lease.token)))
}

/// Locks hosts in the order of their ids until the transaction ends. Returns host and token of those that are leased.
pub(crate) async fn lock_hosts(
    connection: &mut PgConnection,
    hosts: &[i64],
) -> Result<HashSet<(i64, i64)>, StoreError> {
    let rows = sqlx::query!(
        "select host_id, lease_token, leased_until from hosts
        where host_id = any($1) order by host_id for no key update",
        hosts
    )
    .fetch_all(connection)
    .await?;
    let leased = rows.iter().filter(|row| row.leased_until.is_some());
    Ok(leased.map(|row| (row.host_id, row.lease_token)).collect())
}
