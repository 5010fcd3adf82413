//! What the grouping of articles saves: findings, its state and its place among the publications, as one.

mod articles;
mod links;
mod stories;

use sqlx::PgConnection;
use store_macros::retried;

use crate::{AggregateClaim, Aggregates, Store, StoreError, stories::copies};

/// A part of a state is no longer than this.
const PART: usize = 16 << 20;

impl Store {
    /// The states as they were saved last, by a version of the code; and the turn that saved them.
    #[retried]
    pub async fn aggregate_states(
        &self,
        version: &str,
    ) -> Result<(i64, Vec<(String, Vec<u8>)>), StoreError> {
        // One statement, one snapshot.
        let parts = sqlx::query!(
            r#"select coalesce((select token from aggregate_claim), 0) as "token!", s.name as "name?", s.state as "state?"
            from (select 1) one left join aggregate_state s on s.version = $1 order by s.name, s.part"#,
            version
        )
        .fetch_all(&self.pool)
        .await?;
        let turn = parts.first().map_or(0, |part| part.token);
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
    }

    /// Forgets all findings and states, so that all articles are due again.
    #[retried]
    pub async fn forget_aggregates(&self) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query!("update aggregate_claim set token = token + 1, owner = ''")
            .execute(&mut *transaction)
            .await?;
        sqlx::query!(
            "truncate aggregate_state, stories, story_articles, story_links, article_terms, copies"
        )
        .execute(&mut *transaction)
        .await?;
        sqlx::query!("delete from cursors where stage = $1", copies::STAGE)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Saves everything in one transaction. `false`: somebody else has saved since `last`, and nothing was saved.
    #[retried]
    pub async fn save_aggregates(
        &self,
        found: &Aggregates,
        last: &AggregateClaim,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let known = sqlx::query!(
            "insert into aggregate_claim as c (token, owner) values (0, '')
            on conflict (only_row) do update set token = c.token returning token, owner"
        )
        .fetch_one(&mut *transaction)
        .await?;
        if known.token == last.turn + 1 && known.owner == last.owner {
            return Ok(true); // saved by the try before this one, whose answer was lost
        }
        if known.token != last.turn {
            return Ok(false);
        }
        sqlx::query!(
            "update aggregate_claim set token = $1, owner = $2",
            last.turn + 1,
            last.owner
        )
        .execute(&mut *transaction)
        .await?;
        articles::save_copies(&mut transaction, &found.copies).await?;
        articles::save_terms(&mut transaction, &found.terms).await?;
        stories::carry(&mut transaction, found).await?;
        stories::save_members(&mut transaction, &found.members).await?;
        stories::leave(&mut transaction, found).await?;
        stories::save_stories(&mut transaction, &found.stories).await?;
        stories::redirect(&mut transaction, &found.merged).await?;
        links::save_links(&mut transaction, found).await?;
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
    }
}

async fn save_states(connection: &mut PgConnection, found: &Aggregates) -> Result<(), StoreError> {
    let names: Vec<String> = found.states.iter().map(|s| s.0.clone()).collect();
    sqlx::query!("delete from aggregate_state where name = any($1)", &names)
        .execute(&mut *connection)
        .await?;
    for (name, bytes) in &found.states {
        let parts = bytes.iter().flat_map(|bytes| bytes.chunks(PART));
        for (part, bytes) in (0i32..).zip(parts) {
            sqlx::query!(
                "insert into aggregate_state (name, part, version, state) values ($1, $2, $3, $4)",
                name,
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
