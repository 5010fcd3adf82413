//! What the grouping of articles saves: findings, its state and its place among the publications, as one.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

use crate::{
    AggregateTurn, Aggregates, ArticleTerms, Copy, Merged, NewStory, Store, StoreError,
    StoryMember, copies, text,
};

/// A part of a state is no longer than this.
const PART: usize = 16 << 20;

impl Store {
    /// The states as they were saved last, by a version of the code; and the turn that saved them.
    pub async fn aggregate_states(
        &self,
        version: &str,
    ) -> Result<(i64, Vec<(String, Vec<u8>)>), StoreError> {
        self.retrying(|| async {
            // One statement, one snapshot.
            let parts = sqlx::query!(
                r#"select coalesce((select turn from aggregate_turns), 0) as "turn!", s.name as "name?", s.state as "state?"
                from (select 1) one left join aggregate_state s on s.version = $1 order by s.name, s.part"#,
                version
            )
            .fetch_all(&self.pool)
            .await?;
            let turn = parts.first().map_or(0, |part| part.turn);
            let mut states: Vec<(String, Vec<u8>)> = Vec::new();
            for part in parts {
                let (Some(name), Some(bytes)) = (part.name, part.state) else {
                    continue;
                };
                match states.last_mut() {
                    Some((known, whole)) if *known == name => whole.extend(bytes),
                    _ => states.push((name, bytes)),
                }
            }
            Ok((turn, states))
        })
        .await
    }

    /// Forgets all findings and states, so that all articles are due again.
    pub async fn forget_aggregates(&self) -> Result<(), StoreError> {
        self.retrying(|| async {
            let mut transaction = self.pool.begin().await?;
            sqlx::query!("update aggregate_turns set turn = turn + 1, owner = ''")
                .execute(&mut *transaction)
                .await?;
            sqlx::query!(
                "truncate aggregate_state, stories, story_articles, article_terms, copies"
            )
            .execute(&mut *transaction)
            .await?;
            sqlx::query!("delete from cursors where stage = $1", copies::STAGE)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
            Ok(())
        })
        .await
    }

    /// Saves everything in one transaction. `false`: somebody else has saved since `last`, and nothing was saved.
    pub async fn save_aggregates(
        &self,
        found: &Aggregates,
        last: &AggregateTurn,
    ) -> Result<bool, StoreError> {
        self.retrying(|| async {
            let mut transaction = self.pool.begin().await?;
            let known = sqlx::query!(
                "insert into aggregate_turns as t (turn, owner) values (0, '')
                on conflict (only_one) do update set turn = t.turn returning turn, owner"
            )
            .fetch_one(&mut *transaction)
            .await?;
            if known.turn == last.turn + 1 && known.owner == last.owner {
                return Ok(true); // saved by the try before this one, whose answer was lost
            }
            if known.turn != last.turn {
                return Ok(false);
            }
            sqlx::query!(
                "update aggregate_turns set turn = $1, owner = $2",
                last.turn + 1,
                last.owner
            )
            .execute(&mut *transaction)
            .await?;
            save_copies(&mut transaction, &found.copies).await?;
            save_terms(&mut transaction, &found.terms).await?;
            carry(&mut transaction, found).await?;
            save_members(&mut transaction, &found.members).await?;
            leave(&mut transaction, found).await?;
            save_stories(&mut transaction, &found.stories).await?;
            redirect(&mut transaction, &found.merged).await?;
            save_states(&mut transaction, found).await?;
            sqlx::query!(
                "insert into cursors as c (stage, cursor) values ($1, $2)
                on conflict (stage) do update set cursor = greatest(c.cursor, excluded.cursor)",
                copies::STAGE,
                found.cursor
            )
            .execute(&mut *transaction)
            .await?;
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }
}

/// Findings about articles that are gone are left out. Followers of an article that became a copy follow its leader.
async fn save_copies(connection: &mut PgConnection, copies: &[Copy]) -> Result<(), StoreError> {
    let mut ordered: Vec<&Copy> = copies.iter().collect();
    ordered.sort_by(|a, b| a.id.cmp(&b.id));
    let ids: Vec<String> = ordered.iter().map(|copy| copy.id.clone()).collect();
    let versions: Vec<i32> = ordered.iter().map(|copy| copy.version).collect();
    let leaders: Vec<Option<String>> = ordered
        .iter()
        .map(|copy| copy.duplicate_of.clone())
        .collect();
    let scores: Vec<f32> = ordered.iter().map(|copy| text::unit(copy.score)).collect();
    let rules: Vec<Option<String>> = ordered
        .iter()
        .map(|copy| copy.rule.map(|rule| rule.to_string()))
        .collect();
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

async fn save_terms(
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

/// All at once: two stories may exchange their older articles.
async fn carry(connection: &mut PgConnection, found: &Aggregates) -> Result<(), StoreError> {
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

async fn save_members(
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
async fn leave(connection: &mut PgConnection, found: &Aggregates) -> Result<(), StoreError> {
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
async fn save_stories(connection: &mut PgConnection, rows: &[NewStory]) -> Result<(), StoreError> {
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
async fn redirect(connection: &mut PgConnection, merged: &[Merged]) -> Result<(), StoreError> {
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

async fn save_states(connection: &mut PgConnection, found: &Aggregates) -> Result<(), StoreError> {
    let names: Vec<String> = found.states.iter().map(|s| s.name.clone()).collect();
    sqlx::query!("delete from aggregate_state where name = any($1)", &names)
        .execute(&mut *connection)
        .await?;
    for state in &found.states {
        let parts = state.bytes.iter().flat_map(|bytes| bytes.chunks(PART));
        for (part, bytes) in (0i32..).zip(parts) {
            sqlx::query!(
                "insert into aggregate_state (name, part, version, state) values ($1, $2, $3, $4)",
                state.name,
                part,
                found.version,
                bytes
            )
            .execute(&mut *connection)
            .await?;
        }
    }
    Ok(())
}
