//! The transaction that records visits: a handful of statements, regardless of the number of visits.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, types::Uuid};
use store_macros::retried;
use url::Url;

use crate::{
    NewUrl, Record, Store, StoreError, UrlKind, Visit,
    crawl::admission::{Admitted, HostUrl, admit},
    crawl::channels::host_of,
    crawl::crowding::note,
    crawl::hosts::{HOSTS_PER_SITE, NewHost, TOO_MANY_HOSTS, host_ids, mark_hosts_due},
    crawl::leases::lock_hosts,
    crawl::visits::lease_of,
    text::{self, column},
};

impl Store {
    /// Records all visits, or none if a lease is lost. Returns host and token of the lost leases, and whether links may have been
    /// left out.
    #[retried]
    pub(crate) async fn try_record(
        &self,
        records: &[&Record],
    ) -> Result<(HashSet<(i64, i64)>, bool), StoreError> {
        let mut transaction = self.writer.begin().await?;
        let Admitted { woken, is_crowded } = save_links(&mut transaction, records).await?;
        for round in rounds(records) {
            save_visits(&mut transaction, &round).await?;
        }
        // Last, and in id order, so that no two transactions wait for each other here.
        let mut hosts: Vec<i64> = records.iter().map(|record| record.lease.host_id).collect();
        hosts.extend(&woken);
        let held = lock_hosts(&mut transaction, &hosts).await?;
        let leases: HashSet<(i64, i64)> = records.iter().map(|record| lease_of(record)).collect();
        let lost: HashSet<(i64, i64)> = leases.difference(&held).copied().collect();
        if !lost.is_empty() {
            return Ok((lost, false)); // dropping the transaction rolls it back
        }
        mark_hosts_due(&mut transaction, &woken).await?;
        extend_leases(&mut transaction, records).await?;
        transaction.commit().await?;
        Ok((lost, is_crowded))
    }
}

/// Groups of visits in which each URL occurs once, ordered by host and URL.
fn rounds<'a>(records: &[&'a Record]) -> Vec<Vec<&'a Record>> {
    let mut rounds: Vec<Vec<&Record>> = Vec::new();
    let mut seen: HashMap<(i64, i64), usize> = HashMap::new();
    for record in records {
        let round = seen.entry(record.key()).or_default();
        if *round == rounds.len() {
            rounds.push(Vec::new());
        }
        rounds[*round].push(record);
        *round += 1;
    }
    for round in &mut rounds {
        round.sort_by_key(|record| record.key());
    }
    rounds
}

/// Adds the links to the frontier. The hosts that have new work are other ones.
async fn save_links(
    connection: &mut PgConnection,
    records: &[&Record],
) -> Result<Admitted, StoreError> {
    let mut elsewhere: Vec<NewHost> = Vec::new();
    for record in records {
        let (lease, visit) = (&record.lease, &record.visit);
        let links = visit.links.iter();
        let links = links.filter(|link| link.authority != lease.authority);
        let sites = &visit.channel_sites;
        elsewhere.extend(links.map(|link| host_of(link, &lease.site_id, &lease.domain, sites)));
    }
    let mut ids = if elsewhere.is_empty() {
        HashMap::new()
    } else {
        host_ids(connection, elsewhere, HOSTS_PER_SITE).await?
    };
    for lease in records.iter().map(|record| &record.lease) {
        ids.entry(lease.authority.clone()).or_insert(lease.host_id);
    }
    let has_no_host = |url: &&NewUrl| !ids.contains_key(&url.authority);
    let beyond = records.iter().flat_map(|record| {
        let links = record.visit.links.iter().filter(has_no_host);
        links.map(move |url| HostUrl::new(record.lease.host_id, url))
    });
    let beyond: Vec<HostUrl<'_>> = beyond.collect();
    if !beyond.is_empty() {
        note(connection, beyond.iter(), TOO_MANY_HOSTS).await?;
    }
    let placed = records.iter().flat_map(|record| {
        let visit = &record.visit;
        let named_by = visit.is_channel.then_some(visit.url_id);
        let ids = &ids;
        visit.links.iter().filter_map(move |url| {
            Some(HostUrl {
                named_by: named_by.filter(|_| url.kind == UrlKind::Page),
                ..HostUrl::new(*ids.get(&url.authority)?, url)
            })
        })
    });
    let placed: Vec<HostUrl<'_>> = placed.collect();
    let mut admitted = admit(connection, &placed).await?;
    let is_other = |host: &i64| records.iter().all(|record| record.lease.host_id != *host);
    admitted.woken.retain(is_other);
    Ok(admitted)
}

/// Records visits of distinct URLs. Those already recorded are skipped: they come from a retry after a lost answer.
async fn save_visits(connection: &mut PgConnection, records: &[&Record]) -> Result<(), StoreError> {
    let pages = column(records, |r| r.page.as_ref());
    let bodies = column(&pages, |page| page.map(|page| &page.main));
    // the plain responses of rendered pages
    let plains = column(&pages, |page| page.and_then(|page| page.plain.as_ref()));
    sqlx::query_file!(
        "queries/record_visits.sql",
        &column(records, |r| r.lease.host_id),
        &column(records, |r| r.visit.url_id),
        &column(records, |r| r.visit.fetched_at),
        &column(records, |r| r.visit.outcome.as_str()) as &[&str],
        &column(records, |r| r
            .visit
            .http_status
            .map(|status| status.clamp(0, 999))) as &[Option<i16>],
        &column(records, |r| r.visit.duration_ms.max(0)),
        &column(records, |r| r.visit.size_bytes.max(0)),
        &column(records, |r| text::optional(r.visit.etag.as_deref())) as &[Option<String>],
        &column(records, |r| text::optional(
            r.visit.last_modified.as_deref()
        )) as &[Option<String>],
        &column(records, |r| r.visit.next_due) as &[Option<DateTime<Utc>>],
        &column(records, |r| text::optional(r.visit.robots_rule.as_deref())) as &[Option<String>],
        &column(records, |r| r.opt_out.as_str()) as &[&str],
        &column(records, |r| text::optional(r.visit.detail.as_deref())) as &[Option<String>],
        &column(records, |r| r.visit.outcome.is_failure()
            || r.visit.is_fruitless),
        &column(&pages, |page| page.map(|page| page.url_final.as_str())) as &[Option<&str>],
        &column(&pages, |page| page.map(|page| page.http_status)) as &[Option<i16>],
        &column(&bodies, |body| body
            .and_then(|body| body.content_type.as_deref())) as &[Option<&str>],
        &column(&pages, |page| page.map(|page| page.headers.as_str())) as &[Option<&str>],
        &column(&bodies, |body| body.map(|body| body.size)) as &[Option<i64>],
        &column(&bodies, |body| body.map(|body| body.hash.as_slice())) as &[Option<&[u8]>],
        &column(&bodies, |body| body.map(|body| body.body.as_slice())) as &[Option<&[u8]>],
        &column(&plains, |plain| plain
            .and_then(|plain| plain.content_type.as_deref())) as &[Option<&str>],
        &column(&plains, |plain| plain.map(|plain| plain.size)) as &[Option<i64>],
        &column(&plains, |plain| plain.map(|plain| plain.hash.as_slice())) as &[Option<&[u8]>],
        &column(&plains, |plain| plain.map(|plain| plain.body.as_slice())) as &[Option<&[u8]>],
        &column(&pages, |page| page.and_then(|page| page.boxes.as_deref())) as &[Option<&[u8]>],
        &column(records, |r| r
            .visit
            .target
            .as_deref()
            .map(|target| text::url_hash(&text::clean(target)))) as &[Option<Uuid>],
        &column(records, |r| is_kept(&r.visit))
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether a redirect leads to the same page on another host: it keeps the path, or its last segment if that is a headline or an id,
/// and the query.
fn is_kept(visit: &Visit) -> bool {
    let target = visit.target.as_deref().map(Url::parse);
    let (Ok(here), Some(Ok(there))) = (Url::parse(&visit.url), target) else {
        return false;
    };
    let names_one = |name: &str| name.contains(|c: char| c.is_ascii_digit() || "-_".contains(c));
    let name = last_segment(&here);
    here.origin() != there.origin()
        && name.is_some()
        && name == last_segment(&there)
        && (here.path() == there.path() || name.is_some_and(names_one))
        && here
            .query()
            .is_none_or(|query| there.query() == Some(query))
}

fn last_segment(url: &Url) -> Option<&str> {
    url.path_segments()?.rfind(|segment| !segment.is_empty())
}

/// Saves when the next request to each host may start, and extends the leases. Skips recently
/// extended leases and hosts without a delay, since each update of a row leaves a dead tuple.
async fn extend_leases(
    connection: &mut PgConnection,
    records: &[&Record],
) -> Result<(), StoreError> {
    let mut next: HashMap<i64, DateTime<Utc>> = HashMap::new();
    for record in records {
        let at = record.visit.next_request_at;
        let latest = next.entry(record.lease.host_id).or_insert(at);
        *latest = at.max(*latest);
    }
    let (hosts, times): (Vec<i64>, Vec<DateTime<Utc>>) = next.into_iter().unzip();
    sqlx::query!(
        "update hosts h set next_request_at = greatest(h.next_request_at, next.request_at),
            leased_until = greatest(h.leased_until, now() + h.lease_length)
        from unnest($1::bigint[], $2::timestamptz[]) as next (host_id, request_at)
        where h.host_id = next.host_id
            and (next.request_at > greatest(h.next_request_at, now() + interval '10 milliseconds')
                or h.leased_until < now() + h.lease_length * 0.75)",
        &hosts,
        &times
    )
    .execute(connection)
    .await?;
    Ok(())
}
