//! Import of pages from archives and files.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Datelike, SubsecRound, Utc};
use serde::Serialize;
use sqlx::PgConnection;
use store_macros::{boxed, retried};

use crate::{
    NewPage, PageKey, Store, StoreError,
    crawl::forgotten::forgotten_hosts,
    crawl::hosts::{NewHost, host_ids, scheme_of},
    pages::compressed::CompressedPage,
    text::{self, column, url_hash},
};

/// The `detail` of a visit that its archive does not describe.
pub(crate) const IMPORTED: &str = "imported";

/// A page from an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedPage {
    /// URL, in canonical spelling if it can be parsed.
    pub url: String,
    /// `host[:port]` of the URL; any non-empty name if it has none.
    pub url_canonical_authority: String,
    /// Registrable domain of the URL; any non-empty name if it has none.
    pub domain: String,
    /// When it was fetched; `None` if unknown. Then, and outside the years 1 to 9999, the time of import is used.
    pub fetched_at: Option<DateTime<Utc>>,
    /// The page.
    pub page: NewPage,
    /// The visit, as far as known.
    pub visit: Option<ImportedVisit>,
}

/// The visit of an imported page, as far as its archive describes it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportedVisit {
    /// HTTP status.
    pub http_status: i16,
    /// Time from request to last byte; `None` if the archive does not describe the visit.
    pub duration_ms: Option<i32>,
    /// The robots.txt group and rule that applied.
    pub robots_rule: Option<String>,
    /// Opt-out signals: a JSON object, as in [`crate::Visit`].
    pub opt_out: serde_json::Value,
}

impl ImportedVisit {
    /// Adds the visit to the log, from which articles take their opt-outs.
    pub(crate) async fn insert(
        &self,
        connection: &mut PgConnection,
        host_id: i64,
        url_id: i64,
        page: PageKey,
        size: i64,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "insert into fetches (host_id, url_id, fetched_at, outcome, http_status, duration_ms, size_bytes,
                changed, page_id, robots_rule, opt_out, detail)
            values ($1, $2, $3, 'fetched', $4, $5, $6, true, $7, $8, $9, $10)
            on conflict do nothing",
            host_id,
            url_id,
            page.fetched_at,
            self.http_status.clamp(0, 999),
            self.duration_ms.unwrap_or(0).max(0),
            size,
            page.page_id,
            text::optional(self.robots_rule.as_deref()),
            text::json_object(&self.opt_out),
            self.duration_ms.is_none().then_some(IMPORTED)
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// Counts of the pages of an import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ImportCounts {
    /// New pages.
    pub added: u64,
    /// Pages that were already stored.
    pub known: u64,
    /// New pages of sites without a seed.
    pub unseeded: u64,
    /// Pages that were left out because their site was forgotten.
    pub forgotten: u64,
}

/// A page ready to be written.
struct PreparedPage {
    url: String,
    authority: String,
    domain: String,
    given_at: Option<DateTime<Utc>>,
    page: CompressedPage,
    visit: Option<ImportedVisit>,
}

impl Store {
    /// Adds unknown pages. A page is known if one with the same URL, body and, if given, time is
    /// stored. A domain without a seeded site gets a site of its own name. Pages of a forgotten site are left out, until
    /// [`Store::allow_forgotten`].
    #[boxed]
    pub async fn import_pages(&self, pages: &[ImportedPage]) -> Result<ImportCounts, StoreError> {
        let now = Utc::now().trunc_subsecs(6);
        let mut prepared = Vec::with_capacity(pages.len());
        for page in pages {
            self.ensure_month(plausible(page.fetched_at).unwrap_or(now))
                .await?;
            prepared.push(PreparedPage {
                url: text::owned(&page.url),
                authority: shortened(&page.url_canonical_authority),
                domain: shortened(&page.domain),
                given_at: plausible(page.fetched_at),
                page: CompressedPage::compress(&page.page)?,
                visit: page.visit.clone(),
            });
        }
        self.try_import(&prepared, now).await
    }

    #[retried]
    async fn try_import(
        &self,
        pages: &[PreparedPage],
        now: DateTime<Utc>,
    ) -> Result<ImportCounts, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let hosts = pages
            .iter()
            .map(|page| (page.authority.as_str(), page.domain.as_str()));
        let forgotten = forgotten_hosts(&mut transaction, &hosts.collect()).await?;
        let all = pages.len();
        let pages: Vec<&PreparedPage> = pages
            .iter()
            .filter(|page| !forgotten.contains(&page.authority))
            .collect();
        let pages = pages.as_slice();
        let sites = sites_of(&mut transaction, pages).await?;
        let site_of = |page: &PreparedPage| sites.get(&page.domain);
        let hosts = pages.iter().map(|page| NewHost {
            authority: page.authority.clone(),
            scheme: scheme_of(&page.url),
            domain: page.domain.clone(),
            site_id: site_of(page).map_or_else(String::new, |(id, _)| id.clone()),
        });
        let hosts = host_ids(&mut transaction, hosts.collect(), i64::MAX).await?;
        let host_of = pages.iter().map(|page| {
            let host = hosts.get(&page.authority).copied();
            host.ok_or_else(|| StoreError::Invalid(format!("{} has no host", page.url)))
        });
        let host_of: Vec<i64> = host_of.collect::<Result<_, _>>()?;
        let urls = url_ids(&mut transaction, &host_of, pages, now).await?;
        let mut known = known_bodies(&mut transaction, &host_of, &urls, pages).await?;
        see_earlier(&mut transaction, &host_of, &urls, pages).await?;
        let bodies = known.iter().map(|(url, hash, _)| (*url, hash.clone()));
        let mut bodies: HashSet<(i64, Vec<u8>)> = bodies.collect();
        let mut imported = ImportCounts {
            forgotten: (all - pages.len()) as u64,
            ..ImportCounts::default()
        };
        for (at, page) in pages.iter().enumerate() {
            let fetched_at = page.given_at.unwrap_or(now);
            let body = (urls[at], page.page.main.hash.clone());
            let there = match page.given_at {
                Some(given) => known.contains(&(body.0, body.1.clone(), given)),
                None => bodies.contains(&body),
            };
            if there {
                imported.known += 1;
                continue;
            }
            known.insert((body.0, body.1.clone(), fetched_at));
            bodies.insert(body);
            let key = page
                .page
                .insert(&mut transaction, host_of[at], urls[at], fetched_at)
                .await?;
            let size = page.page.main.size;
            if let Some(visit) = &page.visit {
                visit
                    .insert(&mut transaction, host_of[at], urls[at], key, size)
                    .await?;
            }
            count_import(&mut transaction, host_of[at], fetched_at, size).await?;
            imported.added += 1;
            imported.unseeded += u64::from(site_of(page).is_some_and(|(_, is_seeded)| !is_seeded));
        }
        transaction.commit().await?;
        Ok(imported)
    }
}

/// The time truncated to microseconds; `None` outside the years 1 to 9999.
fn plausible(at: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    at.filter(|at| (1..=9999).contains(&at.year()))
        .map(|at| at.trunc_subsecs(6))
}

/// The name, shortened to fit the key of a host; never empty.
fn shortened(name: &str) -> String {
    let name = text::clean(name);
    let mut end = name.len().min(255);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    if end == 0 {
        "unknown".to_owned()
    } else {
        name[..end].to_owned()
    }
}

/// The site of each domain, and whether it is seeded; if there is none that is, one with the name of the domain.
async fn sites_of(
    connection: &mut PgConnection,
    pages: &[&PreparedPage],
) -> Result<HashMap<String, (String, bool)>, StoreError> {
    let mut homes = column(pages, |page| {
        let home = format!("{}://{}/", scheme_of(&page.url), page.authority);
        (page.domain.clone(), home)
    });
    homes.sort();
    homes.dedup_by(|a, b| a.0 == b.0);
    let (domains, homes): (Vec<String>, Vec<String>) = homes.into_iter().unzip();
    sqlx::query!(
        "insert into sites (site_id, name, home, domain, seeded)
        select domain, domain, home, domain, false
        from unnest($1::text[], $2::text[]) as new (domain, home)
        where not exists (select from sites s where s.domain = new.domain)
        order by domain
        on conflict (site_id) do nothing",
        &domains,
        &homes
    )
    .execute(&mut *connection)
    .await?;
    let rows = sqlx::query!(
        r#"select distinct on (d.domain) d.domain as "domain!", s.site_id, s.seeded
        from unnest($1::text[]) as d (domain)
        join sites s on s.domain = d.domain or s.site_id = d.domain
        order by d.domain, s.domain = d.domain desc, s.seeded desc, s.site_id"#,
        &domains
    )
    .fetch_all(connection)
    .await?;
    let sites = rows.into_iter();
    Ok(sites
        .map(|row| (row.domain, (row.site_id, row.seeded)))
        .collect())
}

/// The ids of the pages' URLs, in order. Unknown URLs are added to `seen`, but not to the queue;
/// their first-seen time is the fetch time of their first page, at most `now`.
async fn url_ids(
    connection: &mut PgConnection,
    hosts: &[i64],
    pages: &[&PreparedPage],
    now: DateTime<Utc>,
) -> Result<Vec<i64>, StoreError> {
    let hashes = column(pages, |page| url_hash(&page.url));
    sqlx::query!(
        "insert into seen (host_id, url_hash, url, kind, via, priority, depth, first_seen)
        select host_id, url_hash, url, 'page', 'import', 100, 0, least(min(fetched_at), $5)
        from unnest($1::bigint[], $2::uuid[], $3::text[], $4::timestamptz[]) as new (host_id, url_hash, url, fetched_at)
        where not exists (select from seen s where s.host_id = new.host_id and s.url_hash = new.url_hash)
        group by host_id, url_hash, url
        order by host_id, url_hash
        on conflict do nothing",
        hosts,
        &hashes,
        &column(pages, |page| page.url.clone()),
        &column(pages, |page| page.given_at) as &[Option<DateTime<Utc>>],
        now
    )
    .execute(&mut *connection)
    .await?;
    let rows = sqlx::query!(
        r#"select s.url_id
        from unnest($1::bigint[], $2::uuid[]) with ordinality as page (host_id, url_hash, place)
        join seen s on s.host_id = page.host_id and s.url_hash = page.url_hash
        order by page.place"#,
        hosts,
        &hashes
    )
    .fetch_all(connection)
    .await?;
    if rows.len() != pages.len() {
        return Err(StoreError::Invalid(
            "an imported URL could not be saved".to_owned(),
        ));
    }
    Ok(rows.into_iter().map(|row| row.url_id).collect())
}

/// The stored pages of these URLs with these bodies: URL, hash, time. Locks the hosts first, so
/// that two concurrent imports cannot both miss a page.
async fn known_bodies(
    connection: &mut PgConnection,
    hosts: &[i64],
    urls: &[i64],
    pages: &[&PreparedPage],
) -> Result<HashSet<(i64, Vec<u8>, DateTime<Utc>)>, StoreError> {
    let there = sqlx::query!(
        "select host_id from hosts where host_id = any($1) order by host_id for no key update",
        hosts
    )
    .fetch_all(&mut *connection)
    .await?;
    let there: HashSet<i64> = there.into_iter().map(|row| row.host_id).collect();
    if !hosts.iter().all(|host| there.contains(host)) {
        return Err(StoreError::Invalid(
            "a site was forgotten during the import of its pages; import the other sites again"
                .to_owned(),
        ));
    }
    let rows = sqlx::query!(
        "select p.url_id, p.body_hash, p.fetched_at
        from unnest($1::bigint[], $2::bigint[], $3::bytea[]) as new (host_id, url_id, body_hash)
        join pages p on p.host_id = new.host_id and p.url_id = new.url_id and p.body_hash = new.body_hash",
        hosts,
        urls,
        &column(pages, |page| page.page.main.hash.clone())
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.url_id, row.body_hash, row.fetched_at))
        .collect())
}

/// Moves the first-seen time of URLs back to that of older pages, and publishes their articles again. The hosts must be locked.
async fn see_earlier(
    connection: &mut PgConnection,
    hosts: &[i64],
    urls: &[i64],
    pages: &[&PreparedPage],
) -> Result<(), StoreError> {
    sqlx::query!(
        "with earlier as (
            update seen s set first_seen = page.fetched_at
            from (
                select host_id, url_id, min(fetched_at) as fetched_at
                from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as page (host_id, url_id, fetched_at) group by host_id, url_id
            ) page
            where s.host_id = page.host_id and s.url_id = page.url_id and s.first_seen > page.fetched_at
            returning s.host_id, s.url_id
        )
        insert into outbox (article_id, version)
        select a.article_id, a.version from earlier
        join articles latest on latest.host_id = earlier.host_id and latest.url_id = earlier.url_id and latest.is_latest
        join articles a on a.article_id = latest.article_id",
        hosts,
        urls,
        &column(pages, |page| page.given_at) as &[Option<DateTime<Utc>>]
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn count_import(
    connection: &mut PgConnection,
    host_id: i64,
    at: DateTime<Utc>,
    bytes: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into visit_days as d (host_id, day, outcome, visits, bytes, last_at)
        values ($1, ($2::timestamptz at time zone 'UTC')::date, 'imported', 1, $3, $2)
        on conflict (host_id, day, outcome) do update
            set visits = d.visits + 1, bytes = d.bytes + excluded.bytes, last_at = greatest(d.last_at, excluded.last_at)",
        host_id,
        at,
        bytes
    )
    .execute(connection)
    .await?;
    Ok(())
}
