//! Words that are more frequent in what a search finds than elsewhere.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use sqlx::{PgConnection, QueryBuilder};
use store_macros::{boxed, retried};

use super::samples::{Patience, Sample, Samples};
use super::{Prepared, SearchQuery, begin_with_matches, prepare};
use crate::{Store, StoreError};

/// Maximum number of articles of each side: a sample of those that there are, by their ids, which are hashes.
const MAX_SAMPLE: usize = 2_000;
/// Minimum number of articles with a word.
const MIN_ARTICLES: usize = 3;
/// Minimum log-likelihood ratio: one word in a thousand has more by chance.
const MIN_RATIO: f64 = 10.83;
/// Maximum number of words.
const MAX_WORDS: usize = 30;

/// Words that are keywords of more of the articles found than of other articles of the same sites, languages and time.
#[derive(Debug, Clone, Default, PartialEq, Serialize, utoipa::ToSchema)]
pub struct KeyWords {
    /// Number of articles found, at most a sample of 2,000.
    pub found: usize,
    /// Number of the other articles, at most a sample of 2,000.
    pub others: usize,
    /// The words, the most typical first.
    pub words: Vec<KeyWord>,
}

/// A word and how often it is used.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct KeyWord {
    /// As the articles found write it.
    pub word: String,
    /// How many of the articles found it is a keyword of.
    pub found: usize,
    /// How many of the others.
    pub others: usize,
    /// Log-likelihood ratio (Dunning, 1993): above 10.83, fewer than one word in a thousand is there by chance.
    pub ratio: f64,
}

impl Store {
    /// The words that are typical of what a query finds. The words of the query itself are left out.
    #[retried]
    pub async fn key_words(&self, query: &SearchQuery) -> Result<KeyWords, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let found = sample(&mut connection, query).await?;
        let mut others = sample(&mut connection, &query.surroundings()).await?;
        let there = Sample::Ids(others.iter().cloned().collect());
        if let Some(prepared) = prepare(&mut connection, query).await? {
            for id in smallest(&mut connection, &prepared, Some(&there), MAX_SAMPLE).await? {
                others.remove(&id);
            }
        }
        let elsewhere = keywords(&mut connection, &others).await?;
        let asked = query.wanted_words();
        let [of_found, of_others] = [&found, &others].map(HashSet::len);
        let mut words: Vec<KeyWord> = Vec::new();
        for (key, (word, found)) in keywords(&mut connection, &found).await? {
            let others = elsewhere.get(&key).map_or(0, |(_, others)| *others);
            let ratio = log_likelihood(found, of_found, others, of_others);
            let is_asked = asked.iter().any(|asked| asked.to_lowercase() == key);
            if found >= MIN_ARTICLES && ratio >= MIN_RATIO && !is_asked {
                words.push(KeyWord {
                    word,
                    found,
                    others,
                    ratio,
                });
            }
        }
        words.sort_by(|a, b| b.ratio.total_cmp(&a.ratio).then(a.word.cmp(&b.word)));
        words.truncate(MAX_WORDS);
        Ok(KeyWords {
            found: of_found,
            others: of_others,
            words,
        })
    }
}

/// The ids of a sample of the matches: those with the smallest ids, as far as they are read.
async fn sample(
    connection: &mut PgConnection,
    query: &SearchQuery,
) -> Result<HashSet<String>, StoreError> {
    let Some(prepared) = prepare(connection, query).await? else {
        return Ok(HashSet::new());
    };
    let mut ids = HashSet::new();
    let mut samples = Samples::new(Patience::default());
    while let Some(sample) = samples.next() {
        ids.extend(smallest(connection, &prepared, Some(&sample), MAX_SAMPLE - ids.len()).await?);
        if ids.len() == MAX_SAMPLE {
            break;
        }
        if samples.try_the_index(ids.len()) {
            match smallest(connection, &prepared, None, MAX_SAMPLE).await {
                Err(error) if error.is_statement_timeout() => {}
                all => return Ok(all?.into_iter().collect()),
            }
        }
    }
    Ok(ids)
}

/// The smallest ids of matches, of all or in a sample.
#[boxed]
async fn smallest(
    connection: &mut PgConnection,
    prepared: &Prepared<'_>,
    sample: Option<&Sample>,
    limit: usize,
) -> Result<Vec<String>, StoreError> {
    let mut sql = QueryBuilder::new("select s.article_id");
    let mut transaction = begin_with_matches(connection, prepared, sample, &mut sql).await?;
    sql.push(" order by 1 limit ")
        .push_bind(i64::try_from(limit).unwrap_or(i64::MAX));
    let ids = sql.build_query_scalar();
    let ids = ids.fetch_all(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(ids)
}

/// The keywords of articles in small letters, each as one article writes it, with the number of articles.
async fn keywords(
    connection: &mut PgConnection,
    ids: &HashSet<String>,
) -> Result<HashMap<String, (String, usize)>, StoreError> {
    let ids: Vec<String> = ids.iter().cloned().collect();
    let rows = sqlx::query!(
        r#"select lower(keyword ->> 'term') as "key!", min(keyword ->> 'term') as "word!", count(distinct t.article_id) as "articles!"
        from article_terms t cross join jsonb_array_elements(t.keywords) keyword
        where t.article_id = any($1) group by 1"#,
        &ids
    );
    let rows = rows.fetch_all(connection).await?.into_iter();
    let uses = rows.map(|row| {
        let articles = usize::try_from(row.articles).unwrap_or_default();
        (row.key, (row.word, articles))
    });
    Ok(uses.collect())
}

/// The log-likelihood ratio of a word that `found` of `of_found` articles have, and `others` of `of_others`; 0 if its share is not larger
/// among the former.
#[expect(clippy::cast_precision_loss, reason = "samples are small")]
fn log_likelihood(found: usize, of_found: usize, others: usize, of_others: usize) -> f64 {
    let [a, c, b, d] = [found, of_found, others, of_others].map(|count| count as f64);
    if a * d <= b * c {
        return 0.0;
    }
    let share = (a + b) / (c + d);
    let part = |seen: f64, of: f64| {
        let expected = of * share;
        if seen > 0.0 {
            seen * (seen / expected).ln()
        } else {
            0.0
        }
    };
    2.0 * (part(a, c) + part(b, d))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_typical_if_its_share_is_larger_and_more_so_the_more_articles_show_it() {
        let close = |a: f64, b: f64| (a - b).abs() < 0.01;
        assert!(close(log_likelihood(10, 100, 5, 100), 1.70));
        assert!(close(log_likelihood(100, 1_000, 50, 1_000), 16.99));
        assert!(close(log_likelihood(5, 10, 0, 90), 23.03));
        assert!(log_likelihood(5, 100, 10, 100) <= 0.0);
        assert!(log_likelihood(5, 100, 5, 100) <= 0.0);
    }
}
