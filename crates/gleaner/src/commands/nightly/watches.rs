//! The digest of a night: what the watches found.

use chrono::Utc;
use serde::Serialize;
use store::{NewHits, SearchHit, SearchQuery, Store, Watch};

use crate::console::plural::count;
use crate::console::{clean, failure};
use crate::database;

/// Maximum number of articles that are named of a watch, and of characters of a headline.
const MAX_ARTICLES: i64 = 5;
const MAX_TITLE: usize = 200;

/// What is new in the watches up to an arrival, since the last digest that was sent.
#[derive(Debug, Default)]
pub(super) struct Digest {
    pub(super) until: i64,
    /// Watches with something new, or that could not be searched.
    pub(super) watches: Vec<WatchNews>,
}

/// What is new in a watch.
#[derive(Debug, Serialize)]
pub(super) struct WatchNews {
    #[serde(skip)]
    id: i64,
    name: String,
    query: String,
    /// Number of new articles; copies count as one.
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
    /// Reads what is new. A watch that cannot be searched does not affect the others.
    pub(super) async fn read(store: &Store) -> anyhow::Result<Self> {
        let until = store.last_arrival().await?;
        let mut watches = Vec::new();
        for watch in store.watches().await? {
            let (found, error) = match new_hits(store, &watch, until).await {
                Ok(found) => (found, None),
                Err(error) => (NewHits::default(), Some(failure::describe(&error))),
            };
            if found.total > 0 || error.is_some() {
                watches.push(WatchNews {
                    id: watch.id,
                    name: watch.name,
                    query: watch.query,
                    new: found.total,
                    articles: found.hits.into_iter().map(NewArticle::from).collect(),
                    error,
                });
            }
        }
        Ok(Self { until, watches })
    }

    /// The watches with something new.
    pub(super) fn told(&self) -> Vec<i64> {
        let told = self.watches.iter().filter(|watch| watch.new > 0);
        told.map(|watch| watch.id).collect()
    }

    /// The digest for people: paragraphs after a first one. Pages could write markup of Slack between angle brackets.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |begin: &str, line: &str| {
            let line = clean::line(line).replace('<', "‹").replace('>', "›");
            text.extend([begin, &line]);
        };
        for watch in &self.watches {
            if let Some(error) = &watch.error {
                line("\n\n", &format!("{}: not searched: {error}", watch.name));
                continue;
            }
            let new = count(watch.new.unsigned_abs(), "new article");
            line("\n\n", &format!("{}: {new}", watch.name));
            for article in &watch.articles {
                let NewArticle {
                    title, source, url, ..
                } = article;
                line("\n- ", &format!("{title} ({source}) {url}"));
            }
            let named = i64::try_from(watch.articles.len()).unwrap_or(i64::MAX);
            if watch.new > named {
                line("\n- ", &format!("and {} more", watch.new - named));
            }
        }
        text
    }
}

/// What a watch has found. Fails if its query is no longer valid or names something unknown.
async fn new_hits(store: &Store, watch: &Watch, until: i64) -> anyhow::Result<NewHits> {
    let query = SearchQuery {
        limit: MAX_ARTICLES,
        ..SearchQuery::parse(&watch.query, Utc::now())?
    };
    let found = store.new_hits(&query, watch.told, until).await?;
    if found.total == 0 {
        database::known_filters(store, &query).await?;
    }
    Ok(found)
}
