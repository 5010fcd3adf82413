//! What becomes of the articles of a batch of pages, one page after the other.

use std::collections::HashSet;

use sqlx::PgConnection;

use crate::{
    PageKey, SaveCounts, StoreError,
    articles::identity::{is_another, is_beginning},
    articles::withdraw::withdraw,
    articles::{
        ArticleColumns, PageFacts, StoredVersion, VersionKey, extend_last_seen, insert,
        is_at_canonical, lock_heads, neighbours, replace, supersede,
    },
};

/// What becomes of a batch of pages.
pub(super) struct Batch {
    /// Newly created articles with one page in the batch.
    pub(super) new: HashSet<String>,
    pub(super) counts: SaveCounts,
    /// Versions that were withdrawn.
    pub(super) withdrawn: Vec<VersionKey>,
    /// Pages that showed them.
    pub(super) unsettled: HashSet<PageKey>,
}

impl Batch {
    pub(super) async fn withdraw(
        &mut self,
        connection: &mut PgConnection,
        key: VersionKey,
    ) -> Result<(), StoreError> {
        let (gone, pages) = withdraw(connection, &key).await?;
        self.counts.withdrawn += gone;
        self.unsettled.extend(pages);
        self.withdrawn.push(key);
        Ok(())
    }
}

/// Saves the article of one page. Returns its version, or `None` if the page is rejected.
pub(super) async fn save_one(
    connection: &mut PgConnection,
    page: &PageFacts,
    article: Option<&ArticleColumns>,
    code: &str,
    batch: &mut Batch,
) -> Result<Option<VersionKey>, StoreError> {
    let made = page
        .made
        .as_ref()
        .filter(|made| !batch.withdrawn.contains(made));
    let Some(article) = article else {
        if page.was_article == Some(false) {
            batch.counts.again += 1;
        } else {
            batch.counts.rejected += 1;
        }
        if let Some(made) = made {
            batch.withdraw(connection, made.clone()).await?;
        }
        return Ok(None);
    };
    let is_made = matches!(made, Some(made) if made.id == article.id);
    let own = if batch.new.contains(&article.id) || is_made && !article.names_another_url() {
        None
    } else {
        evict(connection, page, article, batch).await?;
        at_own_url(connection, page, article).await?
    };
    let is_new = own.is_none() && batch.new.contains(&article.id);
    let article = own.as_ref().unwrap_or(article);
    let id = article.id.clone();
    match made {
        Some(made) if made.id == id => {
            batch.counts.again += 1;
            batch.counts.replaced += replace(connection, made.version, article, code).await?;
            return Ok(Some(made.clone()));
        }
        Some(other) => batch.withdraw(connection, other.clone()).await?,
        None => {}
    }
    // most articles are new: looking up versions that do not exist would take a third of the statements of a night
    if is_new {
        batch.counts.added += 1;
        let version = insert(connection, page, article, code, true).await?;
        return Ok(Some(VersionKey { id, version }));
    }
    let (before, after) = neighbours(connection, &id, page.key).await?;
    let title = article.title.as_deref();
    let is_same = |known: &&StoredVersion| known.is_same(&article.content_hash, title, code);
    // a mobile or print view of an article that was extracted at its canonical URL
    let is_view = !is_at_canonical(&page.url, article.url_canonical.as_deref());
    let shows = |known: &&StoredVersion| is_same(known) || is_view && known.is_at_canonical();
    let mut there = before
        .as_ref()
        .filter(shows)
        .or(after.as_ref().filter(is_same));
    if let (None, Some(before)) = (there, &before)
        && is_beginning(connection, before, page, article).await?
    {
        there = Some(before);
    }
    if let Some(there) = there {
        extend_last_seen(connection, &id, there.version, page, after.is_none()).await?;
        if page.was_article == Some(true) {
            batch.counts.again += 1;
        } else {
            batch.counts.unchanged += 1;
        }
        return Ok(Some(VersionKey {
            id,
            version: there.version,
        }));
    }
    if after.is_none() {
        supersede(connection, &id).await?;
    }
    let version = insert(connection, page, article, code, after.is_none()).await?;
    if before.is_none() && after.is_none() {
        batch.counts.added += 1;
    } else {
        batch.counts.versions += 1;
    }
    Ok(Some(VersionKey { id, version }))
}

/// The article at the page's own URL, if the page names another one as canonical and the versions there show another article. A page
/// that rests in favour of that other one, and was not yet an article of its own, is visited the next night.
async fn at_own_url(
    connection: &mut PgConnection,
    page: &PageFacts,
    article: &ArticleColumns,
) -> Result<Option<ArticleColumns>, StoreError> {
    let Some(own) = article.at_own_url() else {
        return Ok(None);
    };
    let (before, after) = neighbours(connection, &article.id, page.key).await?;
    for known in [before, after].into_iter().flatten() {
        if is_another(connection, &known, page, article).await? {
            lock_heads(connection, vec![own.id.clone()]).await?;
            let is_settled = page.made.as_ref().is_some_and(|made| made.id == own.id);
            if !is_settled {
                sqlx::query!(
                    "update visits v set next_due = now() + interval '12 hours'
                    where v.host_id = $1 and v.url_id = $2 and v.next_due > now() + interval '14 days'",
                    page.host_id,
                    page.url_id
                )
                .execute(&mut *connection)
                .await?;
            }
            return Ok(Some(own));
        }
    }
    Ok(None)
}

/// Withdraws the versions at the canonical URL of a page, if the page is at this URL, that show another article and are from pages
/// that only named it. These pages are extracted again.
async fn evict(
    connection: &mut PgConnection,
    page: &PageFacts,
    article: &ArticleColumns,
    batch: &mut Batch,
) -> Result<(), StoreError> {
    if !is_at_canonical(&page.url, article.url_canonical.as_deref()) {
        return Ok(());
    }
    loop {
        let (before, after) = neighbours(connection, &article.id, page.key).await?;
        let mut other = None;
        for known in [before, after].into_iter().flatten() {
            if !known.is_at_canonical() && is_another(connection, &known, page, article).await? {
                other = Some(known);
            }
        }
        let Some(known) = other else {
            return Ok(());
        };
        let key = VersionKey {
            id: article.id.clone(),
            version: known.version,
        };
        batch.unsettled.insert(known.page());
        batch.withdraw(connection, key).await?;
    }
}
