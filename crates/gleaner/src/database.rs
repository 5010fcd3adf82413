//! Chooses, opens and closes the database of a command, and checks that it has the sites, languages and stories that the user names.

use std::collections::BTreeSet;

use anyhow::{Context as _, anyhow};
use store::{Database, Field, SearchQuery, Store, StoreError};

use crate::console::failure::Advise as _;
use crate::program::Context;

/// Maximum number of similar sites that are suggested.
const MAX_SUGGESTIONS: usize = 3;
/// Minimum similarity of a suggested site, from 0 to 1.
const MIN_SIMILARITY: f32 = 0.6;

/// The database at `DATABASE_URL`, or the embedded one in the data directory.
pub(crate) fn chosen(context: &Context) -> anyhow::Result<Database> {
    match std::env::var("DATABASE_URL") {
        Ok(url) if !url.trim().is_empty() => {
            let (scheme, _) = url.split_once("://").unwrap_or_default();
            if ["postgres", "postgresql"].contains(&scheme) {
                return Ok(Database::Url(url));
            }
            // The rest of the URL may contain a password.
            let begins = match scheme {
                "" => String::new(),
                scheme => format!(": it begins with {scheme}://"),
            };
            Err(anyhow!("DATABASE_URL is not the URL of a PostgreSQL database{begins}")).advise(
                "write postgresql://user@host/database, or leave it unset for the embedded database",
            )
        }
        _ => Ok(Database::Embedded(context.settings.data_dir()?)),
    }
}

/// Opens the database, migrates it to the current schema, runs `work`, and closes the database even if `work` fails.
pub async fn with<T>(
    context: &Context,
    work: impl AsyncFnOnce(&Store) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    with_any_schema(context, async |store| {
        at_current_schema(store, context).await?;
        work(store).await
    })
    .await
}

/// Migrates the database to the current schema; with `--no-migrate`, fails if it has another schema.
pub(crate) async fn at_current_schema(store: &Store, context: &Context) -> Result<(), StoreError> {
    if context.migrate {
        store.migrate().await.map(drop)
    } else {
        store.check_schema().await
    }
}

/// Opens the database with any schema, runs `work`, and closes the database even if `work` fails.
pub(crate) async fn with_any_schema<T>(
    context: &Context,
    work: impl AsyncFnOnce(&Store) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let store = Store::open(&chosen(context)?).await?;
    let done = work(&store).await;
    context.end_background().await;
    let closed = store.close().await.context("closing the database");
    let value = done?;
    closed?;
    Ok(value)
}

/// The ids of the sites with these names: their ids, hosts or domains. Fails if a name has no site, so that a misspelt one does not look
/// like a site without news.
pub(crate) async fn sites(store: &Store, named: &[String]) -> anyhow::Result<Vec<String>> {
    let found = store.sites_named(named).await?;
    let is_unknown = |name: &&String| found.iter().all(|site| site.name != **name);
    if let Some(name) = named.iter().find(is_unknown) {
        let sites = store.sites().await?;
        let known: Vec<&str> = sites.iter().map(|site| site.id.as_str()).collect();
        return Err(anyhow!("there is no site {name:?}")).advise(similar_to(name, &known));
    }
    let ids: BTreeSet<String> = found.into_iter().map(|site| site.id).collect();
    Ok(ids.into_iter().collect())
}

/// The id of the site with this name. Fails if there is none, or if several sites share the domain.
pub(crate) async fn site(store: &Store, name: &str) -> anyhow::Result<String> {
    match sites(store, &[name.to_owned()]).await?.as_slice() {
        [one] => Ok(one.clone()),
        several => Err(anyhow!("{name:?} names several sites"))
            .advise(format!("name one of them: {}", several.join(", "))),
    }
}

/// The id of the site with this name, if one is given.
pub async fn optional_site(store: &Store, name: Option<&String>) -> anyhow::Result<Option<String>> {
    match name {
        Some(name) => site(store, name).await.map(Some),
        None => Ok(None),
    }
}

/// Parses a language code and puts it into lower case, as articles have it.
pub(crate) fn language(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("write a code such as de".to_owned()),
        code => Ok(code.to_ascii_lowercase()),
    }
}

/// Fails if one of these is no code of ISO 639-1 and of no article, unless there are no articles at all. Warns of a language without
/// articles.
pub(crate) async fn known_languages(store: &Store, named: &[String]) -> anyhow::Result<()> {
    if named.is_empty() {
        return Ok(());
    }
    let known = store.languages().await?;
    let without = named.iter().filter(|code| !known.contains(code));
    let (codes, others): (Vec<_>, Vec<_>) = without.partition(|code| web::is_language_code(code));
    if let Some(code) = others.first()
        && !known.is_empty()
    {
        return Err(anyhow!("there is no article in the language {code:?}"))
            .advise(format!("use one of {}", known.join(", ")));
    }
    for code in codes {
        tracing::warn!("there is no article in the language {code:?} yet");
    }
    Ok(())
}

/// The result of a lookup by the first digits of an id. Fails if several ids begin with these digits.
pub(crate) fn one<T>(found: Result<T, StoreError>) -> anyhow::Result<T> {
    match found {
        Err(StoreError::Invalid(why)) => Err(anyhow!(why)).advise("give more digits"),
        found => Ok(found?),
    }
}

/// Fails because there is no article or story, as `what` says, with this id.
pub(crate) fn no_id<T>(what: &str, id: &str, advice: &str) -> anyhow::Result<T> {
    let min = store::MIN_ID_DIGITS;
    let failed = if id.len() < min && id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        anyhow!("the id of the {what} is too short: {id:?} has fewer than {min} digits")
    } else {
        anyhow!("there is no {what} {id}")
    };
    Err(failed).advise(advice)
}

/// The current id of a story, given a present or former id or its first digits, with or without the prefix `story:`.
pub(crate) async fn story_id(store: &Store, name: &str) -> anyhow::Result<String> {
    let name = name.strip_prefix("story:").unwrap_or(name);
    match one(store.story_named(name).await)? {
        Some(found) => Ok(found.id),
        None => no_id("story", name, "`gleaner stories` lists them"),
    }
}

/// Fails if a query names an unknown site, tag of sites, language or story, or if it has no hits since none of its words is searched for.
/// With `has_hits`, it is known to have some.
pub(crate) async fn known_filters(
    store: &Store,
    query: &SearchQuery,
    has_hits: bool,
) -> anyhow::Result<()> {
    sites(store, &query.named(Field::Site)).await?;
    let tags = store.site_tags().await?;
    let named = query.named(Field::SiteTag);
    if let Some(tag) = named.iter().find(|tag| !tags.contains(tag)) {
        return Err(anyhow!("no site has the tag {tag:?}")).advise(if tags.is_empty() {
            "give sites tags in their seeds, such as tags = [\"regional\"]".to_owned()
        } else {
            format!("use one of {}", tags.join(", "))
        });
    }
    for name in query.named(Field::Story) {
        story_id(store, &name).await?;
    }
    known_languages(store, &query.named(Field::Language)).await?;
    if has_hits {
        return Ok(());
    }
    let languages = store.languages_without_words(query).await?;
    if languages.is_empty() || store.has_hits(query).await? {
        return Ok(());
    }
    Err(anyhow!(
        "in articles in {}, every word of the query is too common to be searched for, or a mark",
        languages.join(", ")
    ))
    .advise("add another word")
}

/// Advice for an unknown site id.
fn similar_to(id: &str, known: &[&str]) -> String {
    if known.is_empty() {
        return "there are no sites yet; start with: gleaner site add https://www.example.com"
            .to_owned();
    }
    let similar = similar::get_close_matches(id, known, MAX_SUGGESTIONS, MIN_SIMILARITY);
    if similar.is_empty() {
        format!(
            "`gleaner site list` lists all sites, {} in total",
            known.len()
        )
    } else {
        format!("did you mean {}?", similar.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_sites_are_suggested() {
        let known = ["tagnetz", "abendblatt", "tagblatt"];
        assert_eq!(similar_to("tagnets", &known), "did you mean tagnetz?");
        assert_eq!(
            similar_to("nosuch", &known),
            "`gleaner site list` lists all sites, 3 in total"
        );
        assert!(similar_to("nosuch", &[]).contains("gleaner site add"));
    }
}
