//! Which database a command works on, its life during the command, and whether it has the sites that the user names.

use anyhow::{Context as _, anyhow};
use store::{Database, Store, StoreError};

use crate::cli::Context;
use crate::console::failure::Advise as _;

/// Sites with a similar name that are suggested, at most.
const SUGGESTED: usize = 3;
/// How similar they are, from 0 to 1.
const SIMILAR: f32 = 0.6;

/// `DATABASE_URL`, or the private cluster in the data directory.
pub(crate) fn chosen(context: &Context) -> anyhow::Result<Database> {
    match std::env::var("DATABASE_URL") {
        Ok(url) if !url.trim().is_empty() => Ok(Database::Url(url)),
        _ => Ok(Database::Embedded(context.settings.data_dir()?)),
    }
}

/// Opens the database at its current schema, runs `work`, and closes it again whatever came of the work.
pub(crate) async fn with<T>(
    context: &Context,
    work: impl AsyncFnOnce(&Store) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    with_any_schema(context, async |store| {
        at_current_schema(store, context).await?;
        work(store).await
    })
    .await
}

/// Brings the database to the current schema, or refuses any other one where the user wants it left alone.
pub(crate) async fn at_current_schema(store: &Store, context: &Context) -> Result<(), StoreError> {
    if context.migrate {
        store.migrate().await.map(drop)
    } else {
        store.check_schema().await
    }
}

/// Opens the database whatever its schema, runs `work`, and closes it again whatever came of the work.
pub(crate) async fn with_any_schema<T>(
    context: &Context,
    work: impl AsyncFnOnce(&Store) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let store = Store::open(&chosen(context)?).await?;
    let done = work(&store).await;
    let closed = store.close().await.context("closing the database");
    let value = done?;
    closed?;
    Ok(value)
}

/// Refuses ids of sites that the database does not have: a misspelt id should not look like a site without news.
pub(crate) async fn known_sites(store: &Store, named: &[String]) -> anyhow::Result<()> {
    if named.is_empty() {
        return Ok(());
    }
    let sites = store.sites().await?;
    let known: Vec<&str> = sites.iter().map(|site| site.id.as_str()).collect();
    match named.iter().find(|id| !known.contains(&id.as_str())) {
        None => Ok(()),
        Some(id) => Err(anyhow!("there is no site {id:?}")).advise(similar_to(id, &known)),
    }
}

/// What to name instead.
fn similar_to(id: &str, known: &[&str]) -> String {
    if known.is_empty() {
        return "there are no sites yet; begin with: gleaner site add https://www.example.com"
            .to_owned();
    }
    let similar = similar::get_close_matches(id, known, SUGGESTED, SIMILAR);
    if similar.is_empty() {
        format!("`gleaner status` lists the {} there are", known.len())
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
            "`gleaner status` lists the 3 there are"
        );
        assert!(similar_to("nosuch", &[]).contains("gleaner site add"));
    }
}
