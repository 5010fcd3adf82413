//! How discovered URLs enter the frontier.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet, hash_map::Entry},
};

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, types::Uuid};

use crate::{
    NewUrl, StoreError, UrlKind, Via,
    crawl::crowding::make_room,
    text::{self, column, url_hash},
};

/// A URL and its host.
#[derive(Debug, Clone)]
pub(crate) struct HostUrl<'a> {
    pub(crate) host_id: i64,
    pub(crate) url: &'a NewUrl,
    pub(crate) text: Cow<'a, str>,
    pub(crate) hash: Uuid,
    /// The `url_id` of the feed or sitemap that names it.
    pub(crate) named_by: Option<i64>,
}

impl<'a> HostUrl<'a> {
    pub(crate) fn new(host_id: i64, url: &'a NewUrl) -> Self {
        let text = text::clean(&url.url);
        let hash = url_hash(&text);
        Self {
            host_id,
            url,
            text,
            hash,
            named_by: None,
        }
    }
}

/// The result of [`admit`].
#[derive(Debug, Default)]
pub(crate) struct Admitted {
    /// The hosts that have new work.
    pub(crate) woken: Vec<i64>,
    /// Whether too many URLs wait, so that some may have been left out.
    pub(crate) is_crowded: bool,
}

/// Adds unknown URLs to `seen` and to the queue, as far as there is room on their hosts, and known pages that are missing, have
/// changed, or are shown where news stands to the queue. Pass the hosts that have new work to
/// [`mark_hosts_due`](crate::crawl::hosts::mark_hosts_due) at the end of the transaction.
pub(crate) async fn admit(
    connection: &mut PgConnection,
    urls: &[HostUrl<'_>],
) -> Result<Admitted, StoreError> {
    if urls.is_empty() {
        return Ok(Admitted::default());
    }
    let kept = make_room(connection, urls).await?;
    Ok(Admitted {
        woken: add(connection, kept.as_deref().unwrap_or(urls)).await?,
        is_crowded: kept.is_some(),
    })
}

/// Adds unknown URLs. Rows are inserted in key order, so that two workers that find the same links do not deadlock.
async fn add(connection: &mut PgConnection, urls: &[HostUrl<'_>]) -> Result<Vec<i64>, StoreError> {
    let rows = mentions_of(urls);
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let found = sqlx::query_file!(
        "queries/admit.sql",
        &column(&rows, |row| row.placed.host_id),
        &column(&rows, |row| row.placed.hash),
        &column(&rows, |row| row.is_first),
        &column(&rows, |row| &*row.placed.text) as &[&str],
        &column(&rows, |row| row.placed.url.kind.as_str()) as &[&str],
        &column(&rows, |row| row.placed.url.via.as_str()) as &[&str],
        &column(&rows, |row| row.placed.url.priority),
        &column(&rows, |row| row.placed.url.depth.max(0)),
        &column(&rows, |row| row.placed.named_by) as &[Option<i64>],
        &column(&rows, |row| row.changed) as &[Option<DateTime<Utc>>]
    )
    .fetch_one(&mut *connection)
    .await?;
    promote_kinds(connection, urls).await?;
    let mut named: Vec<&Mention<'_>> = rows.iter().filter(|row| row.may_be_discovery()).collect();
    let others = found.others.into_iter();
    let others =
        others.filter_map(|number| rows.get(usize::try_from(number).ok()?.checked_sub(1)?));
    named.extend(others.filter(|row| !row.may_be_discovery()));
    save_discoveries(connection, &named).await?;
    Ok(found.woken)
}

/// A URL as found through one channel.
#[derive(Debug)]
struct Mention<'a> {
    placed: &'a HostUrl<'a>,
    /// Whether this is the first row with this URL.
    is_first: bool,
    title: Option<&'a str>,
    published: Option<DateTime<Utc>>,
    changed: Option<DateTime<Utc>>,
}

impl Mention<'_> {
    /// Whether it holds more than fits into `seen`.
    fn may_be_discovery(&self) -> bool {
        !self.is_first || self.title.is_some() || self.published.is_some()
    }
}

/// Each URL once for each channel in which it was found.
fn mentions_of<'a>(urls: &'a [HostUrl<'a>]) -> Vec<Mention<'a>> {
    let mut rows: Vec<Mention<'_>> = Vec::with_capacity(urls.len());
    let mut firsts = HashSet::with_capacity(urls.len());
    let mut indices: HashMap<(i64, Uuid, Via), usize> = HashMap::with_capacity(urls.len());
    for placed in urls {
        let (title, published) = (placed.url.title.as_deref(), placed.url.published);
        match indices.entry((placed.host_id, placed.hash, placed.url.via)) {
            Entry::Occupied(index) => {
                let row = &mut rows[*index.get()];
                row.title = row.title.or(title);
                row.published = row.published.or(published);
                row.changed = row.changed.max(placed.url.changed);
            }
            Entry::Vacant(index) => {
                index.insert(rows.len());
                rows.push(Mention {
                    placed,
                    is_first: firsts.insert((placed.host_id, placed.hash)),
                    title,
                    published,
                    changed: placed.url.changed,
                });
            }
        }
    }
    rows
}

/// Saves the further channels in which a known URL was found. The first channel is in `seen`; it
/// gets a row only if it gives a title or a date.
async fn save_discoveries(
    connection: &mut PgConnection,
    rows: &[&Mention<'_>],
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "insert into discoveries (host_id, url_id, via, title, published)
        select s.host_id, s.url_id, found.via, found.title, found.published
        from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
            as found (host_id, url_hash, via, title, published)
        cross join lateral (select s.host_id, s.url_id, s.via from seen s
            where s.host_id = found.host_id and s.url_hash = found.url_hash offset 0) s
        where (found.via <> s.via or found.title is not null or found.published is not null)
            and not exists (select from discoveries e
                where e.host_id = s.host_id and e.url_id = s.url_id and e.via = found.via)
        order by 1, 2, 3
        on conflict do nothing",
        &column(rows, |row| row.placed.host_id),
        &column(rows, |row| row.placed.hash),
        &column(rows, |row| row.placed.url.via.as_str()) as &[&str],
        &column(rows, |row| text::optional(row.title)) as &[Option<String>],
        &column(rows, |row| row.published) as &[Option<DateTime<Utc>>]
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Changes the kind of URLs that were first found as page links and turn out to be feeds or sitemaps.
async fn promote_kinds(
    connection: &mut PgConnection,
    urls: &[HostUrl<'_>],
) -> Result<(), StoreError> {
    let special: Vec<&HostUrl<'_>> = urls
        .iter()
        .filter(|placed| placed.url.kind != UrlKind::Page)
        .collect();
    if special.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "update seen s set kind = found.kind
        from unnest($1::bigint[], $2::uuid[], $3::text[]) as found (host_id, url_hash, kind)
        where s.host_id = found.host_id and s.url_hash = found.url_hash and s.kind = 'page'",
        &column(&special, |placed| placed.host_id),
        &column(&special, |placed| placed.hash),
        &column(&special, |placed| placed.url.kind.to_string())
    )
    .execute(connection)
    .await?;
    Ok(())
}
