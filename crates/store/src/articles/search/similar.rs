//! Suggestions of headlines and names spelt like the words of a search.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde::Serialize;
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

/// Minimum similarity of a headline to a search text or word.
const LIKE: &str = "0.5";
/// Minimum similarity to a word with two letters swapped: such typing errors change most trigrams of a short word.
const LIKE_SWAPPED: &str = "0.8";
/// Maximum number of characters of a word whose letters are swapped.
const MAX_SWAPPED: usize = 16;

/// Headlines and names spelt like the search text, most similar first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Similar {
    /// Headlines of latest versions.
    pub titles: Vec<SimilarTitle>,
    /// Names of persons, places and organisations in articles, without those that occur in the search text.
    pub names: Vec<String>,
}

/// A suggested headline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct SimilarTitle {
    /// Article id.
    pub id: String,
    /// Its headline.
    pub title: String,
    /// ISO 639-1.
    pub language: Option<String>,
}

impl Store {
    /// Suggestions for a search without hits: by trigram word similarity to the whole text or, if nothing is similar, to each
    /// word, also with two adjacent letters swapped; regardless of the filters of the query. Empty if the database lacks the extension `pg_trgm`.
    #[retried]
    pub async fn similar(&self, query: &SearchQuery) -> Result<Similar, StoreError> {
        let words = query.wanted_words();
        let words: Vec<String> = words.iter().map(|word| text::owned(word)).collect();
        if words.is_empty() {
            return Ok(Similar::default());
        }
        let mut connection = self.pool.acquire().await?;
        let has_trigrams = sqlx::query_scalar!(
            r#"select to_regclass('articles_title_trigrams') is not null
            and to_regclass('article_terms_name_trigrams') is not null as "has!""#
        );
        if !has_trigrams.fetch_one(&mut *connection).await? {
            return Ok(Similar::default());
        }
        let all: String = words.join(" ").chars().take(MAX_CHARACTERS).collect();
        let is_long_enough =
            |term: &String| (MIN_CHARACTERS..=MAX_CHARACTERS).contains(&term.chars().count());
        // Headlines and names similar to the whole query are preferred to those similar to one of its words.
        let mut each: Vec<String> = words.iter().take(MAX_WORDS).cloned().collect();
        each.retain(is_long_enough);
        let queries = [vec![all.clone()], each];
        let mut transaction = super::by_the_index(&mut connection).await?;
        let mut found = Similar::default();
        for mut terms in queries {
            if found.titles.is_empty() {
                found.titles = titles(&mut transaction, &terms).await?;
            }
            terms.retain(is_long_enough);
            if found.names.is_empty() {
                found.names = names(&mut transaction, &terms, &all).await?;
            }
            if words.len() == 1 {
                break;
            }
        }
        transaction.commit().await?;
        Ok(found)
    }
}

/// The headlines most similar to one of the terms, or to one of them with two letters swapped.
#[boxed]
async fn titles(
    connection: &mut PgConnection,
    terms: &[String],
) -> Result<Vec<SimilarTitle>, sqlx::Error> {
    let swapped: Vec<String> = terms.iter().flat_map(|term| swapped(term)).collect();
    let mut found: Vec<(f32, DateTime<Utc>, SimilarTitle)> = Vec::new();
    for (terms, threshold) in [(terms, LIKE), (&swapped, LIKE_SWAPPED)] {
        require(connection, threshold).await?;
        let rows = sqlx::query!(
            r#"select distinct on (likeness, fetched_at, article_id)
                article_id as "id!", title as "title!", language, fetched_at as "fetched_at!", likeness as "likeness!"
            from unnest($1::text[]) terms (term)
            cross join lateral (
                select article_id, title, language, fetched_at, word_similarity(term, title) as likeness from articles
                where is_latest and term <% title
                    and not exists (select from article_heads h where h.article_id = articles.article_id and h.moved_to is not null)
                order by 5 desc, 4 desc, 1 limit $2
            ) near
            order by likeness desc, fetched_at desc, article_id limit $2"#,
            terms,
            MAX_SUGGESTIONS
        );
        for row in rows.fetch_all(&mut *connection).await? {
            let title = SimilarTitle {
                id: row.id,
                title: row.title,
                language: row.language,
            };
            found.push((row.likeness, row.fetched_at, title));
        }
    }
    require(connection, LIKE).await?;
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| b.1.cmp(&a.1)));
    let mut seen = HashSet::new();
    let mut titles: Vec<SimilarTitle> = found.into_iter().map(|(.., title)| title).collect();
    titles.retain(|title| seen.insert(title.id.clone()));
    titles.truncate(usize::try_from(MAX_SUGGESTIONS).unwrap_or_default());
    Ok(titles)
}

/// Sets how similar a word must be for the operator `<%`.
async fn require(connection: &mut PgConnection, threshold: &str) -> Result<(), sqlx::Error> {
    let set = sqlx::query("select set_config('pg_trgm.word_similarity_threshold', $1, true)");
    set.bind(threshold).execute(connection).await.map(drop)
}

/// A word with each pair of adjacent letters swapped in turn; none for a short or long one, or for several words.
fn swapped(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    if !(MIN_CHARACTERS..=MAX_SWAPPED).contains(&letters.len()) || word.contains(' ') {
        return Vec::new();
    }
    let pairs = (1..letters.len()).filter(|&at| letters[at - 1] != letters[at]);
    pairs
        .map(|at| {
            let mut other = letters.clone();
            other.swap(at - 1, at);
            other.into_iter().collect()
        })
        .collect()
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
