//! Host leases: only one worker at a time crawls a host.

use std::{collections::HashSet, time::Duration};

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use store_macros::{boxed, retried};

use crate::{Render, Site, Store, StoreError, crawl::hosts::CooldownReason, text};

/// How long the lock of a worker must be free before the worker counts as dead: it may be about to reconnect.
const DEAD_AFTER: Duration = Duration::from_secs(6);

/// The right to crawl one host until the lease expires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// The host.
    pub host_id: i64,
    /// The site it belongs to.
    pub site_id: String,
    /// `host[:port]`.
    pub authority: String,
    /// `http` or `https`: the one whose robots.txt is requested first.
    pub scheme: String,
    /// Fencing token: grows with each claim. Writes with an old one are refused.
    pub token: i64,
    /// No request may start before this instant.
    pub next_request_at: DateTime<Utc>,
    /// Consecutive failed crawls of the host before this one.
    pub failures: i16,
    /// The database's clock at the time of the claim.
    pub claimed_at: DateTime<Utc>,
    /// A number that changes whenever URLs are deleted, by whatever process.
    pub url_deletions: i64,
    /// The site.
    pub site: Site,
    /// Registrable domain.
    pub domain: String,
}

impl Lease {
    /// Returns [`StoreError::LeaseLost`] if a write fenced by the lease wrote no row.
    pub(crate) fn require_written(&self, rows: u64) -> Result<(), StoreError> {
        if rows == 0 {
            return Err(StoreError::LeaseLost {
                host_id: self.host_id,
            });
        }
        Ok(())
    }
}

impl Store {
    /// Claims the host that has been due the longest, including hosts whose lease has expired. Skips registrable domains that
    /// are being crawled: their hosts share request slots and would wait for each other. `only` holds site ids; empty means all.
    #[retried]
    pub async fn claim_host(
        &self,
        worker: &str,
        lease_for: Duration,
        only: &[String],
    ) -> Result<Option<Lease>, StoreError> {
        let session = self
            .heartbeat
            .lock_number(&self.pool.connect_options())
            .await;
        let row = sqlx::query!(
            r#"with due as (
                select h.host_id from hosts h join sites s on s.site_id = h.site_id
                where h.next_fetch_at <= now() and (h.leased_until is null or h.leased_until <= now())
                    and (cardinality($3::text[]) = 0 or h.site_id = any($3))
                    and s.state = 'active'
                    and not exists (select from hosts o
                        where o.domain = h.domain and o.leased_until > now() and o.host_id <> h.host_id)
                order by h.next_fetch_at
                limit 1
                for no key update of h skip locked
                for share of s skip locked -- a site that is being paused
            ), claimed as (
                update hosts h
                set lease_token = lease_token + 1, lease_worker = $1, lease_session = $4,
                    lease_length = make_interval(secs => $2), leased_until = now() + make_interval(secs => $2)
                from due where h.host_id = due.host_id
                returning h.host_id, h.site_id, h.authority, h.scheme, h.domain, h.lease_token, h.next_request_at, h.failures
            )
            select c.host_id, c.site_id, c.authority, c.scheme, c.domain, c.lease_token, c.next_request_at, c.failures,
                clock_timestamp() as "claimed_at!", (select last_value from url_deletions) as "url_deletions!",
                s.name, s.publisher, s.home, s.country, s.language, s.feeds, s.sitemaps, s.news_sitemaps, s.render as "render: Render"
            from claimed c join sites s on s.site_id = c.site_id"#,
            worker,
            lease_for.as_secs_f64(),
            only,
            session
        )
        .fetch_optional(&self.pool)
        .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        Ok(Some(Lease {
            host_id: row.host_id,
            site_id: row.site_id.clone(),
            authority: row.authority,
            scheme: row.scheme,
            token: row.lease_token,
            next_request_at: row.next_request_at,
            failures: row.failures,
            claimed_at: row.claimed_at,
            url_deletions: row.url_deletions,
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
                render: row.render,
            },
            domain: row.domain,
        }))
    }

    /// Extends a lease to `lease_for` from now. Returns `false` if it is lost.
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

    /// Releases a host. With `cooldown_until`, no worker requests anything before that time, whatever is discovered meanwhile;
    /// otherwise its queue and its next due visit determine when it is due. Returns `false` if the lease was already lost.
    #[boxed]
    pub async fn release_host(
        &self,
        lease: &Lease,
        cooldown_until: Option<DateTime<Utc>>,
    ) -> Result<bool, StoreError> {
        self.release_crawled_host(lease, cooldown_until, lease.failures, None)
            .await
    }

    /// Like [`Store::release_host`], with the number of consecutive failed crawls of the host, this
    /// one included, and the reason why this one ended early.
    #[retried]
    pub async fn release_crawled_host(
        &self,
        lease: &Lease,
        cooldown_until: Option<DateTime<Utc>>,
        failures: i16,
        cooldown: Option<&CooldownReason>,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        if !lock_lease(&mut transaction, lease).await? {
            return Ok(false);
        }
        // a separate statement, which sees what was queued before the lock was acquired
        sqlx::query!(
            "update hosts h
            set lease_worker = null, lease_session = null, leased_until = null, failures = $3,
                cooldown_reason = $4, cooldown_detail = case when $4 = cooldown_reason then coalesce($5, cooldown_detail) else $5 end,
                next_request_at = greatest(next_request_at, $2), next_fetch_at = case
                when $2::timestamptz is not null then $2
                when exists (select from queue q where q.host_id = h.host_id) then greatest(now(), next_request_at)
                else (select greatest(v.next_due, h.next_request_at) from visits v
                    where v.host_id = h.host_id and v.next_due is not null order by v.next_due limit 1)
                end
            where host_id = $1",
            lease.host_id,
            cooldown_until,
            failures.max(0),
            cooldown.map(|cooldown| cooldown.reason.to_string()),
            cooldown.and_then(|cooldown| text::optional(cooldown.detail.as_deref()))
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Whether another host of the lease's domain is due and not leased.
    #[retried]
    pub async fn sibling_host_due(&self, lease: &Lease) -> Result<bool, StoreError> {
        let waits = sqlx::query_scalar!(
            r#"select exists (select from hosts h
                where domain = $1 and host_id <> $2 and next_fetch_at <= now()
                    and (leased_until is null or leased_until <= now())
                    and exists (select from sites s where s.site_id = h.site_id and s.state = 'active')) as "waits!""#,
            lease.domain,
            lease.host_id
        );
        Ok(waits.fetch_one(&self.pool).await?)
    }

    /// Whether any host is due and can be claimed.
    #[retried]
    pub async fn any_host_due(&self) -> Result<bool, StoreError> {
        let waits = sqlx::query_scalar!(
            r#"select exists (select from hosts h
                where h.next_fetch_at <= now() and (h.leased_until is null or h.leased_until <= now())
                    and exists (select from sites s where s.site_id = h.site_id and s.state = 'active')
                    and not exists (select from hosts o
                        where o.domain = h.domain and o.leased_until > now() and o.host_id <> h.host_id)
                ) as "waits!""#
        );
        Ok(waits.fetch_one(&self.pool).await?)
    }

    /// The time until the next host becomes due, by the database's clock: see [`Store::next_host_due`].
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

    /// When the next host of these sites (empty: all) becomes due, after any lease on it or on
    /// another host of its domain. `None` if none will by itself. A time in the past means now.
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
            where h.next_fetch_at is not null and (cardinality($1::text[]) = 0 or h.site_id = any($1))
                and exists (select from sites s where s.site_id = h.site_id and s.state = 'active')",
            only
        );
        Ok(at.fetch_one(&self.pool).await?)
    }

    /// Ends the leases of dead workers, so that their hosts can be claimed. Every worker calls this every few
    /// seconds. Returns the number of hosts.
    #[retried]
    pub async fn release_dead_workers(&self) -> Result<u64, StoreError> {
        // the numbers of locks that leases name and nobody holds
        let free = sqlx::query_scalar!(
            r#"select distinct h.lease_session as "session!" from hosts h
            where h.leased_until > now() and h.lease_session is not null
                and not session_lives(h.lease_session)"#
        )
        .fetch_all(&self.pool)
        .await?;
        let dead = self.heartbeat.dead(&free, DEAD_AFTER);
        if dead.is_empty() {
            return Ok(0);
        }
        let freed = sqlx::query!(
            "with gone as (
                select host_id from hosts
                where leased_until > now() and lease_session = any($1)
                order by host_id for no key update skip locked
            )
            update hosts h set leased_until = now() from gone where h.host_id = gone.host_id",
            &dead
        )
        .execute(&self.pool)
        .await?;
        Ok(freed.rows_affected())
    }
}

/// Locks a leased host until the transaction ends. Returns `false` if the lease has passed to another worker or was released.
pub(crate) async fn lock_lease(
    connection: &mut PgConnection,
    lease: &Lease,
) -> Result<bool, StoreError> {
    let held = lock_hosts(connection, &[lease.host_id]).await?;
    Ok(held.contains(&(lease.host_id, lease.token)))
}

/// Locks hosts in id order until the transaction ends. Returns the host and token of those that are leased.
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
