//! The bound on the URLs of a host that wait for their first request. Beyond it the newest stay, and the others are noted as skipped.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use sqlx::PgConnection;

use crate::{
    StoreError, UrlKind, Via,
    crawl::admission::HostUrl,
    crawl::skipped::MAX_PER_REASON,
    text::{self, column},
};

/// The last priority of front pages, feeds and sitemaps. Pages come after it.
pub const LAST_CHANNEL_PRIORITY: i16 = 80;
/// Above this priority are the pages that were visited before: see `revisit_priority`.
pub(crate) const LAST_WAITING: i16 = LAST_CHANNEL_PRIORITY + 1_000;
/// Maximum pages of a site that wait on each of its hosts, shared among the hosts; and what each of very many hosts has. At the
/// usual pace, a host answers 10,000 requests a day.
const MAX_PAGES: i64 = 20_000;
const MIN_PAGES: i64 = 2_000;
/// Maximum feeds and sitemaps of a host that wait.
const MAX_CHANNELS: i64 = 500;
/// Maximum URLs noted for one statement.
const MAX_NOTED: usize = 1_000;
/// Why a URL is dropped.
const TOO_MANY: &str = "too many URLs of its host wait";

/// The URLs of one host and kind that may wait.
#[derive(Debug)]
struct Crowd {
    host_id: i64,
    of_channels: bool,
    /// How many more may wait.
    room: i64,
}

impl Crowd {
    fn has(&self, placed: &HostUrl<'_>) -> bool {
        placed.host_id == self.host_id && is_channel(placed) == self.of_channels
    }

    /// The first and the last priority.
    fn priorities(&self) -> (i16, i16) {
        if self.of_channels {
            (i16::MIN, LAST_CHANNEL_PRIORITY)
        } else {
            (LAST_CHANNEL_PRIORITY + 1, LAST_WAITING)
        }
    }
}

fn is_channel(placed: &HostUrl<'_>) -> bool {
    placed.url.kind != UrlKind::Page
}

/// Makes room on the hosts of these URLs, for the newest of them, by removing waiting URLs that come later. Returns those that
/// may be added; `None` if all may.
pub(crate) async fn make_room<'a>(
    connection: &mut PgConnection,
    urls: &[HostUrl<'a>],
) -> Result<Option<Vec<HostUrl<'a>>>, StoreError> {
    let crowds = crowds(connection, urls).await?;
    if crowds.is_empty() {
        return Ok(None);
    }
    let unknown = unknown(connection, urls).await?;
    let mut dropped: HashSet<usize> = HashSet::new();
    for crowd in &crowds {
        let waiting = waiting(connection, crowd).await?;
        let new = unknown
            .iter()
            .filter(|at| crowd.has(&urls[**at]) && urls[**at].url.via != Via::Seed);
        let (beyond, removed) = choose(new.copied(), urls, waiting, crowd.room);
        dropped.extend(beyond);
        remove_last(connection, crowd, removed).await?;
    }
    note(connection, dropped.iter().map(|at| &urls[*at]), TOO_MANY).await?;
    let kept = urls.iter().enumerate();
    let kept = kept.filter(|(at, _)| !dropped.contains(at));
    Ok(Some(kept.map(|(_, placed)| placed.clone()).collect()))
}

/// Chooses which new URLs of a crowd have no room, the newest last, and how many waiting ones are removed for others. `waiting`
/// counts those that wait by priority.
fn choose(
    new: impl Iterator<Item = usize>,
    urls: &[HostUrl<'_>],
    mut waiting: BTreeMap<i16, i64>,
    mut room: i64,
) -> (Vec<usize>, i64) {
    let mut new: Vec<usize> = new.collect();
    new.sort_by_key(|at| (urls[*at].url.priority, Reverse(urls[*at].url.published)));
    let mut removed = 0;
    let beyond = new.into_iter().filter(|at| {
        if room > 0 {
            room -= 1;
            return false;
        }
        let last = waiting.last_entry();
        match last.filter(|last| *last.key() > urls[*at].url.priority) {
            None => true,
            Some(mut last) => {
                removed += 1;
                *last.get_mut() -= 1;
                if *last.get() == 0 {
                    last.remove();
                }
                false
            }
        }
    });
    (beyond.collect(), removed)
}

/// The hosts and kinds for which these URLs, were they all new, might be too many.
async fn crowds(
    connection: &mut PgConnection,
    urls: &[HostUrl<'_>],
) -> Result<Vec<Crowd>, StoreError> {
    let mut named: HashMap<(i64, bool), i64> = HashMap::new();
    for placed in urls {
        *named
            .entry((placed.host_id, is_channel(placed)))
            .or_default() += 1;
    }
    let hosts_of = |channels: bool| -> Vec<i64> {
        let hosts = named.keys().filter(|(_, kind)| *kind == channels);
        hosts.map(|(host, _)| *host).collect()
    };
    let crowds = sqlx::query_as!(
        Crowd,
        r#"select h.host_id as "host_id!", false as "of_channels!",
            most.pages - (select count(*) from (select from queue q
                where q.host_id = h.host_id and q.priority between $5 and $6 limit most.pages) w) as "room!"
        from hosts h
        cross join lateral (select greatest($3 / count(*), $4) as pages from hosts o where o.site_id = h.site_id) most
        where h.host_id = any($1)
        union all
        -- those that are put off to the next night wait too
        select h.host_id, true, $7 - (select count(*) from (select from seen s
                where s.host_id = h.host_id and s.kind <> 'page' and not exists (
                    select from visits v where v.host_id = s.host_id and v.url_id = s.url_id and v.outcome <> 'skipped')
                limit $7) w)
        from hosts h where h.host_id = any($2)"#,
        &hosts_of(false),
        &hosts_of(true),
        MAX_PAGES,
        MIN_PAGES,
        LAST_CHANNEL_PRIORITY + 1,
        LAST_WAITING,
        MAX_CHANNELS
    )
    .fetch_all(connection)
    .await?;
    let may_be_full =
        |crowd: &Crowd| named.get(&(crowd.host_id, crowd.of_channels)) > Some(&crowd.room);
    Ok(crowds.into_iter().filter(may_be_full).collect())
}

/// The places of the URLs that are not known yet, each URL once.
async fn unknown(
    connection: &mut PgConnection,
    urls: &[HostUrl<'_>],
) -> Result<Vec<usize>, StoreError> {
    let places = sqlx::query_scalar!(
        r#"select min(found.place) as "place!"
        from unnest($1::bigint[], $2::uuid[]) with ordinality as found (host_id, url_hash, place)
        left join lateral (select s.url_id from seen s
            where s.host_id = found.host_id and s.url_hash = found.url_hash offset 0) s on true
        where s.url_id is null group by found.host_id, found.url_hash order by 1"#,
        &column(urls, |placed| placed.host_id),
        &column(urls, |placed| placed.hash)
    )
    .fetch_all(connection)
    .await?;
    let places = places.into_iter();
    Ok(places
        .filter_map(|place| usize::try_from(place).ok()?.checked_sub(1))
        .collect())
}

/// The number of URLs that wait, by priority.
async fn waiting(
    connection: &mut PgConnection,
    crowd: &Crowd,
) -> Result<BTreeMap<i16, i64>, StoreError> {
    let (first, last) = crowd.priorities();
    let rows = sqlx::query!(
        r#"select q.priority, count(*) as "urls!" from queue q
        where q.host_id = $1 and q.priority between $2 and $3
            and not exists (select from visits v where v.host_id = q.host_id and v.url_id = q.url_id)
        group by q.priority"#,
        crowd.host_id,
        first,
        last
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.priority, row.urls))
        .collect())
}

/// Removes the last of the URLs that wait, and notes them as skipped.
async fn remove_last(
    connection: &mut PgConnection,
    crowd: &Crowd,
    urls: i64,
) -> Result<(), StoreError> {
    if urls == 0 {
        return Ok(());
    }
    let (first, last) = crowd.priorities();
    sqlx::query!(
        "with last as materialized (
            select q.ctid, q.url_id from queue q
            where q.host_id = $1 and q.priority between $2 and $3
                and not exists (select from visits v where v.host_id = q.host_id and v.url_id = q.url_id)
            order by q.priority desc, q.url_id desc limit $4 for update of q skip locked
        ), unqueued as (
            delete from queue where ctid = any(array(select ctid from last))
        ), unannounced as (
            delete from discoveries d using last where d.host_id = $1 and d.url_id = last.url_id
        ), gone as (
            delete from seen s using last where s.host_id = $1 and s.url_id = last.url_id returning s.url_hash, s.url
        )
        insert into skipped_urls (host_id, reason, url_hash, url)
        select $1, $5, gone.url_hash, gone.url from gone
        where (select count(*) from skipped_urls s where s.host_id = $1 and s.reason = $5) < $6
        order by gone.url_hash limit $7 on conflict do nothing",
        crowd.host_id,
        first,
        last,
        urls,
        TOO_MANY,
        MAX_PER_REASON,
        i64::try_from(MAX_NOTED).unwrap_or(i64::MAX)
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Notes URLs that are not added, for this reason.
pub(crate) async fn note<'a>(
    connection: &mut PgConnection,
    dropped: impl Iterator<Item = &'a HostUrl<'a>>,
    reason: &str,
) -> Result<(), StoreError> {
    let dropped: Vec<&HostUrl<'_>> = dropped.take(MAX_NOTED).collect();
    sqlx::query!(
        "insert into skipped_urls (host_id, reason, url_hash, url)
        select named.host_id, $4, named.url_hash, named.url
        from unnest($1::bigint[], $2::uuid[], $3::text[]) as named (host_id, url_hash, url)
        where named.host_id not in (select s.host_id from skipped_urls s
            where s.host_id = any($1) and s.reason = $4 group by s.host_id having count(*) >= $5)
        order by 1, 3 on conflict do nothing",
        &column(&dropped, |placed| placed.host_id),
        &column(&dropped, |placed| placed.hash),
        &column(&dropped, |placed| text::owned(&placed.url.url)),
        reason,
        MAX_PER_REASON
    )
    .execute(connection)
    .await?;
    Ok(())
}
