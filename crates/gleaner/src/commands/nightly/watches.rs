//! The digest of a night: what the watches found.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;
use store::{NewHits, SearchHit, Store, StoreError, Watch};
use tokio_util::sync::CancellationToken;

use crate::console::plural::count;
use crate::console::{clean, failure};
use crate::database;

/// Maximum number of characters of a headline.
const MAX_TITLE: usize = 200;
/// Maximum time of a statement of a search.
const MAX_SEARCH: Duration = Duration::from_secs(30);

/// What is new in the watches up to an arrival, since the last digest that was sent.
#[derive(Debug, Default)]
pub(super) struct Digest {
    pub(super) until: i64,
    /// The ids of watches with nothing new.
    pub(super) quiet: Vec<i64>,
    /// Watches with something new, or that could not be searched.
    pub(super) watches: Vec<WatchNews>,
}

#[derive(Debug, Serialize)]
pub(super) struct WatchNews {
    #[serde(skip)]
    id: i64,
    name: String,
    query: String,
    /// Number of new articles; copies found together count as one.
    new: i64,
    /// The newest of them.
    articles: Vec<NewArticle>,
    /// Why it was not searched.
    error: Option<String>,
}

#[derive(Debug, Serialize)]
struct NewArticle {
    id: String,
    title: String,
    source: String,
    url: String,
}

impl From<SearchHit> for NewArticle {
    fn from(hit: SearchHit) -> Self {
        let title = clean::line(hit.title.as_deref().unwrap_or("(no title)"));
        Self {
            id: hit.id,
            title: title.chars().take(MAX_TITLE).collect(),
            source: hit.source_name,
            url: hit.url,
        }
    }
}

impl Digest {
    /// Reads what is new. A watch that cannot be searched does not affect the others, and none is searched after a `stop`.
    pub(super) async fn read(store: &Store, stop: &CancellationToken) -> Result<Self, StoreError> {
        let store = store.with_statement_timeout(MAX_SEARCH);
        let mut digest = Self {
            until: store.last_arrival().await?,
            ..Self::default()
        };
        for watch in store.watches().await? {
            if stop.is_cancelled() {
                break;
            }
            let (found, error) = match new_hits(&store, &watch, digest.until).await {
                Ok(found) => (found, None),
                Err(error) => (NewHits::default(), Some(failure::describe(&error))),
            };
            if found.total == 0 && error.is_none() {
                digest.quiet.push(watch.id);
                continue;
            }
            digest.watches.push(WatchNews {
                id: watch.id,
                name: watch.name,
                query: watch.query,
                new: found.total,
                articles: found.hits.into_iter().map(NewArticle::from).collect(),
                error,
            });
        }
        Ok(digest)
    }

    /// The ids of watches with something new.
    pub(super) fn named(&self) -> Vec<i64> {
        let named = self.watches.iter().filter(|watch| watch.new > 0);
        named.map(|watch| watch.id).collect()
    }

    /// The digest for people: paragraphs after a first one.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for watch in &self.watches {
            text.extend(["\n\n", &line(&watch.name), ": "]);
            if let Some(error) = &watch.error {
                text.extend(["not searched: ", &line(error)]);
                continue;
            }
            text.push_str(&count(watch.new.unsigned_abs(), "new article"));
            for article in &watch.articles {
                let (title, source) = (plain(&article.title), plain(&article.source));
                text.extend(["\n- ", &title, " (", &source, ") ", &line(&article.url)]);
            }
            let named = i64::try_from(watch.articles.len()).unwrap_or(i64::MAX);
            if watch.new > named {
                let _ = write!(text, "\n- and {} more", watch.new - named);
            }
        }
        text
    }
}

/// A line without the markup that Slack reads between angle brackets.
fn line(text: &str) -> String {
    clean::line(text).replace('<', "‹").replace('>', "›")
}

/// A text of a page, which could also mention people, hide where links lead and quote in the markup of Mattermost: a zero-width space
/// breaks that, where a backslash would be shown elsewhere.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for character in line(text).chars() {
        match character {
            '`' => plain.push('\''),
            '@' | '[' | ']' | '(' | ')' | '!' => plain.extend([character, '\u{200b}']),
            _ => plain.push(character),
        }
    }
    plain
}

/// What a watch has found. Fails if its query is no longer valid or names something unknown.
async fn new_hits(store: &Store, watch: &Watch, until: i64) -> anyhow::Result<NewHits> {
    let query = watch.parse()?;
    let found = store.new_hits(&query, watch.sent, until).await?;
    database::known_filters(store, &query, found.total > 0).await?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_write_no_markup_into_the_text() {
        let article = NewArticle {
            id: "1".to_owned(),
            title: "@all: ![x](https://evil.example) <!here> `quoted".to_owned(),
            source: "[A](b)".to_owned(),
            url: "https://a.example/b(c)".to_owned(),
        };
        let digest = Digest {
            watches: vec![WatchNews {
                id: 1,
                name: "Storms".to_owned(),
                query: "storm".to_owned(),
                new: 2,
                articles: vec![article],
                error: None,
            }],
            ..Digest::default()
        };
        let text = digest.text();
        for markup in ["@all", "![", "](", "<", "`"] {
            assert!(!text.contains(markup), "{markup}: {text}");
        }
        let shown = text.replace('\u{200b}', "");
        assert_eq!(
            shown,
            "\n\nStorms: 2 new articles\n- @all: ![x](https://evil.example) ‹!here› 'quoted ([A](b)) https://a.example/b(c)\n- and 1 more"
        );
    }
}
