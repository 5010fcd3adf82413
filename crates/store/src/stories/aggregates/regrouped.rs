//! New cursors for articles regrouped by a save.

use std::collections::BTreeMap;

use sqlx::PgConnection;

use crate::{Aggregates, StoreError, text::column};

/// For each article, a hash of what the view `news.articles` shows of its copies, story and entities.
type Groupings = BTreeMap<String, i64>;

/// The groupings of all articles that a save may change, before the change.
pub(super) async fn groupings_before(
    connection: &mut PgConnection,
    found: &Aggregates,
) -> Result<Groupings, StoreError> {
    let mut ids = found.gone.clone();
    for copy in &found.copies {
        ids.push(copy.id.clone());
        ids.extend(copy.duplicate_of.clone());
    }
    ids.extend(found.terms.iter().map(|terms| terms.id.clone()));
    ids.extend(found.members.iter().map(|member| member.id.clone()));
    // Copies are in the story of their leader, and the leader's grouping includes whether it has copies.
    let touched = sqlx::query_scalar!(
        r#"with named as (
            select unnest($1::text[]) as article_id union select article_id from story_articles where story_id = any($2)
        ), led as (
            select article_id from named
            union select c.duplicate_of from copies c join named using (article_id) where c.duplicate_of is not null
        )
        select article_id as "id!" from led
        union select c.article_id from copies c join led on c.duplicate_of = led.article_id"#,
        &ids,
        &column(&found.moved, |moved| moved.from.clone())
    )
    .fetch_all(&mut *connection)
    .await?;
    // A version is added under a lock on the head of its article. It is either there when the
    // changes are noted, or it comes after this save and gets its cursor then.
    sqlx::query!(
        "select article_id from article_heads where article_id = any($1) order by article_id for share",
        &touched
    )
    .fetch_all(&mut *connection)
    .await?;
    groupings(connection, &touched).await
}

/// Adds the versions of all articles whose grouping has changed to the outbox.
pub(super) async fn record_changes(
    connection: &mut PgConnection,
    before: Groupings,
) -> Result<(), StoreError> {
    let ids: Vec<String> = before.keys().cloned().collect();
    let mut changed = groupings(connection, &ids).await?;
    changed.retain(|id, now| before.get(id) != Some(now));
    let ids: Vec<String> = changed.into_keys().collect();
    sqlx::query!(
        "insert into outbox (article_id, version, is_regrouped)
        select article_id, version, true from articles where article_id = any($1) order by article_id, version",
        &ids
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn groupings(connection: &mut PgConnection, ids: &[String]) -> Result<Groupings, StoreError> {
    let rows = sqlx::query!(
        r#"select given.article_id as "id!", hash_record_extended(row(
                c.duplicate_of,
                exists (select from copies follower where follower.duplicate_of = given.article_id),
                m.story_id, t.version, t.entities), 0) as "hash!"
        from unnest($1::text[]) as given (article_id)
        left join copies c using (article_id)
        left join story_articles m on m.article_id = c.leader
        left join article_terms t on t.article_id = given.article_id"#,
        ids
    );
    let rows = rows.fetch_all(connection).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.hash)).collect())
}
