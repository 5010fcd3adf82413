//! Traces of article pages, which show the text that repeats on a host.
//!
//! The URL of a page determines one of 64 slots of its host, and the newest page of a slot stays.
//! So rows may be written twice, in any order and by several processes at once, with the same result.
//!
//! The traces of all articles, also of those without a slot, wait for their [review](Store::traces_to_review): a comparison with
//! what is known about the host after their extraction.

use std::collections::{BTreeMap, HashMap};

use sqlx::PgConnection;
use store_macros::retried;

use crate::{HostTrace, NewVerdict, PageKey, Store, StoreError, articles::PageFacts, text::column};

/// Number of pages after which enough is known about a host.
const ENOUGH_PAGES: i64 = 10;
/// Maximum number of pages requeued then: the newest.
const MAX_REQUEUED: i64 = 2_000;

/// A trace and its page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownPage {
    /// The page.
    pub key: PageKey,
    /// Its slot.
    pub slot: i16,
    /// Its trace.
    pub bytes: Vec<u8>,
}

/// The trace of an article that waits for its review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceToReview {
    /// Identifies the row.
    pub trace_id: i64,
    /// The host of the page.
    pub host_id: i64,
    /// The page.
    pub key: PageKey,
    /// Its trace.
    pub bytes: Vec<u8>,
}

impl Store {
    /// The oldest traces that wait for their review; none if all are reviewed. Those in another format are left out, and deleted.
    #[retried]
    pub async fn traces_to_review(
        &self,
        format: i16,
        limit: i64,
    ) -> Result<Vec<TraceToReview>, StoreError> {
        sqlx::query!("delete from traces_to_review where format <> $1", format)
            .execute(&self.pool)
            .await?;
        let rows = sqlx::query!(
            "select trace_id, host_id, fetched_at, page_id, trace from traces_to_review order by trace_id limit $1",
            limit
        )
        .fetch_all(&self.pool)
        .await?;
        let traces = rows.into_iter().map(|row| TraceToReview {
            trace_id: row.trace_id,
            host_id: row.host_id,
            key: PageKey {
                fetched_at: row.fetched_at,
                page_id: row.page_id,
            },
            bytes: row.trace,
        });
        Ok(traces.collect())
    }

    /// Deletes traces that are reviewed. Pages to extract again must be queued before, so that a kill in between loses none.
    #[retried]
    pub async fn delete_reviewed_traces(&self, traces: &[TraceToReview]) -> Result<(), StoreError> {
        let ids: Vec<i64> = traces.iter().map(|trace| trace.trace_id).collect();
        sqlx::query!(
            "delete from traces_to_review where trace_id = any($1)",
            &ids
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The traces in this format of each of these hosts, by slot.
    #[retried]
    pub async fn host_knowledge(
        &self,
        hosts: &[i64],
        format: i16,
    ) -> Result<HashMap<i64, Vec<KnownPage>>, StoreError> {
        let rows = sqlx::query!(
            "select host_id, place, fetched_at, page_id, trace from host_knowledge
            where host_id = any($1) and format = $2 order by host_id, place",
            hosts,
            format
        )
        .fetch_all(&self.pool)
        .await?;
        let mut known: HashMap<i64, Vec<KnownPage>> = HashMap::new();
        for row in rows {
            let page = KnownPage {
                key: PageKey {
                    fetched_at: row.fetched_at,
                    page_id: row.page_id,
                },
                slot: row.place,
                bytes: row.trace,
            };
            known.entry(row.host_id).or_default().push(page);
        }
        Ok(known)
    }
}

/// Saves the traces of the articles of one transaction, also for their review, and deletes those of pages that are no
/// longer articles. Returns the number of requeued pages.
pub(crate) async fn save(
    connection: &mut PgConnection,
    verdicts: &[(&NewVerdict, &PageFacts)],
) -> Result<u64, StoreError> {
    let rejected = verdicts
        .iter()
        .filter(|(verdict, _)| verdict.article.is_none());
    let rejected = rejected.filter(|(_, page)| page.was_article == Some(true));
    for (verdict, page) in rejected {
        sqlx::query!(
            "delete from host_knowledge where host_id = $1 and fetched_at = $2 and page_id = $3",
            page.host_id,
            verdict.key.fetched_at,
            verdict.key.page_id
        )
        .execute(&mut *connection)
        .await?;
    }
    let traces = verdicts.iter().filter_map(|(verdict, page)| {
        let trace = verdict.trace.as_ref().filter(|_| verdict.article.is_some());
        Some((page.host_id, verdict.key, trace?))
    });
    let traces: Vec<(i64, PageKey, &HostTrace)> = traces.collect();
    if traces.is_empty() {
        return Ok(0);
    }
    sqlx::query!(
        "insert into traces_to_review (host_id, fetched_at, page_id, format, trace)
        select * from unnest($1::bigint[], $2::timestamptz[], $3::bigint[], $4::smallint[], $5::bytea[])",
        &column(&traces, |(host, ..)| *host),
        &column(&traces, |(_, key, _)| key.fetched_at),
        &column(&traces, |(_, key, _)| key.page_id),
        &column(&traces, |(.., trace)| trace.format),
        &column(&traces, |(.., trace)| trace.bytes.clone())
    )
    .execute(&mut *connection)
    .await?;
    // Verdicts are in page order, so that the newest page of a slot is kept; rows are locked in key order.
    let traces: BTreeMap<(i64, i16), (PageKey, &HostTrace)> = traces
        .into_iter()
        .map(|(host, key, trace)| ((host, trace.slot), (key, trace)))
        .collect();
    let (hosts, slots): (Vec<i64>, Vec<i16>) = traces.keys().copied().unzip();
    let keys: Vec<PageKey> = traces.values().map(|(key, _)| *key).collect();
    let (times, ids): (Vec<_>, Vec<_>) =
        keys.iter().map(|key| (key.fetched_at, key.page_id)).unzip();
    let formats: Vec<i16> = traces.values().map(|(_, trace)| trace.format).collect();
    let bytes: Vec<Vec<u8>> = traces
        .values()
        .map(|(_, trace)| trace.bytes.clone())
        .collect();
    sqlx::query!(
        "insert into host_knowledge as k (host_id, place, fetched_at, page_id, format, trace)
        select * from unnest($1::bigint[], $2::smallint[], $3::timestamptz[], $4::bigint[], $5::smallint[], $6::bytea[])
        on conflict (host_id, place) do update set fetched_at = excluded.fetched_at, page_id = excluded.page_id,
            format = excluded.format, trace = excluded.trace, updated_at = now()
        where (k.fetched_at, k.page_id) <= (excluded.fetched_at, excluded.page_id)",
        &hosts,
        &slots,
        &times,
        &ids,
        &formats,
        &bytes
    )
    .execute(&mut *connection)
    .await?;
    requeue_uncertain(connection, &hosts).await
}

/// Requeues pages of hosts about which enough is known for the first time: those that the model rejected, perhaps because
/// of repeated text, and articles whose slot another page has taken, so that no trace shows whether they are outdated.
async fn requeue_uncertain(
    connection: &mut PgConnection,
    hosts: &[i64],
) -> Result<u64, StoreError> {
    let known = sqlx::query_scalar!(
        "insert into hosts_known (host_id)
        select host_id from host_knowledge where host_id = any($1) group by 1 having count(*) >= $2 order by 1
        on conflict do nothing returning host_id",
        hosts,
        ENOUGH_PAGES
    )
    .fetch_all(&mut *connection)
    .await?;
    if known.is_empty() {
        return Ok(0);
    }
    let put = sqlx::query!(
        "insert into extract_queue (fetched_at, page_id)
        select fetched_at, page_id from (
            select v.fetched_at, v.page_id
            from verdicts v join pages p on p.fetched_at = v.fetched_at and p.page_id = v.page_id
            where p.host_id = any($1) and case when v.article_id is null then v.label_source like 'model:%'
                else not exists (select from host_knowledge k
                    where k.host_id = v.host_id and k.fetched_at = v.fetched_at and k.page_id = v.page_id) end
            order by v.fetched_at desc, v.page_id desc limit $2
        ) unsure order by 1, 2 on conflict do nothing",
        &known,
        MAX_REQUEUED
    );
    Ok(put.execute(connection).await?.rows_affected())
}
