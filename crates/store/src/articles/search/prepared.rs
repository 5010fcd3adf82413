//! Translation of queries to index terms: words by the rules of each language, and filters as terms that no text contains.

use std::{collections::BTreeMap, fmt};

use sqlx::PgConnection;

use super::query::{Choice, SearchQuery};
use crate::{StoreError, articles::export::MIN_ID_DIGITS, crawl::sites, text};

/// A query in index terms.
#[derive(Debug)]
pub(super) struct Prepared {
    /// The typed words, with letters and marks folded as in the index; empty if there are none.
    pub(super) typed: String,
    /// The words by the rules of each language; empty if there are none.
    pub(super) words: String,
    /// The words and the filters, except times.
    pub(super) all: String,
    /// The articles of the requested stories; `None` if any.
    pub(super) ids: Option<Vec<String>>,
    /// Articles of excluded stories.
    pub(super) other_ids: Vec<String>,
}

/// Translates a query. Returns `None` if nothing can match.
pub(super) async fn prepare(
    connection: &mut PgConnection,
    query: &SearchQuery,
) -> Result<Option<Prepared>, StoreError> {
    let typed = folded(connection, text::clean(&query.text).trim()).await?;
    let in_languages = words_by_language(connection, query, &typed).await?;
    let mut terms = vec![in_languages.clone()];
    let words = if typed.is_empty() {
        String::new()
    } else {
        in_languages
    };
    if !query.sites.any.is_empty() {
        terms.push(any_of(
            host_terms(connection, &query.sites.any).await?.into_iter(),
        ));
    }
    if !query.authors.any.is_empty() {
        terms.push(any_of(
            author_terms(connection, &query.authors.any)
                .await?
                .into_iter(),
        ));
    }
    let mut others = host_terms(connection, &query.sites.none).await?;
    others.extend(author_terms(connection, &query.authors.none).await?);
    terms.extend(others.iter().map(|term| format!("!{term}")));
    if terms.iter().any(String::is_empty) {
        return Ok(None);
    }
    let ids = match query.stories.any.as_slice() {
        [] => None,
        stories => Some(articles_of(connection, stories).await?),
    };
    if ids.as_ref().is_some_and(Vec::is_empty) {
        return Ok(None);
    }
    let other_ids = articles_of(connection, &query.stories.none).await?;
    Ok(Some(Prepared {
        typed,
        words,
        all: terms.join(" & "),
        ids,
        other_ids,
    }))
}

/// An index term that cannot be a word, since it contains a space.
pub(super) fn tag(kind: &str, value: impl fmt::Display) -> String {
    let value = text::owned(&value.to_string());
    format!(
        "'{kind} {}'",
        value.replace('\\', "\\\\").replace('\'', "''")
    )
}

/// The disjunction of terms; empty if there are none.
fn any_of(terms: impl Iterator<Item = String>) -> String {
    let terms: Vec<String> = terms.collect();
    if terms.is_empty() {
        return String::new();
    }
    format!("({})", terms.join(" | "))
}

/// The typed text with letters and marks folded as in the index.
async fn folded(connection: &mut PgConnection, typed: &str) -> Result<String, sqlx::Error> {
    if typed.is_empty() {
        return Ok(String::new());
    }
    sqlx::query_scalar!(r#"select folded($1) as "folded!""#, typed)
        .fetch_one(connection)
        .await
}

/// The words by the rules of some languages, as a query of the index: `None` without words, empty if these languages leave all of them out.
struct LanguageWords {
    languages: Vec<String>,
    words: Option<String>,
}

/// The wanted languages that articles have, by their rules.
async fn language_words(
    connection: &mut PgConnection,
    query: &SearchQuery,
    typed: &str,
) -> Result<Vec<LanguageWords>, StoreError> {
    // skips from one language to the next by the index
    let rows = sqlx::query_as!(
        LanguageWords,
        r#"with recursive known (language) as (
            select min(language) from articles where is_latest
            union all
            select (select min(a.language) from articles a where a.is_latest and a.language > known.language)
            from known where known.language is not null
        ), wanted as (
            select coalesce(language, '?') as name, search_config(language) as config from known
            where (language is not null or exists (select from articles where is_latest and language is null))
                and (cardinality($2::text[]) = 0 or language = any($2)) and (language is null or language <> all($3))
        )
        select array_agg(name) as "languages!", case when $1 <> '' then websearch_to_tsquery(config, $1)::text end as words
        from wanted group by config"#,
        typed,
        &text::list(&query.languages.any),
        &text::list(&query.languages.none)
    )
    .fetch_all(connection)
    .await?;
    Ok(rows)
}

/// The languages of articles by whose rules nothing is left of the words: they are very common, or marks.
pub(super) async fn languages_without_words(
    connection: &mut PgConnection,
    query: &SearchQuery,
) -> Result<Vec<String>, StoreError> {
    let typed = folded(connection, text::clean(&query.text).trim()).await?;
    let rows = language_words(connection, query, &typed).await?;
    let left_out = rows
        .into_iter()
        .filter(|row| row.words.as_deref() == Some(""));
    let mut languages: Vec<String> = left_out.flat_map(|row| row.languages).collect();
    languages.sort();
    Ok(languages)
}

/// The words as terms, once for all languages with the same rules; without words, the languages.
async fn words_by_language(
    connection: &mut PgConnection,
    query: &SearchQuery,
    typed: &str,
) -> Result<String, StoreError> {
    let rows = language_words(connection, query, typed).await?;
    let mut languages_by_words = BTreeMap::<Option<String>, Vec<String>>::new();
    for row in rows {
        let languages = languages_by_words.entry(row.words).or_default();
        languages.extend(row.languages);
    }
    // In the index, the list of a language is as long as the number of its articles. It is left out if nothing
    // depends on it, unless the words contain a negation: a query of negations alone cannot use the index.
    let all_alike = query.languages == Choice::default() && languages_by_words.len() == 1;
    let terms = languages_by_words
        .into_iter()
        .filter_map(|(words, languages)| {
            let languages = any_of(languages.iter().map(|language| tag("lang", language)));
            match words {
                None => Some(languages),
                Some(words) if words.is_empty() => None,
                Some(words) if all_alike && !words.contains('!') => Some(format!("({words})")),
                Some(words) => Some(format!("({languages} & ({words}))")),
            }
        });
    Ok(any_of(terms))
}

/// The hosts of sites as terms.
async fn host_terms(
    connection: &mut PgConnection,
    sites: &[String],
) -> Result<Vec<String>, StoreError> {
    if sites.is_empty() {
        return Ok(Vec::new());
    }
    let sites = sites::named(&mut *connection, sites).await?;
    let sites = text::column(&sites, |site| site.id.clone());
    let hosts = sqlx::query_scalar!(
        "select host_id from hosts where site_id = any($1) order by 1",
        &sites
    );
    let hosts = hosts.fetch_all(connection).await?;
    Ok(hosts.iter().map(|host| tag("host", host)).collect())
}

/// One term for each name, a conjunction of all its words.
async fn author_terms(
    connection: &mut PgConnection,
    names: &[String],
) -> Result<Vec<String>, StoreError> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let names = sqlx::query_scalar!(
        r#"select author_tags(array[name]) as "tags!" from unnest($1::text[]) as names (name)"#,
        &text::list(names)
    );
    let names = names.fetch_all(connection).await?;
    let names = names.iter().filter(|tags| !tags.is_empty());
    let names = names.map(|tags| {
        let tags = tags.iter().filter_map(|author| author.split_once(' '));
        let tags: Vec<String> = tags.map(|(kind, word)| tag(kind, word)).collect();
        format!("({})", tags.join(" & "))
    });
    Ok(names.collect())
}

/// The articles of stories, with their copies, by current or former story ids or their first digits.
async fn articles_of(
    connection: &mut PgConnection,
    stories: &[String],
) -> Result<Vec<String>, StoreError> {
    if stories.is_empty() {
        return Ok(Vec::new());
    }
    let ids = sqlx::query_scalar!(
        r#"with named as (
            select s.story_id, s.merged_into from unnest($1::text[]) as name
            join stories s on s.story_id = name -- or its first digits, as it is shown: with a number after it is shown whole
                or (length(name) between $2 and 63 and length(s.story_id) = 64 and s.story_id > name and s.story_id < name || 'g')
        ), leaders as (
            select m.article_id from named join story_articles m using (story_id)
            union select m.article_id from named join story_articles m on m.story_id = named.merged_into
        )
        select article_id as "id!" from leaders
        union all select c.article_id from leaders join copies c on c.duplicate_of = leaders.article_id"#,
        &text::list(stories),
        i32::try_from(MIN_ID_DIGITS).unwrap_or(i32::MAX)
    );
    Ok(ids.fetch_all(connection).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_quoted() {
        assert_eq!(tag("lang", "d'e\\\0"), "'lang d''e\\\\'");
        assert_eq!(any_of(std::iter::empty()), "");
    }
}
