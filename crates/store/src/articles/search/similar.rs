//! Suggestions of headlines and names spelt like the words of a search.

use sqlx::PgConnection;
use store_macros::{boxed, retried};

use super::SearchQuery;
use crate::{Store, StoreError, text};

/// Maximum number of suggested headlines, and of names.
const MAX_SUGGESTIONS: i64 = 5;
/// Maximum number of articles whose names are examined for each word.
const MAX_EXAMINED: i64 = 200;
/// Maximum number of words of a query for which names are searched individually.
const MAX_WORDS: usize = 6;
/// Minimum number of characters of a query or word to search names for: shorter ones have too few trigrams to be similar.
const MIN_CHARACTERS: usize = 4;
/// Maximum number of characters that are compared.
const MAX_CHARACTERS: usize = 200;

/// Headlines and names spelt like the search text, most similar first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Similar {
    /// Headlines of latest versions.
    pub titles: Vec<SimilarTitle>,
    /// Names of persons, places and organisations in articles, without those that occur in the search text.
    pub names: Vec<String>,
}

/// A suggested headline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimilarTitle {
    /// Article id.
    pub id: String,
    /// Its headline.
    pub title: String,
    /// ISO 639-1.
    pub language: Option<String>,
}

impl Store {
    /// Suggestions for a search without hits: by trigram word similarity of at least 0.5,
    /// regardless of the filters of the query. Empty if the database lacks the extension `pg_trgm`.
    #[retried]
    pub async fn similar(&self, query: &SearchQuery) -> Result<Similar, StoreError> {
        let words = query.wanted_words();
        let words: Vec<String> = words.iter().map(|word| text::owned(word)).collect();
        if words.is_empty() {
            return Ok(Similar::default());
        }
        let mut connection = self.pool.acquire().await?;
        similar(&mut connection, &words).await
    }
}

#[boxed]
async fn similar(connection: &mut PgConnection, words: &[String]) -> Result<Similar, StoreError> {
    let has_trigrams = sqlx::query_scalar!(
        r#"select to_regclass('articles_title_trigrams') is not null
            and to_regclass('article_terms_name_trigrams') is not null as "has!""#
    );
    if !has_trigrams.fetch_one(&mut *connection).await? {
        return Ok(Similar::default());
    }
    let all: String = words.join(" ").chars().take(MAX_CHARACTERS).collect();
    // Names similar to the whole query are preferred to those similar to one of its words.
    let queries = [
        vec![all.clone()],
        words.iter().take(MAX_WORDS).cloned().collect(),
    ];
    let mut transaction = super::by_the_index(connection).await?;
    sqlx::query!("select set_config('pg_trgm.word_similarity_threshold', '0.5', true)")
        .fetch_one(&mut *transaction)
        .await?;
    let titles = sqlx::query_as!(
        SimilarTitle,
        r#"select article_id as "id!", title as "title!", language from articles
        where is_latest and $1 <% title
        order by word_similarity($1, title) desc, fetched_at desc, article_id limit $2"#,
        all,
        MAX_SUGGESTIONS
    )
    .fetch_all(&mut *transaction)
    .await?;
    let mut found = Vec::new();
    for mut terms in queries {
        terms.retain(|term| (MIN_CHARACTERS..=MAX_CHARACTERS).contains(&term.chars().count()));
        found = names(&mut transaction, &terms, &all).await?;
        if !found.is_empty() || words.len() == 1 {
            break;
        }
    }
    transaction.commit().await?;
    Ok(Similar {
        titles,
        names: found,
    })
}

/// The names that are most similar to one of the terms and do not occur in the typed text.
#[boxed]
async fn names(
    connection: &mut PgConnection,
    terms: &[String],
    typed: &str,
) -> Result<Vec<String>, sqlx::Error> {
    let names = sqlx::query_scalar!(
        r#"select name as "name!" from unnest($1::text[]) terms (term)
        cross join lateral (
            select entities from article_terms where term <% names_of(entities) limit $3
        ) near
        cross join lateral (select distinct entity ->> 'text' as name from jsonb_array_elements(entities) entities (entity)) named
        where term <% name and position(lower(name) in lower($2)) = 0
        group by name order by max(word_similarity(term, name)) desc, count(*) desc, name limit $4"#,
        terms,
        typed,
        MAX_EXAMINED,
        MAX_SUGGESTIONS
    );
    names.fetch_all(connection).await
}
