//! Seeding: stores the seeded sites, and puts their first URLs into the frontier.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::PgConnection;
use store_macros::{boxed, retried};

use crate::{
    ForgottenSite, NewUrl, Site, Store, StoreError,
    crawl::admission::{HostUrl, admit},
    crawl::forgotten::{bare_host, forgotten},
    crawl::hosts::{NewHost, authority_of, host_ids, mark_hosts_due, scheme_of},
    crawl::sites::changes::empty_queue,
    extract::rules,
    text::{self, column},
};

/// A site, with the URLs that its seed puts into the frontier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedSite {
    /// The site.
    pub site: Site,
    /// `host[:port]` of the home page.
    pub authority: String,
    /// Registrable domain of the home page.
    pub domain: String,
    /// Home page, feeds and sitemaps.
    pub start: Vec<NewUrl>,
    /// Its tags, in lower case.
    pub tags: Vec<String>,
    /// Rules for its pages: a JSON object, empty if there are none.
    pub rules: serde_json::Value,
    /// The seed file, if it came from one.
    pub file: Option<String>,
}

/// The number of sites that seeding changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Seeded {
    /// New sites.
    pub added: u64,
    /// Sites whose description changed.
    pub updated: u64,
    /// Sites that were already known with this description.
    pub unchanged: u64,
    /// Sites that were left out because the home page of another site is on the same host.
    #[serde(skip)]
    pub taken: Vec<TakenHome>,
    /// Ids of the sites whose rules changed.
    #[serde(skip)]
    pub new_rules: Vec<String>,
    /// Sites that were left out because they were forgotten.
    #[serde(skip)]
    pub forgotten: Vec<ForgottenSite>,
}

/// A site whose home page is on the host of another site. A host belongs to one site only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenHome {
    /// The site.
    pub site: String,
    /// The site that owns the host.
    pub owner: String,
}

enum SiteChange {
    Added,
    Updated,
    Unchanged,
    /// Left out because of this site.
    TakenBy(String),
    /// Left out because it was forgotten then.
    Forgotten(DateTime<Utc>),
}

impl Store {
    /// The site whose home page is on the same host, because of which [`Store::upsert_sites`] would leave this one out.
    #[retried]
    pub async fn home_host_owner(&self, seed: &SeedSite) -> Result<Option<String>, StoreError> {
        let mut connection = self.pool.acquire().await?;
        Ok(match home_host(&mut connection, seed).await? {
            HomeHost::Taken(owner) => Some(owner),
            _ => None,
        })
    }

    /// Adds or updates sites; their start URLs enter the frontier if they are new. A site that is being forgotten is
    /// not changed. A site whose home page is on the host of another site's home page is left out, unless that site
    /// was removed: then its hosts of the domain change owner. So does a host that another site found by links. A site that was
    /// forgotten is left out, until [`Store::allow_forgotten`].
    #[boxed]
    pub async fn upsert_sites(&self, seeds: &[SeedSite]) -> Result<Seeded, StoreError> {
        let mut seeded = Seeded::default();
        for seed in seeds {
            let (change, new_rules) = self.upsert_site(seed).await?;
            if new_rules {
                seeded.new_rules.push(seed.site.id.clone());
            }
            match change {
                SiteChange::Added => seeded.added += 1,
                SiteChange::Updated => seeded.updated += 1,
                SiteChange::Unchanged => seeded.unchanged += 1,
                SiteChange::TakenBy(owner) => seeded.taken.push(TakenHome {
                    site: seed.site.id.clone(),
                    owner,
                }),
                SiteChange::Forgotten(at) => seeded.forgotten.push(ForgottenSite {
                    site: seed.site.id.clone(),
                    at,
                }),
            }
        }
        Ok(seeded)
    }

    /// Also returns whether its rules changed.
    #[retried]
    async fn upsert_site(&self, seed: &SeedSite) -> Result<(SiteChange, bool), StoreError> {
        let mut transaction = self.pool.begin().await?;
        let before = sqlx::query!(
            "select seeded, state, home from sites where site_id = $1 for no key update",
            text::owned(&seed.site.id)
        )
        .fetch_optional(&mut *transaction)
        .await?;
        let before = before.as_ref();
        if before.is_some_and(|site| site.state == "forgotten") {
            return Ok((SiteChange::Unchanged, false));
        }
        let was_seeded = before.is_some_and(|site| site.seeded);
        let is_crawled_there = before.is_some_and(|site| {
            let is_there = bare_host(authority_of(&site.home)) == bare_host(&seed.authority);
            site.seeded && site.state != "removed" && is_there
        });
        if !is_crawled_there && let Some(at) = forgotten(&mut transaction, seed).await? {
            return Ok((SiteChange::Forgotten(at), false));
        }
        let home = home_host(&mut transaction, seed).await?;
        if let HomeHost::Taken(owner) = home {
            return Ok((SiteChange::TakenBy(owner), false));
        }
        let mut change = save_site(&mut transaction, seed, was_seeded).await?;
        let taken = take_hosts(&mut transaction, seed, &home).await?
            + take_left_hosts(&mut transaction, seed).await?;
        let moved = before.filter(|site| site.seeded && site.home != seed.site.home);
        if let Some(site) = moved {
            leave_old_home(&mut transaction, seed, &site.home).await?;
        }
        let returns = before.is_some_and(|site| site.state == "removed");
        let new_rules = rules::save(&mut transaction, &seed.site.id, &seed.rules).await?;
        let adopted = adopt_hosts(&mut transaction, seed).await?;
        if new_rules && matches!(change, SiteChange::Unchanged) {
            change = SiteChange::Updated;
        }
        if new_rules || adopted + taken > 0 {
            // the former site may have had rules
            let changed = new_rules || taken > 0;
            rules::requeue_site(&mut transaction, &seed.site.id, changed).await?;
        }
        let host = |authority: &str, url: &str| NewHost {
            authority: authority.to_owned(),
            scheme: scheme_of(url),
            domain: text::owned(&seed.domain),
            site_id: text::owned(&seed.site.id),
        };
        let mut hosts = column(&seed.start, |start| host(&start.authority, &start.url));
        hosts.push(host(&seed.authority, &seed.site.home));
        let ids = host_ids(&mut transaction, hosts, i64::MAX).await?;
        let placed: Vec<HostUrl<'_>> = seed
            .start
            .iter()
            .filter_map(|url| Some(HostUrl::new(*ids.get(&url.authority)?, url)))
            .collect();
        let mut woken = admit(&mut transaction, &placed).await?.woken;
        if moved.is_some() || returns || taken > 0 {
            woken.extend(wake_start(&mut transaction, &placed).await?);
        }
        mark_hosts_due(&mut transaction, &woken).await?;
        transaction.commit().await?;
        Ok((change, new_rules))
    }
}

/// The relation of another seeded site to the host of a home page.
enum HomeHost {
    /// No other site owns it.
    Free,
    /// The other site's home page is there, and it is not removed.
    Taken(String),
    /// The other site's home page was there, but it is removed: it gives up its hosts of that domain.
    Left(String),
    /// The other site found the host by links: it gives up that host.
    Found(String),
}

async fn home_host(connection: &mut PgConnection, seed: &SeedSite) -> Result<HomeHost, StoreError> {
    let owner = sqlx::query!(
        r#"select s.site_id, s.state, coalesce(substring(s.home from '^[a-z]+://([^/?#]+)') = h.authority, false) as "is_home!"
        from hosts h join sites s using (site_id)
        where h.authority = $1 and s.site_id <> $2 and s.seeded and s.state <> 'forgotten'"#,
        text::owned(&seed.authority),
        text::owned(&seed.site.id)
    )
    .fetch_optional(connection)
    .await?;
    Ok(match owner {
        None => HomeHost::Free,
        Some(owner) if !owner.is_home => HomeHost::Found(owner.site_id),
        Some(owner) if owner.state == "removed" => HomeHost::Left(owner.site_id),
        Some(owner) => HomeHost::Taken(owner.site_id),
    })
}

/// Takes over hosts of another site, with their articles. Returns how many.
async fn take_hosts(
    connection: &mut PgConnection,
    seed: &SeedSite,
    home: &HomeHost,
) -> Result<u64, StoreError> {
    let (owner, all) = match home {
        HomeHost::Free | HomeHost::Taken(_) => return Ok(0),
        HomeHost::Left(owner) => (owner, true),
        HomeHost::Found(owner) => (owner, false),
    };
    // in id order, as wherever hosts are locked, to avoid deadlocks
    let hosts = sqlx::query_scalar!(
        "select host_id from hosts where site_id = $1 and (authority = $2 or ($3 and domain = $4))
        order by host_id for no key update",
        owner,
        text::owned(&seed.authority),
        all,
        text::owned(&seed.domain)
    )
    .fetch_all(&mut *connection)
    .await?;
    give_hosts(connection, seed, &hosts).await
}

/// Takes over from removed sites the hosts of a seed's feeds and sitemaps, if these hosts have no
/// pages. URLs there that no seed names are no longer due. Returns how many hosts.
async fn take_left_hosts(
    connection: &mut PgConnection,
    seed: &SeedSite,
) -> Result<u64, StoreError> {
    // in id order, as wherever hosts are locked; remaining conflicts are retried
    let hosts = sqlx::query_scalar!(
        "select h.host_id from hosts h join sites s using (site_id)
        where h.authority = any($1) and h.authority <> $2 and s.site_id <> $3 and s.state = 'removed'
            and not exists (select from pages p where p.host_id = h.host_id)
            and not exists (select from articles a where a.host_id = h.host_id)
        order by h.host_id for no key update of h",
        &column(&seed.start, |url| text::owned(&url.authority)),
        text::owned(&seed.authority),
        text::owned(&seed.site.id)
    )
    .fetch_all(&mut *connection)
    .await?;
    if hosts.is_empty() {
        return Ok(0);
    }
    sqlx::query!(
        "update visits v set next_due = null
        from seen c
        where v.host_id = any($1) and v.next_due is not null and c.host_id = v.host_id and c.url_id = v.url_id
            and not exists (
                select from sites s where s.channels @> array[c.url]
                    and s.seeded and s.state in ('active', 'paused'))",
        &hosts
    )
    .execute(&mut *connection)
    .await?;
    give_hosts(connection, seed, &hosts).await
}

/// Assigns hosts to a seed's site. Returns how many.
async fn give_hosts(
    connection: &mut PgConnection,
    seed: &SeedSite,
    hosts: &[i64],
) -> Result<u64, StoreError> {
    let given = sqlx::query!(
        "update hosts set site_id = $1, domain = $2 where host_id = any($3)",
        text::owned(&seed.site.id),
        text::owned(&seed.domain),
        hosts
    );
    Ok(given.execute(connection).await?.rows_affected())
}

async fn save_site(
    connection: &mut PgConnection,
    seed: &SeedSite,
    was_seeded: bool,
) -> Result<SiteChange, StoreError> {
    let site = &seed.site;
    let written = sqlx::query!(
        "insert into sites as s (site_id, name, home, domain, country, language, feeds, sitemaps, news_sitemaps, publisher, render, tags, seeded)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, true)
        on conflict (site_id) do update set
            name = excluded.name, home = excluded.home, domain = excluded.domain, country = excluded.country,
            language = excluded.language, feeds = excluded.feeds, sitemaps = excluded.sitemaps,
            news_sitemaps = excluded.news_sitemaps, publisher = excluded.publisher, render = excluded.render, tags = excluded.tags, seeded = true,
            updated_at = now(),
            named_channels = case when s.home = excluded.home then s.named_channels else '{}' end,
            state = case s.state when 'removed' then 'active' else s.state end
        where s.state = 'removed' or (s.name, s.home, s.domain, s.country, s.language, s.feeds, s.sitemaps, s.news_sitemaps, s.publisher,
                s.render, s.tags, s.seeded)
            is distinct from (excluded.name, excluded.home, excluded.domain, excluded.country, excluded.language,
                excluded.feeds, excluded.sitemaps, excluded.news_sitemaps, excluded.publisher, excluded.render, excluded.tags, true)",
        text::owned(&site.id),
        text::owned(&site.name),
        text::owned(&site.home),
        text::owned(&seed.domain),
        text::optional(site.country.as_deref()),
        text::optional(site.language.as_deref()),
        &text::list(&site.feeds),
        &text::list(&site.sitemaps),
        &text::list(&site.news_sitemaps),
        text::optional(site.publisher.as_deref()),
        site.render.as_str(),
        &text::list(&seed.tags)
    )
    .execute(&mut *connection)
    .await?
    .rows_affected();
    // a different seed file does not count as a change of the site
    if let Some(file) = &seed.file {
        sqlx::query!(
            "update sites set seed_file = $2 where site_id = $1 and seed_file is distinct from $2",
            text::owned(&site.id),
            text::owned(file)
        )
        .execute(connection)
        .await?;
    }
    Ok(match (was_seeded, written) {
        (true, 0) => SiteChange::Unchanged,
        (true, _) => SiteChange::Updated,
        (false, _) => SiteChange::Added,
    })
}

/// Stops crawling the former front page, and the hosts that belonged to the site because of it: those of its former registrable
/// domain and the host of the page, unless the seed names them or another seed names feeds there. Their queue is deleted.
async fn leave_old_home(
    connection: &mut PgConnection,
    seed: &SeedSite,
    old_home: &str,
) -> Result<(), StoreError> {
    let mut named = column(&seed.start, |url| url.authority.clone());
    named.push(seed.authority.clone());
    let hosts = sqlx::query_scalar!(
        "select host_id from hosts h
        where site_id = $1 and authority <> all($2)
            and (domain <> $3 or authority = substring($4 from '^[a-z]+://([^/?#]+)'))
            and not exists (
                select from seen c join sites s on s.channels @> array[c.url]
                where c.host_id = h.host_id and c.kind <> 'page' and s.site_id <> $1 and s.seeded and s.state <> 'forgotten')
        order by host_id for no key update",
        text::owned(&seed.site.id),
        &named,
        text::owned(&seed.domain),
        old_home
    )
    .fetch_all(&mut *connection)
    .await?;
    empty_queue(connection, &hosts, i64::MAX).await?;
    sqlx::query!(
        "update visits set next_due = null where host_id = any($1) and next_due is not null",
        &hosts
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update hosts set next_fetch_at = null where host_id = any($1)",
        &hosts
    )
    .execute(&mut *connection)
    .await?;
    // on a host that stays, only the page is dropped
    sqlx::query!(
        "with old as (
            select s.host_id, s.url_id from hosts h join seen s using (host_id)
            where h.site_id = $1 and s.url_hash = $2 and s.url_hash <> all($3)
        ), unqueued as (
            delete from queue q using old where q.host_id = old.host_id and q.url_id = old.url_id
        )
        update visits v set next_due = null from old where v.host_id = old.host_id and v.url_id = old.url_id",
        text::owned(&seed.site.id),
        text::url_hash(&text::clean(old_home)),
        &column(&seed.start, |url| text::url_hash(&text::clean(&url.url)))
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Makes known start URLs due that are not due now: after a site was removed, or its front page has changed. Returns their hosts.
async fn wake_start(
    connection: &mut PgConnection,
    placed: &[HostUrl<'_>],
) -> Result<Vec<i64>, StoreError> {
    let hosts = sqlx::query_scalar!(
        r#"update visits v set next_due = now()
        from unnest($1::bigint[], $2::uuid[]) as found (host_id, url_hash)
        join seen s on s.host_id = found.host_id and s.url_hash = found.url_hash
        where v.host_id = s.host_id and v.url_id = s.url_id and (v.next_due is null or v.next_due > now())
            and not exists (select from queue q where q.host_id = s.host_id and q.url_id = s.url_id)
        returning v.host_id"#,
        &column(placed, |url| url.host_id),
        &column(placed, |url| url.hash)
    );
    Ok(hosts.fetch_all(connection).await?)
}

/// Moves hosts added by imports to the site seeded for their domain.
async fn adopt_hosts(connection: &mut PgConnection, seed: &SeedSite) -> Result<u64, StoreError> {
    let adopted = sqlx::query!(
        "update hosts set site_id = $1
        where domain = $2 and site_id in (select site_id from sites where not seeded)",
        text::owned(&seed.site.id),
        text::owned(&seed.domain)
    )
    .execute(&mut *connection)
    .await?
    .rows_affected();
    sqlx::query!(
        "delete from sites s where domain = $1 and not seeded
            and not exists (select from hosts h where h.site_id = s.site_id)",
        text::owned(&seed.domain)
    )
    .execute(connection)
    .await?;
    Ok(adopted)
}
