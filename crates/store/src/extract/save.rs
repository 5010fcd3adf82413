//! Saving of verdicts and their articles.

use std::collections::{BTreeSet, HashMap, HashSet};

use sqlx::PgConnection;
use store_macros::{boxed, retried};

use crate::{
    NewVerdict, PageKey, SaveCounts, Store, StoreError,
    articles::identity::unite_forms,
    articles::withdraw::merge_equal_neighbours,
    articles::{ArticleColumns, PageFacts, VersionKey, lock_heads},
    crawl::quotas,
    extract::batch::{Batch, save_one},
    extract::extract_queue::requeue,
    extract::rules,
    extract::stand_ins,
    status::days,
    text::{self, column},
};

impl Store {
    /// Stores verdicts and articles in one transaction.
    ///
    /// A verdict with an article becomes
    /// - the derived fields of the version that was made from the same page, if there is one;
    /// - a later `last_seen_at` of the version before or after it in time, if text and headline are the same, if the
    ///   page is a view (mobile, print) of an article that was extracted at its canonical URL, or if a paywall shows
    ///   only the beginning of the version before; the newest page also updates the opt-outs;
    /// - otherwise a new version. The latest version is that of the latest page.
    ///
    /// A page that names another URL as canonical is an article of its own if the versions there show another article. A page whose URL
    /// differs from that of an older page of its site in form alone is of that page's article while text and headline are the same.
    ///
    /// A page whose stored body is damaged keeps the verdict from before the damage.
    ///
    /// If a page is no longer an article, or shows a different one, the version made from it is withdrawn,
    /// and other pages with the same content are queued for extraction again. A version that has become equal
    /// to the one before it is withdrawn. Several extractors may save at once: pages and articles are locked.
    ///
    /// A text to which several articles of a host have changed stands in for them: its pages are rejected, and the
    /// latest versions with it are withdrawn.
    ///
    /// If the database refuses the values of a page, its verdict becomes that of an unreadable page, with the refusal as its reason.
    /// The other pages are saved as usual, each part of them in a transaction of its own.
    #[boxed]
    pub async fn save_verdicts(&self, verdicts: &[NewVerdict]) -> Result<SaveCounts, StoreError> {
        let mut ordered: Vec<&NewVerdict> = verdicts.iter().collect();
        ordered.sort_by_key(|verdict| verdict.key);
        // of two verdicts of one page, keep the later one
        ordered.dedup_by(|later, kept| {
            let is_same = later.key == kept.key;
            if is_same {
                *kept = *later;
            }
            is_same
        });
        let mut saved = SaveCounts::default();
        let mut parts = vec![ordered.as_slice()];
        while let Some(part) = parts.pop() {
            match (self.try_save(part).await, part) {
                (Ok(counts), _) => saved += counts,
                (Err(error), [verdict]) if error.is_value_error() => {
                    saved += self.try_save(&[&verdict.refused(&error)]).await?;
                }
                (Err(error), several) if error.is_value_error() => {
                    let (earlier, later) = several.split_at(several.len() / 2);
                    parts.extend([later, earlier]);
                }
                (Err(error), _) => return Err(error),
            }
        }
        self.publish().await?;
        Ok(saved)
    }

    #[retried]
    async fn try_save(&self, verdicts: &[&NewVerdict]) -> Result<SaveCounts, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let keys: Vec<PageKey> = verdicts.iter().map(|verdict| verdict.key).collect();
        lock_pages(&mut transaction, &keys).await?;
        let revisions = rules::lock_revisions(&mut transaction, &keys).await?;
        let facts = page_facts(&mut transaction, &keys).await?;
        let mut saved = SaveCounts::default();
        let is_damaged = |verdict: &NewVerdict| verdict.is_unreadable && verdict.article.is_none();
        saved.unreadable = verdicts
            .iter()
            .filter(|verdict| is_damaged(verdict))
            .count() as u64;
        let (kept, verdicts): (Vec<&NewVerdict>, Vec<&NewVerdict>) =
            verdicts.iter().partition(|verdict| {
                let page = facts.get(&verdict.key);
                verdict.is_unreadable && page.is_some_and(|page| page.was_article.is_some())
            });
        keep_verdicts(&mut transaction, &kept).await?;
        let mut articles = articles_of(&mut transaction, &verdicts, &facts).await?;
        let stand_ins =
            stand_ins::find(&mut transaction, &shown(&verdicts, &articles, &facts)).await?;
        let refused = verdicts.iter().zip(&mut articles);
        let refused = refused.map(|(verdict, article)| {
            let stand_in = article.take_if(|_| stand_ins.pages.contains(&verdict.key));
            stand_in.map(|_| verdict.stand_in())
        });
        let refused: Vec<Option<NewVerdict>> = refused.collect();
        let verdicts = verdicts.into_iter().zip(&refused);
        let verdicts = verdicts.map(|(verdict, refused)| refused.as_ref().unwrap_or(verdict));
        let verdicts: Vec<&NewVerdict> = verdicts.collect();
        let mut ids: Vec<String> = made_ids(&facts).collect();
        ids.extend(articles.iter().flatten().map(|a| a.id.clone()));
        ids.extend(stand_ins.versions.iter().map(|key| key.id.clone()));
        let created = lock_heads(&mut transaction, ids).await?;
        let mut batch = Batch {
            new: only_once(created, &articles),
            counts: saved,
            withdrawn: Vec::new(),
            unsettled: HashSet::new(),
        };
        for version in stand_ins.versions {
            batch.withdraw(&mut transaction, version).await?;
        }
        let mut saved_as = Vec::with_capacity(verdicts.len());
        for (verdict, article) in verdicts.iter().zip(&articles) {
            let page = facts.get(&verdict.key);
            // a page without facts has just been deleted with its site
            let Some(page) = page.filter(|_| !is_damaged(verdict)) else {
                saved_as.push(None);
                continue;
            };
            let code = &verdict.version;
            saved_as
                .push(save_one(&mut transaction, page, article.as_ref(), code, &mut batch).await?);
        }
        let Batch {
            new,
            counts: mut saved,
            withdrawn,
            mut unsettled,
        } = batch;
        // Pages of this batch are settled, unless their version was withdrawn after them.
        for (verdict, version) in verdicts.iter().zip(&mut saved_as) {
            unsettled.remove(&verdict.key);
            let gone = version.take_if(|version| withdrawn.contains(version));
            unsettled.extend(gone.map(|_| verdict.key));
        }
        write_verdicts(&mut transaction, &verdicts, &facts, &saved_as, &revisions).await?;
        // after the pages of this batch have left the queue
        let unsettled: Vec<PageKey> = unsettled.into_iter().collect();
        saved.requeued += requeue(&mut transaction, &unsettled).await?;
        let with_facts = verdicts
            .iter()
            .filter_map(|verdict| Some((*verdict, facts.get(&verdict.key)?)));
        let with_facts: Vec<(&NewVerdict, &PageFacts)> = with_facts.collect();
        quotas::count(&mut transaction, &with_facts).await?;
        days::count(&mut transaction, &with_facts).await?;
        for id in touched(&saved_as, &facts, &new) {
            saved.withdrawn += merge_equal_neighbours(&mut transaction, &id).await?;
        }
        transaction.commit().await?;
        Ok(saved)
    }
}

/// The article of each verdict that has one.
async fn articles_of(
    connection: &mut PgConnection,
    verdicts: &[&NewVerdict],
    facts: &HashMap<PageKey, PageFacts>,
) -> Result<Vec<Option<ArticleColumns>>, StoreError> {
    let read = verdicts.iter().map(|verdict| {
        let article = verdict.article.as_ref();
        article.map(ArticleColumns::new).transpose()
    });
    let mut articles: Vec<Option<ArticleColumns>> = read.collect::<Result<_, _>>()?;
    let shown = verdicts.iter().zip(&mut articles);
    let shown =
        shown.filter_map(|(verdict, article)| Some((facts.get(&verdict.key)?, article.as_mut()?)));
    unite_forms(connection, shown.collect()).await?;
    Ok(articles)
}

/// The pages that are read as articles, and these articles.
fn shown<'a>(
    verdicts: &[&NewVerdict],
    articles: &'a [Option<ArticleColumns>],
    facts: &'a HashMap<PageKey, PageFacts>,
) -> Vec<(&'a PageFacts, &'a ArticleColumns)> {
    let read = verdicts.iter().zip(articles);
    read.filter_map(|(verdict, article)| Some((facts.get(&verdict.key)?, article.as_ref()?)))
        .collect()
}

/// The newly created articles that have only one page in this batch, which makes their only version.
fn only_once(created: Vec<String>, articles: &[Option<ArticleColumns>]) -> HashSet<String> {
    let mut pages: HashMap<&str, usize> = HashMap::new();
    for id in articles.iter().flatten().flat_map(ArticleColumns::ids) {
        *pages.entry(id).or_default() += 1;
    }
    let has_one = |id: &String| pages.get(id.as_str()) == Some(&1);
    created.into_iter().filter(has_one).collect()
}

/// Articles with versions that may have become equal to their neighbours.
fn touched(
    saved_as: &[Option<VersionKey>],
    facts: &HashMap<PageKey, PageFacts>,
    new: &HashSet<String>,
) -> BTreeSet<String> {
    let shown = saved_as.iter().flatten();
    let shown = shown.map(|version| version.id.clone());
    let touched = made_ids(facts).chain(shown);
    touched.filter(|id| !new.contains(id)).collect()
}

/// The articles with versions made from these pages.
fn made_ids(facts: &HashMap<PageKey, PageFacts>) -> impl Iterator<Item = String> {
    let made = facts.values().filter_map(|page| page.made.as_ref());
    made.map(|version| version.id.clone())
}

/// Locks pages until the transaction ends, so that one extractor at a time saves a page.
async fn lock_pages(connection: &mut PgConnection, keys: &[PageKey]) -> Result<(), StoreError> {
    // If two pages share a lock, one waits for the other, which is harmless.
    let lock = |key: &PageKey| i32::try_from(key.page_id % i64::from(i32::MAX)).unwrap_or(0);
    let mut locks: Vec<i32> = keys.iter().map(lock).collect();
    locks.sort_unstable(); // acquired in this order, so that no two extractors wait for each other
    sqlx::query!(
        "select pg_advisory_xact_lock(7101, lock) from unnest($1::integer[]) as lock",
        &locks
    )
    .fetch_all(connection)
    .await?;
    Ok(())
}

/// The pages, with the articles made from them.
async fn page_facts(
    connection: &mut PgConnection,
    keys: &[PageKey],
) -> Result<HashMap<PageKey, PageFacts>, StoreError> {
    let rows = sqlx::query!(
        r#"select p.fetched_at, p.page_id, p.host_id, p.url_id, p.url_final, p.http_status, p.content_type,
            p.headers ->> 'etag' as etag, p.headers ->> 'last-modified' as last_modified,
            f.robots_rule as "robots_rule?", f.opt_out as "opt_out?",
            a.article_id as "article_id?", a.version as "version?",
            d.article_id is not null as "was_article!", d.page_id as "judged?", d.page_type as "judged_as?",
            not exists (select from pages e where e.host_id = p.host_id and e.url_id = p.url_id
                and (e.fetched_at, e.page_id) < (p.fetched_at, p.page_id)) as "first!"
        from unnest($1::timestamptz[], $2::bigint[]) as key (fetched_at, page_id)
        join pages p on p.fetched_at = key.fetched_at and p.page_id = key.page_id
        left join fetches f on f.host_id = p.host_id and f.url_id = p.url_id and f.fetched_at = p.fetched_at
        left join articles a on a.fetched_at = p.fetched_at and a.page_id = p.page_id
        left join verdicts d on d.fetched_at = p.fetched_at and d.page_id = p.page_id"#,
        &column(keys, |key| key.fetched_at),
        &column(keys, |key| key.page_id)
    )
    .fetch_all(connection)
    .await?;
    let facts = rows.into_iter().map(|row| {
        let key = PageKey::new(row.fetched_at, row.page_id);
        let page = PageFacts {
            key,
            host_id: row.host_id,
            url_id: row.url_id,
            url: row.url_final,
            http_status: row.http_status,
            content_type: row.content_type,
            etag: row.etag,
            last_modified: row.last_modified,
            robots_rule: row.robots_rule,
            opt_out: row.opt_out,
            made: row
                .article_id
                .zip(row.version)
                .map(|(id, version)| VersionKey { id, version }),
            was_article: row.judged.map(|_| row.was_article),
            judged_as: row.judged_as,
            first: row.first,
        };
        (key, page)
    });
    Ok(facts.collect())
}

/// Keeps the verdicts of pages that can no longer be read. For this version of the code, they leave the queue.
async fn keep_verdicts(
    connection: &mut PgConnection,
    verdicts: &[&NewVerdict],
) -> Result<(), StoreError> {
    for verdict in verdicts {
        sqlx::query!(
            "delete from extract_queue where fetched_at = $1 and page_id = $2
                and not exists (select from extract_state where version <> $3)",
            verdict.key.fetched_at,
            verdict.key.page_id,
            text::owned(&verdict.version)
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

async fn write_verdicts(
    connection: &mut PgConnection,
    verdicts: &[&NewVerdict],
    facts: &HashMap<PageKey, PageFacts>,
    saved_as: &[Option<VersionKey>],
    revisions: &HashMap<i64, i32>,
) -> Result<(), StoreError> {
    let rows = verdicts.iter().zip(saved_as);
    let rows = rows.filter_map(|(verdict, version)| {
        Some((*verdict, facts.get(&verdict.key)?, version.as_ref()))
    });
    let rows: Vec<(&NewVerdict, &PageFacts, Option<&VersionKey>)> = rows.collect();
    // if the rules have changed meanwhile, the page stays queued
    let outdated = |(verdict, page, _): &(&NewVerdict, &PageFacts, _)| {
        let now = revisions.get(&page.host_id);
        now.is_some_and(|now| *now != verdict.rules_revision)
    };
    sqlx::query!(
        "with verdict as (
            insert into verdicts (fetched_at, page_id, host_id, url_id, version, page_type, news_score, features,
                label_source, reason, article_id, article_version, layout)
            select fetched_at, page_id, host_id, url_id, version, page_type, news_score, features,
                label_source, reason, article_id, article_version, layout
            from unnest($1::timestamptz[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::real[],
                $8::jsonb[], $9::text[], $10::text[], $11::text[], $12::integer[], $13::bigint[]) as new (fetched_at, page_id,
                host_id, url_id, version, page_type, news_score, features, label_source, reason, article_id, article_version,
                layout)
            on conflict (fetched_at, page_id) do update set
                version = excluded.version, page_type = excluded.page_type, news_score = excluded.news_score,
                features = excluded.features, label_source = excluded.label_source, reason = excluded.reason,
                article_id = excluded.article_id, article_version = excluded.article_version,
                layout = excluded.layout, read_at = now()
        )
        delete from extract_queue q
        using unnest($1::timestamptz[], $2::bigint[], $5::text[], $14::boolean[])
            as done (fetched_at, page_id, version, is_outdated)
        where q.fetched_at = done.fetched_at and q.page_id = done.page_id and not done.is_outdated
            and not exists (select from extract_state where version <> done.version)",
        &column(&rows, |(_, page, _)| page.key.fetched_at),
        &column(&rows, |(_, page, _)| page.key.page_id),
        &column(&rows, |(_, page, _)| page.host_id),
        &column(&rows, |(_, page, _)| page.url_id),
        &column(&rows, |(verdict, ..)| text::owned(&verdict.version)),
        &column(&rows, |(verdict, ..)| text::owned(&verdict.page_type)),
        &column(&rows, |(verdict, ..)| text::unit(verdict.news_score)),
        &column(&rows, |(verdict, ..)| text::json(&verdict.features)),
        &column(&rows, |(verdict, ..)| text::owned(&verdict.label_source)),
        &column(&rows, |(verdict, ..)| text::owned(&verdict.reason)),
        &column(&rows, |(.., version)| version.map(|version| version.id.clone())) as &[Option<String>],
        &column(&rows, |(.., version)| version.map(|version| version.version)) as &[Option<i32>],
        &column(&rows, |(verdict, ..)| verdict.layout.map(u64::cast_signed)) as &[Option<i64>],
        &column(&rows, outdated)
    )
    .execute(connection)
    .await?;
    Ok(())
}
