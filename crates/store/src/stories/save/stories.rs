//! Stories and what is in them.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

use crate::{Aggregates, Merged, NewStory, StoreError, StoryMember};

/// All at once: two stories may exchange their older articles.
pub(super) async fn carry(
    connection: &mut PgConnection,
    found: &Aggregates,
) -> Result<(), StoreError> {
    let from: Vec<String> = found.carried.iter().map(|c| c.from.clone()).collect();
    let to: Vec<String> = found.carried.iter().map(|c| c.to.clone()).collect();
    let but: Vec<String> = found
        .carried
        .iter()
        .flat_map(|carried| carried.but.iter().cloned())
        .collect();
    sqlx::query!(
        "update story_articles m set story_id = c.destination
        from unnest($1::text[], $2::text[]) as c (origin, destination)
        where m.story_id = c.origin and m.article_id <> all($3)",
        &from,
        &to,
        &but
    )
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn save_members(
    connection: &mut PgConnection,
    members: &[StoryMember],
) -> Result<(), StoreError> {
    let ids: Vec<String> = members.iter().map(|member| member.id.clone()).collect();
    let stories: Vec<String> = members.iter().map(|m| m.story_id.clone()).collect();
    let scores: Vec<f32> = members.iter().map(|member| member.score).collect();
    let shared: Vec<Value> = members.iter().map(|m| m.shared.clone()).collect();
    let nearly: Vec<Option<Value>> = members.iter().map(|m| m.nearly.clone()).collect();
    sqlx::query!(
        "insert into story_articles (article_id, story_id, score, shared, nearly)
        select * from unnest($1::text[], $2::text[], $3::real[], $4::jsonb[], $5::jsonb[])
        order by 1
        on conflict (article_id) do update set
            story_id = excluded.story_id, score = excluded.score, shared = excluded.shared, nearly = excluded.nearly",
        &ids,
        &stories,
        &scores,
        &shared,
        &nearly as &[Option<Value>]
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Articles that are gone, or follow another now, are in no story themselves.
pub(super) async fn leave(
    connection: &mut PgConnection,
    found: &Aggregates,
) -> Result<(), StoreError> {
    let follow = found.copies.iter();
    let follow = follow.filter(|copy| copy.duplicate_of.is_some());
    let mut ids: Vec<String> = follow.map(|copy| copy.id.clone()).collect();
    ids.extend(found.gone.iter().cloned());
    sqlx::query!(
        "delete from story_articles where article_id = any($1)",
        &ids
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "delete from article_terms where article_id = any($1)",
        &found.gone
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Of two with one name, which no statement can save, the one whose language comes first. Stories whose articles have all settled
/// have no keywords any more; they keep those that they had.
pub(super) async fn save_stories(
    connection: &mut PgConnection,
    rows: &[NewStory],
) -> Result<(), StoreError> {
    let mut rows: Vec<&NewStory> = rows.iter().collect();
    rows.sort_by(|a, b| (&a.id, &a.language).cmp(&(&b.id, &b.language)));
    rows.dedup_by(|a, b| a.id == b.id);
    let ids: Vec<String> = rows.iter().map(|story| story.id.clone()).collect();
    let languages: Vec<String> = rows.iter().map(|story| story.language.clone()).collect();
    let titles: Vec<Option<String>> = rows.iter().map(|story| story.title.clone()).collect();
    let founded: Vec<DateTime<Utc>> = rows.iter().map(|story| story.founded_at).collect();
    let active: Vec<DateTime<Utc>> = rows.iter().map(|story| story.active_at).collect();
    let counts =
        |of: fn(&NewStory) -> i32| rows.iter().map(|story| of(story)).collect::<Vec<i32>>();
    let numbers =
        |of: fn(&NewStory) -> f32| rows.iter().map(|story| of(story)).collect::<Vec<f32>>();
    let keywords: Vec<Value> = rows.iter().map(|story| story.keywords.clone()).collect();
    sqlx::query!(
        "insert into stories as s (story_id, language, title, founded_at, active_at, articles, copies, cohesion, owners,
            breadth, recency, burst, score, keywords)
        select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::integer[],
            $7::integer[], $8::real[], $9::integer[], $10::real[], $11::real[], $12::real[], $13::real[], $14::jsonb[])
        order by 1
        on conflict (story_id) do update set
            language = excluded.language, title = coalesce(excluded.title, s.title), founded_at = excluded.founded_at,
            active_at = excluded.active_at, articles = excluded.articles, copies = excluded.copies,
            cohesion = excluded.cohesion, owners = excluded.owners, breadth = excluded.breadth,
            recency = excluded.recency, burst = excluded.burst, score = excluded.score,
            keywords = case when excluded.keywords = '[]' then s.keywords else excluded.keywords end,
            merged_into = null, updated_at = now()",
        &ids,
        &languages,
        &titles as &[Option<String>],
        &founded,
        &active,
        &counts(|s| s.articles),
        &counts(|s| s.copies),
        &numbers(|s| s.cohesion),
        &counts(|s| s.owners),
        &numbers(|s| s.breadth),
        &numbers(|s| s.recency),
        &numbers(|s| s.burst),
        &numbers(|s| s.score),
        &keywords
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// A story that was never saved leaves a redirect too: articles may have named it. What led to it leads on, so that
/// one redirect is enough to follow.
pub(super) async fn redirect(
    connection: &mut PgConnection,
    merged: &[Merged],
) -> Result<(), StoreError> {
    let mut merged: Vec<&Merged> = merged.iter().collect();
    merged.sort_by(|a, b| (&a.from, &a.language).cmp(&(&b.from, &b.language)));
    merged.dedup_by(|a, b| a.from == b.from);
    let from: Vec<String> = merged.iter().map(|merged| merged.from.clone()).collect();
    let to: Vec<String> = merged.iter().map(|merged| merged.to.clone()).collect();
    let languages: Vec<String> = merged.iter().map(|m| m.language.clone()).collect();
    let times: Vec<DateTime<Utc>> = merged.iter().map(|merged| merged.at).collect();
    sqlx::query!(
        "insert into stories (story_id, language, founded_at, active_at, articles, cohesion, merged_into)
        select r.origin, r.language, r.at, r.at, 0, 1, r.destination
        from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) as r (origin, destination, language, at)
        order by 1
        on conflict (story_id) do update set merged_into = excluded.merged_into, updated_at = now()",
        &from,
        &to,
        &languages,
        &times
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update stories s set merged_into = r.destination, updated_at = now()
        from unnest($1::text[], $2::text[]) as r (origin, destination)
        where s.merged_into = r.origin and s.story_id <> r.destination",
        &from,
        &to
    )
    .execute(connection)
    .await?;
    Ok(())
}
