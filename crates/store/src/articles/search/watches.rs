//! Watches: searches with a name, whose new articles are counted and named.

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;
use store_macros::retried;

use super::{
    Passages, SearchHit, SearchQuery, SearchSyntaxError, by_the_index, details, prepared::prepare,
    spans::Span,
};
use crate::{Store, StoreError, text};

/// A search with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watch {
    /// Its number.
    pub id: i64,
    /// Its name, which no other watch has.
    pub name: String,
    /// The query as it was typed. It was valid when it was saved.
    pub query: String,
    /// When it was saved first.
    pub created_at: DateTime<Utc>,
    /// The arrival up to which its articles were marked as seen.
    pub seen: i64,
    /// The arrival up to which its articles were searched for digests, and those found were sent.
    pub sent: i64,
    /// When a digest last named some.
    pub sent_at: Option<DateTime<Utc>>,
}

impl Watch {
    /// Maximum number of watches.
    pub const MAX: i64 = 50;
    /// Maximum number of characters of a name.
    pub const MAX_NAME: usize = 100;
    /// Maximum number of its new articles that are named.
    pub const MAX_NAMED: i64 = 5;

    /// Parses its query, for as many new articles as are named.
    ///
    /// # Errors
    /// [`SearchSyntaxError`] if it is no longer valid.
    pub fn parse(&self) -> Result<SearchQuery, SearchSyntaxError> {
        Ok(SearchQuery {
            limit: Self::MAX_NAMED,
            ..SearchQuery::parse(&self.query, Utc::now())?
        })
    }
}

/// What is new in a search. Copies that arrive between the same marks count as one article; one at the new URL of
/// another that was known is not new.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NewHits {
    /// Number of new articles.
    pub total: i64,
    /// The newest of them, as many as the query asks for.
    pub hits: Vec<SearchHit>,
}

impl Store {
    /// The watches, by name.
    #[retried]
    pub async fn watches(&self) -> Result<Vec<Watch>, StoreError> {
        let watches = sqlx::query_as!(
            Watch,
            "select watch_id as id, name, query, created_at, seen, sent, sent_at from watches order by lower(name), name"
        );
        Ok(watches.fetch_all(&self.pool).await?)
    }

    /// The arrival of the last article.
    #[retried]
    pub async fn last_arrival(&self) -> Result<i64, StoreError> {
        let last = sqlx::query_scalar!(
            r#"select coalesce(max(arrival), 0) as "last!" from publications where version = 1"#
        );
        Ok(last.fetch_one(&self.pool).await?)
    }

    /// Adds a watch, or changes the one with this id. What arrives from now on is new; if only the name changes, the marks stay.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if the query is not valid, if the name is empty, too long or that of another watch, or if there are
    /// too many watches or no such one.
    #[retried]
    pub async fn save_watch(
        &self,
        id: Option<i64>,
        name: &str,
        query: &str,
    ) -> Result<(), StoreError> {
        let invalid = |why: String| Err(StoreError::Invalid(why));
        let (name, query) = (text::owned(name.trim()), text::owned(query.trim()));
        if name.is_empty() || name.chars().count() > Watch::MAX_NAME {
            let max = Watch::MAX_NAME;
            return invalid(format!("a watch needs a name of up to {max} characters"));
        }
        if query.is_empty() {
            return invalid("a watch needs a query".to_owned());
        }
        if let Err(error) = SearchQuery::parse(&query, Utc::now()) {
            return invalid(error.to_string());
        }
        let mut transaction = self.pool.begin().await?;
        sqlx::query!(
            "with newest as (select coalesce(max(arrival), 0) as arrival from publications where version = 1), changed as (
                update watches w set name = $2, query = $3, seen = case when query = $3 then seen else newest.arrival end,
                    sent = case when query = $3 then sent else newest.arrival end
                from newest where w.watch_id = $1 and not exists (select from watches o where o.name = $2 and o.watch_id <> $1)
            )
            insert into watches (name, query, seen, sent)
            select $2, $3, arrival, arrival from newest where $1::bigint is null and (select count(*) from watches) < $4
            on conflict (name) do nothing",
            id,
            name,
            query,
            Watch::MAX
        )
        .execute(&mut *transaction)
        .await?;
        let saved = sqlx::query!(
            r#"select watch_id, query = $2 as "is_same!" from watches where name = $1"#,
            name,
            query
        )
        .fetch_optional(&mut *transaction)
        .await?;
        transaction.commit().await?;
        match saved {
            // An earlier attempt whose answer was lost may have saved it.
            Some(saved) if saved.is_same && id.is_none_or(|id| id == saved.watch_id) => Ok(()),
            Some(_) => invalid(format!("there is another watch with the name {name:?}")),
            None if id.is_some() => invalid("there is no such watch any more".to_owned()),
            None => invalid(format!("there are {} watches already", Watch::MAX)),
        }
    }

    /// Deletes a watch.
    #[retried]
    pub async fn delete_watch(&self, id: i64) -> Result<(), StoreError> {
        sqlx::query!("delete from watches where watch_id = $1", id)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Marks the articles of all watches up to an arrival as seen.
    #[retried]
    pub async fn watches_seen(&self, until: i64) -> Result<(), StoreError> {
        sqlx::query!(
            "update watches set seen = greatest(seen, least($1, (select coalesce(max(arrival), 0) from publications where version = 1)))",
            until
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Records that up to an arrival nothing was found in the `quiet` watches, and that a digest has named the articles of the
    /// `named` ones.
    #[retried]
    pub async fn watches_sent(
        &self,
        quiet: &[i64],
        named: &[i64],
        until: i64,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "update watches set sent = greatest(sent, $3), sent_at = case when watch_id = any($2) then now() else sent_at end
            where watch_id = any($1) or watch_id = any($2)",
            quiet,
            named,
            until
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The articles that match a query and arrived after one arrival and up to another. Order and cursor of the query are ignored.
    #[retried]
    pub async fn new_hits(
        &self,
        query: &SearchQuery,
        after: i64,
        until: i64,
    ) -> Result<NewHits, StoreError> {
        let query = SearchQuery {
            passages: Passages::Beginnings,
            ..query.clone()
        };
        let mut connection = self.pool.acquire().await?;
        let connection = &mut *connection;
        let Some(prepared) = prepare(connection, &query).await? else {
            return Ok(NewHits::default());
        };
        let mut sql =
            QueryBuilder::new("with matches as materialized (select s.article_id, s.date");
        prepared.push_matches(&mut sql, &Span::whole(query.since, query.until, Utc::now()));
        sql.push(" and s.article_id in (select article_id from publications where version = 1 and arrival > ")
            .push_bind(after)
            .push(" and arrival <= ")
            .push_bind(until)
            .push(
                ")), texts as (
                select distinct on (shown.leader) m.article_id, m.date from matches m
                left join copies c on c.article_id = m.article_id
                left join article_heads leader on leader.article_id = c.duplicate_of
                cross join lateral (select coalesce(shown_duplicate_of(m.article_id, c.duplicate_of, null, leader.moved_to),
                    m.article_id)) as shown (leader)
                where not exists (select from article_heads former join publications p using (article_id)
                    where former.moved_to = m.article_id and p.version = 1 and p.arrival <= ",
            )
            .push_bind(after)
            .push(
                ")
                order by shown.leader, m.article_id <> shown.leader, m.date, m.article_id
            )
            select article_id, count(*) over () from texts order by date desc, article_id desc limit ",
            )
            .push_bind(query.limit);
        let mut transaction = by_the_index(connection).await?;
        let found: Vec<(String, i64)> = sql.build_query_as().fetch_all(&mut *transaction).await?;
        transaction.commit().await?;
        let total = found.first().map_or(0, |(_, total)| *total);
        let ids = text::column(&found, |(id, _)| id.clone());
        let ranks = vec![0.0; ids.len()];
        let hits = details(connection, &query, &prepared, ids, ranks).await?;
        Ok(NewHits { total, hits })
    }
}
