//! The results and the state of an aggregation run, saved together or not at all.

mod regrouped;
mod save;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use store_macros::retried;

use crate::{Copy, Store, StoreError, Story, stories::copies};

/// Maximum length of a part of a state, in bytes.
const MAX_PART_BYTES: usize = 16 << 20;

/// Named entities and keywords of an article.
#[derive(Debug, Clone, PartialEq)]
pub struct ArticleTerms {
    /// The article.
    pub id: String,
    /// The version whose text was analysed.
    pub version: i32,
    /// Named entities with offsets into that text: a JSON array.
    pub entities: String,
    /// Weighted terms: a JSON array.
    pub keywords: String,
}

/// An article of a story.
#[derive(Debug, Clone, PartialEq)]
pub struct StoryMember {
    /// The article.
    pub id: String,
    /// The story.
    pub story_id: String,
    /// Mean similarity to the other articles of the story.
    pub score: f32,
    /// The terms that they share: a JSON array.
    pub shared: String,
    /// The story that it nearly joined: a JSON object.
    pub nearly: Option<String>,
}

/// A link between stories of two languages about the same event.
#[derive(Debug, Clone, PartialEq)]
pub struct NewStoryLink {
    /// The story whose language code comes first alphabetically.
    pub story_id: String,
    /// ISO 639-1.
    pub language: String,
    /// The other story.
    pub other_id: String,
    /// Its language.
    pub other_language: String,
    /// Sum of the weights of what they share.
    pub score: f32,
    /// The score needed for a link.
    pub needed: f32,
    /// What they share: a JSON array of `sign`, `form`, `other_form`, `weight`.
    pub shared: String,
}

/// A move of the articles of one story to another, with exceptions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoryMove {
    /// The story they leave.
    pub from: String,
    /// The story they join.
    pub to: String,
    /// Articles that stay.
    pub except: Vec<String>,
}

/// The merge of a story into another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoryMerge {
    /// Its id.
    pub from: String,
    /// The story that it was merged into.
    pub to: String,
    /// ISO 639-1.
    pub language: String,
    /// The time of the run.
    pub at: DateTime<Utc>,
}

/// The claim of a run on the aggregation state: a save is refused if another run has saved since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AggregateClaim {
    /// The fencing token: the number of saves so far.
    pub token: i64,
    /// A unique name for this run.
    pub owner: String,
}

/// The results of one batch of a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Aggregates {
    /// The cursor of the last publication.
    pub cursor: i64,
    /// When the run began, if it has grouped everything up to the cursor.
    pub grouped_until: Option<DateTime<Utc>>,
    /// Withdrawn articles.
    pub gone: Vec<String>,
    /// One entry for each compared article.
    pub copies: Vec<Copy>,
    /// Likewise.
    pub terms: Vec<ArticleTerms>,
    /// Articles that joined a story, or moved to another.
    pub members: Vec<StoryMember>,
    /// Stories whose older articles move to another.
    pub moved: Vec<StoryMove>,
    /// Stories that were merged into another.
    pub merged: Vec<StoryMerge>,
    /// The stories that changed. Their links are those of `links`; a story whose articles are all settled has no keywords.
    pub stories: Vec<Story>,
    /// Stories that were compared for links; the links between them are replaced by `links`.
    pub linked: Vec<String>,
    /// Links between stories of different languages.
    pub links: Vec<NewStoryLink>,
    /// Version of the code that wrote the states.
    pub version: String,
    /// The parts of the state that changed, by name; `None` removes the part.
    pub states: Vec<(String, Option<Vec<u8>>)>,
}

impl Store {
    /// The last states saved by this version of the code, and the number of saves so far.
    #[retried]
    pub async fn aggregate_states(
        &self,
        version: &str,
    ) -> Result<(i64, Vec<(String, Vec<u8>)>), StoreError> {
        // One statement, so that both come from one snapshot.
        let parts = sqlx::query!(
            r#"select coalesce((select token from aggregate_claim), 0) as "token!", s.name as "name?", s.state as "state?"
            from (select 1) one left join aggregate_state s on s.version = $1 order by s.name, s.part"#,
            version
        )
        .fetch_all(&self.pool)
        .await?;
        let token = parts.first().map_or(0, |part| part.token);
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
        Ok((token, states))
    }

    /// The time up to which articles have been grouped: the start of the last run that grouped all that there were. `None`: none did.
    #[retried]
    pub async fn grouped_until(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let at = sqlx::query_scalar!("select grouped_until from aggregate_claim");
        Ok(at.fetch_optional(&self.pool).await?.flatten())
    }

    /// Deletes all stories, copies and states, so that all articles are due again: in the order of their fetch times, whatever the
    /// order in which they were stored.
    #[retried]
    pub async fn forget_aggregates(&self) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        // first, as it is held while the tables below are read
        sqlx::query!("select pg_advisory_xact_lock(hashtext('gleaner.publish_articles'))")
            .execute(&mut *transaction)
            .await?;
        sqlx::query!(
            "update publications p set content_cursor = numbered.cursor
            from (
                select nextval('publication_numbers') as cursor, article_id, version from (
                    select o.article_id, o.version from publications o
                    left join articles a on a.article_id = o.article_id and a.version = o.version
                    where o.content_cursor is not null order by a.fetched_at, a.date_published, o.article_id, o.version
                ) ordered
            ) numbered
            where p.article_id = numbered.article_id and p.version = numbered.version"
        )
        .execute(&mut *transaction)
        .await?;
        sqlx::query!("update aggregate_claim set token = token + 1, owner = ''")
            .execute(&mut *transaction)
            .await?;
        sqlx::query!(
            "insert into outbox (article_id, version, is_regrouped)
            select article_id, a.version, true from copies join articles a using (article_id) order by article_id, a.version"
        )
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

    /// Saves everything in one transaction. Returns `false` if another run has saved since `last`; then nothing is saved.
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
        if known.token == last.token + 1 && known.owner == last.owner {
            return Ok(true); // the previous attempt saved it, and its answer was lost
        }
        if known.token != last.token {
            return Ok(false);
        }
        sqlx::query!(
            "update aggregate_claim set token = $1, owner = $2, grouped_until = coalesce($3, grouped_until)",
            last.token + 1,
            last.owner,
            found.grouped_until
        )
        .execute(&mut *transaction)
        .await?;
        let groupings = regrouped::groupings_before(&mut transaction, found).await?;
        copies::save_copies(&mut transaction, &found.copies).await?;
        save::save_terms(&mut transaction, &found.terms).await?;
        save::move_members(&mut transaction, found).await?;
        save::save_members(&mut transaction, &found.members).await?;
        save::remove_members(&mut transaction, found).await?;
        regrouped::record_changes(&mut transaction, groupings).await?;
        save::save_stories(&mut transaction, &found.stories).await?;
        save::save_redirects(&mut transaction, &found.merged).await?;
        save::save_links(&mut transaction, found).await?;
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
        self.publish().await?;
        Ok(true)
    }
}

async fn save_states(connection: &mut PgConnection, found: &Aggregates) -> Result<(), StoreError> {
    let names: Vec<String> = found.states.iter().map(|s| s.0.clone()).collect();
    sqlx::query!("delete from aggregate_state where name = any($1)", &names)
        .execute(&mut *connection)
        .await?;
    for (name, bytes) in &found.states {
        let parts = bytes.iter().flat_map(|bytes| bytes.chunks(MAX_PART_BYTES));
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
