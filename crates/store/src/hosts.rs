//! Hosts and their leases: one host, one worker, one polite walk.

use std::{collections::HashSet, time::Duration};

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::{Site, Store, StoreError};

/// The right to walk one host until it runs out.
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

/// A robots.txt as it was fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RobotsTxt {
    /// When.
    pub fetched_at: DateTime<Utc>,
    /// HTTP status; `None`: unreachable.
    pub status: Option<i16>,
    /// The body, as long as the caller cared to keep.
    pub body: Vec<u8>,
}

/// A robots.txt that is known and cannot be had any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RobotsOutage {
    /// When it first could not be had.
    pub since: DateTime<Utc>,
    /// When it was last asked for.
    pub asked_at: DateTime<Utc>,
}

impl Store {
    /// Claims the host that has been due the longest, also one whose lease has run out, but none of a
    /// registrable domain that is being walked: its hosts share one pace, and would only wait for each other.
    /// `only` holds site ids; empty means all.
    pub async fn claim_host(
        &self,
        worker: &str,
        lease_for: Duration,
        only: &[String],
    ) -> Result<Option<Lease>, StoreError> {
        let session = self.session().await;
        self.retrying(|| self.try_claim(worker, session, lease_for, only))
            .await
    }

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
                s.name, s.home, s.country, s.language, s.feeds, s.sitemaps, s.news_sitemaps,
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

    /// Prolongs a lease to `lease_for` from now; `false`: it is lost.
    pub async fn renew_lease(
        &self,
        lease: &Lease,
        lease_for: Duration,
    ) -> Result<bool, StoreError> {
        self.retrying(|| async {
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
        })
        .await
    }

    /// Remembers the robots.txt of a leased host, and that no request may start before `next_request_at`.
    ///
    /// # Errors
    /// [`StoreError::LeaseLost`] if the lease has passed to another.
    pub async fn save_robots(
        &self,
        lease: &Lease,
        robots: &RobotsTxt,
        next_request_at: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        self.retrying(|| async {
            let saved = sqlx::query!(
                "with paced as (
                    update hosts set next_request_at = greatest(next_request_at, $6)
                    where host_id = $1 and lease_token = $2 and leased_until is not null
                    returning host_id
                )
                insert into robots (host_id, fetched_at, status, body)
                select host_id, $3, $4, $5 from paced
                on conflict (host_id) do update
                    set fetched_at = excluded.fetched_at, status = excluded.status, body = excluded.body,
                        unreachable_since = null, asked_at = null",
                lease.host_id,
                lease.token,
                robots.fetched_at,
                robots.status,
                robots.body,
                next_request_at
            )
            .execute(&self.pool)
            .await?;
            if saved.rows_affected() == 0 {
                return Err(StoreError::LeaseLost { host_id: lease.host_id });
            }
            Ok(())
        })
        .await
    }

    /// Notes that the robots.txt could not be had at `asked_at`; the one that is known stays.
    ///
    /// # Errors
    /// [`StoreError::LeaseLost`] if the lease has passed to another.
    pub async fn save_robots_outage(
        &self,
        lease: &Lease,
        asked_at: DateTime<Utc>,
        next_request_at: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        self.retrying(|| async {
            let saved = sqlx::query!(
                "with paced as (
                    update hosts set next_request_at = greatest(next_request_at, $4)
                    where host_id = $1 and lease_token = $2 and leased_until is not null
                    returning host_id
                )
                update robots r set unreachable_since = coalesce(r.unreachable_since, $3), asked_at = $3
                from paced where r.host_id = paced.host_id",
                lease.host_id,
                lease.token,
                asked_at,
                next_request_at
            )
            .execute(&self.pool)
            .await?;
            if saved.rows_affected() == 0 {
                return Err(StoreError::LeaseLost { host_id: lease.host_id });
            }
            Ok(())
        })
        .await
    }

    /// Gives a host back. With `rest_until` nobody asks it for anything before, whatever is found meanwhile;
    /// else it is due again as its queue and its next due visit say. `false`: the lease was lost already.
    pub async fn release_host(
        &self,
        lease: &Lease,
        rest_until: Option<DateTime<Utc>>,
    ) -> Result<bool, StoreError> {
        self.settle_host(lease, rest_until, lease.failures).await
    }

    /// The same, and notes how many walks in a row have failed, this one included.
    pub async fn settle_host(
        &self,
        lease: &Lease,
        rest_until: Option<DateTime<Utc>>,
        failures: i16,
    ) -> Result<bool, StoreError> {
        self.retrying(|| async {
            let mut transaction = self.pool.begin().await?;
            if !lock_lease(&mut transaction, lease).await? {
                return Ok(false);
            }
            // a statement of its own: it sees what was queued until the lock was had
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
                rest_until,
                failures.max(0)
            )
            .execute(&mut *transaction)
            .await?;
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    /// Whether another host of the lease's domain is due and waits for its walk.
    pub async fn domain_waits(&self, lease: &Lease) -> Result<bool, StoreError> {
        self.retrying(|| async {
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
        })
        .await
    }

    /// Whether any host is due and waits for its walk.
    pub async fn any_host_waits(&self) -> Result<bool, StoreError> {
        self.retrying(|| async {
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
        })
        .await
    }

    /// How long until the next host becomes due, by the database's clock: see [`Store::next_host_due`].
    pub async fn next_host_wait(&self, only: &[String]) -> Result<Option<Duration>, StoreError> {
        let Some(at) = self.next_host_due(only).await? else {
            return Ok(None);
        };
        self.retrying(|| async {
            let wait = sqlx::query_scalar!(
                r#"select extract(epoch from $1::timestamptz - clock_timestamp())::float8 as "wait!""#,
                at
            )
            .fetch_one(&self.pool)
            .await?;
            Ok(Some(Duration::try_from_secs_f64(wait).unwrap_or_default()))
        })
        .await
    }

    /// When the next host becomes due (of these sites; empty: of all), leases of others included, those of
    /// other hosts of its domain too. `None`: never by itself. In the past: now.
    pub async fn next_host_due(
        &self,
        only: &[String],
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.retrying(|| async {
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
        })
        .await
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

/// Locks hosts in the order of their ids until the transaction ends. Gives host and token of those that are leased.
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
