//! Traces of article pages, which show the text that repeats on a host.
//!
//! The URL of a page determines one of 64 slots of its host, and the newest page of a slot stays.
//! So rows may be written twice, in any order and by several processes at once, with the same result.

use std::collections::{BTreeMap, HashMap};

use sqlx::PgConnection;
use store_macros::retried;

use crate::{HostTrace, NewVerdict, PageKey, Store, StoreError, articles::PageFacts};

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

impl Store {
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

/// Saves the traces of the articles of one transaction, and deletes those of pages that are no
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
    // Verdicts are in page order, so that the newest page of a slot is kept; rows are locked in key order.
    let mut traces: BTreeMap<(i64, i16), (PageKey, &HostTrace)> = BTreeMap::new();
    for (verdict, page) in verdicts {
        if let (Some(trace), Some(_)) = (&verdict.trace, &verdict.article) {
            traces.insert((page.host_id, trace.slot), (verdict.key, trace));
        }
    }
    if traces.is_empty() {
        return Ok(0);
    }
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
            where v.host_id = any($1) and case when v.article_id is null then v.label_source like 'model:%'
                else not exists (select from host_knowledge k
                    where k.host_id = v.host_id and k.fetched_at = v.fetched_at and k.page_id = v.page_id) end
            order by v.fetched_at desc, v.page_id desc limit $2
        ) unsure order by 1, 2 on conflict do nothing",
        &known,
        MAX_REQUEUED
    );
    Ok(put.execute(connection).await?.rows_affected())
}
