//! Texts that stand in for articles: a notice, a wall or a challenge that a site answers with status 200 in their place.
//!
//! Three articles with different texts that have become one and the same other text show none of them.

use std::collections::{BTreeMap, HashMap, HashSet};

use sqlx::PgConnection;

use crate::{
    PageKey, StoreError, VersionKey,
    articles::{ArticleColumns, PageFacts, identity::are_related},
    text::column,
};

/// Minimum number of articles, and of their different former texts, that became the same text.
const MIN_ARTICLES: i64 = 3;

/// What stands in for articles.
#[derive(Debug)]
pub(super) struct StandIns {
    /// The pages of the batch that show such a text.
    pub(super) pages: HashSet<PageKey>,
    /// The latest versions of other articles that have it.
    pub(super) versions: Vec<VersionKey>,
}

/// An article whose text has changed to one that several others have changed to.
struct Suspect {
    host_id: i64,
    content_hash: String,
    article_id: String,
    /// The content hash of its text before.
    formerly: String,
}

/// Finds stand-ins among the pages of a batch, and notes their texts.
pub(super) async fn find(
    connection: &mut PgConnection,
    shown: &[(&PageFacts, &ArticleColumns)],
) -> Result<StandIns, StoreError> {
    let hosts = column(shown, |(page, _)| page.host_id);
    let hashes = column(shown, |(_, article)| article.content_hash.clone());
    let fetched = column(shown, |(page, _)| page.key.fetched_at);
    let pages = column(shown, |(page, _)| page.key.page_id);
    // pages of the batch count as what they show now, whatever was made of them before
    let suspects = sqlx::query_as!(
        Suspect,
        r#"with shown as (
            select * from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[], $5::bigint[])
                as s (host_id, content_hash, article_id, fetched_at, page_id)
        ), candidates as (
            select host_id, content_hash, article_id, fetched_at from shown
            union
            select a.host_id, a.content_hash, a.article_id, a.fetched_at
            from (select distinct host_id, content_hash from shown) w
            join articles a on a.content_hash = w.content_hash and a.host_id = w.host_id and a.is_latest
        ), became as (
            select c.host_id, c.content_hash, c.article_id, former.content_hash as formerly
            from candidates c cross join lateral (
                select f.content_hash from (
                    select a.content_hash, a.fetched_at, a.page_id from articles a
                    where a.article_id = c.article_id and a.host_id = c.host_id and not exists (select from shown s
                        where s.fetched_at = a.fetched_at and s.page_id = a.page_id)
                    union all
                    select s.content_hash, s.fetched_at, s.page_id from shown s
                    where s.article_id = c.article_id and s.host_id = c.host_id
                ) f
                where f.fetched_at < c.fetched_at order by f.fetched_at desc, f.page_id desc limit 1
            ) former
            where former.content_hash <> c.content_hash
        )
        select b.host_id as "host_id!", b.content_hash as "content_hash!", b.article_id as "article_id!", b.formerly as "formerly!"
        from became b
        join (
            select host_id, content_hash from became group by 1, 2
            having count(distinct article_id) >= $6 and count(distinct formerly) >= $6
        ) w using (host_id, content_hash)
        where not exists (select from stand_in_texts t where t.host_id = b.host_id and t.content_hash = b.content_hash)"#,
        &hosts,
        &hashes,
        &column(shown, |(_, article)| article.id.clone()),
        &fetched,
        &pages,
        MIN_ARTICLES
    )
    .fetch_all(&mut *connection)
    .await?;
    if !suspects.is_empty() {
        note(connection, shown, &suspects).await?;
    }
    let pages = sqlx::query_as!(
        PageKey,
        r#"select s.fetched_at as "fetched_at!", s.page_id as "page_id!"
        from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::bigint[]) as s (host_id, content_hash, fetched_at, page_id)
        join stand_in_texts t on t.host_id = s.host_id and t.content_hash = s.content_hash"#,
        &hosts,
        &hashes,
        &fetched,
        &pages
    )
    .fetch_all(&mut *connection)
    .await?;
    let versions = if pages.is_empty() {
        Vec::new()
    } else {
        sqlx::query_as!(
            VersionKey,
            r#"select a.article_id as id, a.version
            from (select distinct * from unnest($1::bigint[], $2::text[]) as s (host_id, content_hash)) s
            join stand_in_texts t on t.host_id = s.host_id and t.content_hash = s.content_hash
            join articles a on a.content_hash = t.content_hash and a.host_id = t.host_id and a.is_latest"#,
            &hosts,
            &hashes
        )
        .fetch_all(connection)
        .await?
    };
    Ok(StandIns {
        pages: pages.into_iter().collect(),
        versions,
    })
}

/// Notes the texts that have nothing in common with what enough of the articles were.
async fn note(
    connection: &mut PgConnection,
    shown: &[(&PageFacts, &ArticleColumns)],
    suspects: &[Suspect],
) -> Result<(), StoreError> {
    let stored = sqlx::query!(
        "select distinct on (content_hash) content_hash, text from articles where article_id = any($1) and content_hash = any($2)",
        &column(suspects, |suspect| suspect.article_id.clone()),
        &column(suspects, |suspect| suspect.formerly.clone())
    );
    let stored = stored.fetch_all(&mut *connection).await?;
    let mut texts: HashMap<&str, &str> = HashMap::new();
    texts.extend(stored.iter().map(|row| (&*row.content_hash, &*row.text)));
    texts.extend(
        shown
            .iter()
            .map(|(_, article)| (&*article.content_hash, article.text())),
    );
    let text = |hash: &str| texts.get(hash).copied().unwrap_or_default();
    let mut former: BTreeMap<(i64, &str), HashSet<&str>> = BTreeMap::new();
    for suspect in suspects {
        let is_other = !are_related(text(&suspect.formerly), text(&suspect.content_hash));
        let known = former.entry((suspect.host_id, &suspect.content_hash));
        known
            .or_default()
            .extend(is_other.then_some(&*suspect.formerly));
    }
    former.retain(|_, former| i64::try_from(former.len()).is_ok_and(|n| n >= MIN_ARTICLES));
    let found: Vec<(i64, &str)> = former.into_keys().collect();
    sqlx::query!(
        "insert into stand_in_texts (host_id, content_hash) select * from unnest($1::bigint[], $2::text[])
        on conflict do nothing",
        &column(&found, |(host, _)| *host),
        &column(&found, |(_, hash)| (*hash).to_owned())
    )
    .execute(connection)
    .await?;
    Ok(())
}
