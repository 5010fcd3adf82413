//! What was found of single articles.

use serde_json::Value;
use sqlx::PgConnection;

use crate::{ArticleTerms, Copy, StoreError, text};

/// Findings about articles that are gone are left out. Followers of an article that became a copy follow its leader.
pub(super) async fn save_copies(
    connection: &mut PgConnection,
    copies: &[Copy],
) -> Result<(), StoreError> {
    let mut ordered: Vec<&Copy> = copies.iter().collect();
    ordered.sort_by(|a, b| a.id.cmp(&b.id));
    let ids: Vec<String> = ordered.iter().map(|copy| copy.id.clone()).collect();
    let versions: Vec<i32> = ordered.iter().map(|copy| copy.version).collect();
    let leaders: Vec<Option<String>> = ordered
        .iter()
        .map(|copy| copy.duplicate_of.clone())
        .collect();
    let scores: Vec<f32> = ordered.iter().map(|copy| text::unit(copy.score)).collect();
    let rules: Vec<Option<String>> = ordered.iter().map(|copy| copy.rule.clone()).collect();
    sqlx::query!(
        "insert into copies as c (article_id, version, duplicate_of, score, rule)
        select new.* from unnest($1::text[], $2::integer[], $3::text[], $4::real[], $5::text[])
            as new (article_id, version, duplicate_of, score, rule)
        where exists (select from articles a where a.article_id = new.article_id)
        order by 1
        on conflict (article_id) do update set
            version = excluded.version, duplicate_of = excluded.duplicate_of,
            score = excluded.score, rule = excluded.rule, found_at = now()
        where (c.version, c.duplicate_of, c.score, c.rule)
            is distinct from (excluded.version, excluded.duplicate_of, excluded.score, excluded.rule)",
        &ids,
        &versions,
        &leaders as &[Option<String>],
        &scores,
        &rules as &[Option<String>]
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update copies c set duplicate_of = leader.duplicate_of
        from copies leader
        where leader.article_id = any($1) and leader.duplicate_of is not null
            and c.duplicate_of = leader.article_id and c.article_id <> leader.duplicate_of",
        &ids
    )
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn save_terms(
    connection: &mut PgConnection,
    terms: &[ArticleTerms],
) -> Result<(), StoreError> {
    let ids: Vec<String> = terms.iter().map(|terms| terms.id.clone()).collect();
    let versions: Vec<i32> = terms.iter().map(|terms| terms.version).collect();
    let entities: Vec<Value> = terms.iter().map(|terms| terms.entities.clone()).collect();
    let keywords: Vec<Value> = terms.iter().map(|terms| terms.keywords.clone()).collect();
    sqlx::query!(
        "insert into article_terms as t (article_id, version, entities, keywords)
        select * from unnest($1::text[], $2::integer[], $3::jsonb[], $4::jsonb[])
        order by 1
        on conflict (article_id) do update set
            version = excluded.version, entities = excluded.entities, keywords = excluded.keywords
        where (t.version, t.entities, t.keywords) is distinct from (excluded.version, excluded.entities, excluded.keywords)",
        &ids,
        &versions,
        &entities,
        &keywords
    )
    .execute(connection)
    .await?;
    Ok(())
}
