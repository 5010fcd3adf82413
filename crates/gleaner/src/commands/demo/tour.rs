//! The output of the tour.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use aggregate::{ComparedText, compare};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use store::{
    ArticleRow, Outcome, RejectedPage, SearchQuery, Store, Story, StoryArticle, StoryOrder,
    StoryQuery,
};

use crate::console::output::Results;
use crate::console::table;
use crate::console::{clean, colours, diff};
use crate::pipeline::RunReport;

/// Width of the output, in terminal columns.
const WIDTH: usize = 92;
/// Number of words shown of the article.
const WORDS: usize = 75;
/// Number of search hits shown, of words per hit, and of types of rejected pages.
const HITS: i64 = 2;
const SNIPPET: usize = 28;
const KINDS: usize = 5;

/// The fields shown of an article version.
#[derive(Debug, Deserialize)]
pub(super) struct Article {
    pub(super) id: String,
    version: i32,
    is_latest: bool,
    source_id: String,
    url: String,
    title: Option<String>,
    authors: Vec<String>,
    date_published: Option<DateTime<Utc>>,
    date_published_tz: Option<i32>,
    date_published_precision: Option<String>,
    language: Option<String>,
    section: Option<String>,
    tags: Vec<String>,
    text: String,
    word_count: i32,
    duplicate_of: Option<String>,
    field_sources: Option<BTreeMap<String, String>>,
}

/// All versions of all articles.
pub(super) async fn articles(store: &Store) -> anyhow::Result<Vec<Article>> {
    let rows = store.export(0, i64::MAX).await?;
    let articles = rows.iter().map(ArticleRow::read);
    Ok(articles.collect::<Result<_, _>>()?)
}

/// Describes what a nightly run did. The numbers add up.
pub(super) fn run(name: &str, run: &RunReport, took: Duration) -> String {
    let crawled = &run.crawled;
    let requests: u64 = crawled.outcomes.values().sum();
    let fetched = crawled.count(Outcome::Fetched);
    let unchanged = crawled.count(Outcome::NotModified);
    let lines = [
        format!("{name}, {:.0} seconds", took.as_secs_f64()),
        format!(
            "  {requests} requests, never two at once to one host: {fetched} answered, with feeds and sitemaps,"
        ),
        format!(
            "    {unchanged} not modified, {} missing, broken, forbidden or moved, as planned",
            requests - fetched - unchanged
        ),
        format!(
            "  {}",
            run.extracted.to_string().replacen("; ", ";\n    ", 1)
        ),
        format!("  {}\n", run.aggregated),
    ];
    lines.join("\n")
}

/// The article that the tour shows: the newest one that has an author and is not a copy, in English if possible.
pub(super) fn leading(articles: &[Article]) -> Option<&Article> {
    let own = articles
        .iter()
        .filter(|article| article.is_latest && article.duplicate_of.is_none())
        .filter(|article| !article.authors.is_empty() && article.title.is_some());
    own.max_by_key(|article| {
        (
            article.language.as_deref() == Some("en"),
            article.date_published,
        )
    })
}

impl Article {
    /// The longest word of the title, to search for.
    pub(super) fn word(&self) -> &str {
        let title = self.title.as_deref().unwrap_or_default();
        let words = title.split_whitespace();
        let words = words.filter(|word| word.chars().all(char::is_alphabetic));
        words
            .max_by_key(|word| word.chars().count())
            .unwrap_or("news")
    }

    fn date(&self) -> String {
        let precision = self.date_published_precision.as_deref();
        let known = |date| store::known_date(date, precision, self.date_published_tz);
        table::or_dash(self.date_published.map(known))
    }

    /// The fields with their sources, and the beginning of the text.
    pub(super) fn describe(&self) -> String {
        let mut text = "\nAn article, and where in the page each field was found\n".to_owned();
        let source = |field: &str| {
            let found = self.field_sources.as_ref()?.get(field)?;
            Some(format!("  ({found})"))
        };
        let mut field = |name: &str, value: &str| {
            if !value.is_empty() {
                let source = source(name).unwrap_or_default();
                let _ = writeln!(text, "  {name:<16}{}{source}", clean::line(value));
            }
        };
        field("title", self.title.as_deref().unwrap_or_default());
        field("authors", &self.authors.join(", "));
        field("date_published", &self.date());
        field("section", self.section.as_deref().unwrap_or_default());
        field("tags", &self.tags.join(", "));
        field("language", self.language.as_deref().unwrap_or_default());
        field("url", &self.url);
        let words: Vec<&str> = self.text.split_whitespace().take(WORDS).collect();
        text.push_str(&wrapped(&words.join(" "), "  │ "));
        let more = usize::try_from(self.word_count).unwrap_or_default();
        let _ = writeln!(text, "  │ … {} words in all", more.max(words.len()));
        text
    }
}

/// Wraps the words of a text into lines of [`WIDTH`] that begin with a prefix.
fn wrapped(words: &str, begin: &str) -> String {
    let mut text = String::new();
    let mut width = WIDTH;
    for word in words.split_whitespace() {
        let more = word.chars().count() + 1;
        if width + more > WIDTH {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(begin);
            width = begin.chars().count();
        } else {
            text.push(' ');
        }
        text.push_str(word);
        width += more;
    }
    text.push('\n');
    text
}

/// Searches for a word of the article, and describes the hits.
pub(super) async fn search(store: &Store, article: &Article) -> anyhow::Result<String> {
    let query = SearchQuery {
        limit: HITS,
        ..SearchQuery::parse(article.word(), Utc::now())?
    };
    let mut text = format!("\ngleaner search {}\n", article.word());
    for hit in store.search(&query).await?.hits {
        let date = hit.date_published.unwrap_or(hit.date_crawled);
        let precision = hit.date_published_precision.as_deref();
        let title = table::cut(hit.title.as_deref().unwrap_or("-"), 56);
        let _ = writeln!(
            text,
            "  {}  {}  {title}",
            store::known_date(date, precision, hit.date_published_tz),
            clean::line(&hit.source_name)
        );
        let snippet = clean::line(&hit.snippet.to_string());
        let words: Vec<&str> = snippet.split_whitespace().take(SNIPPET).collect();
        text.push_str(&wrapped(&highlighted(&words.join(" ")), "      "));
    }
    Ok(text)
}

/// A passage in which, on a terminal, the text between `«` and `»` is bold.
fn highlighted(text: &str) -> String {
    if !colours::are_wanted(Results::go_to_a_terminal()) {
        return text.to_owned();
    }
    let mut marked = String::new();
    let mut rest = text;
    while let Some((before, found)) = rest.split_once('«')
        && let Some((found, after)) = found.split_once('»')
    {
        let _ = write!(marked, "{before}\u{1b}[1m{found}\u{1b}[0m");
        rest = after;
    }
    marked + rest
}

/// Describes the leading story with a copy.
pub(super) async fn stories(store: &Store) -> anyhow::Result<String> {
    let leading = stories_by_owners(store).await?;
    let mut text = String::new();
    if let Some(story) = leading.iter().find(|story| story.copies > 0) {
        let mut articles = store.story_articles(&story.id).await?;
        articles.retain(|article| !article.copied_by.is_empty());
        text.push_str("\nA text that was published more than once but counts once\n");
        text.push_str(&members(store, &articles).await?);
    }
    Ok(text)
}

/// Describes the leading English story of several owners: who reports it, what they share, and in whose words.
pub(super) async fn shared_story(store: &Store) -> anyhow::Result<String> {
    let stories = stories_by_owners(store).await?;
    let is_shared = |one: &&Story| one.owners > 1 && one.language == "en";
    let Some(event) = stories.iter().find(is_shared) else {
        return Ok(String::new());
    };
    let mut text = format!(
        "\nA story that {} outlets report in their own words, and what they share\n{}",
        event.owners,
        members(store, &store.story_articles(&event.id).await?).await?
    );
    let texts = store.story_texts(&event.id, i64::MAX).await?;
    let compared = texts.iter().map(|text| ComparedText {
        text: &text.text,
        owner: &text.owner,
    });
    for shared in compare(&compared.collect::<Vec<_>>(), &event.language).shared {
        text.push('\n');
        for said in std::iter::once(&shared.sentence).chain(&shared.others) {
            let said = format!("{}: “{}”", texts[said.text].source_name, said.passage);
            text.push_str(&wrapped(&clean::line(&said), "  │ "));
        }
    }
    Ok(text)
}

async fn stories_by_owners(store: &Store) -> anyhow::Result<Vec<Story>> {
    let query = StoryQuery {
        order: StoryOrder::Owners,
        limit: i64::MAX,
        ..StoryQuery::default()
    };
    Ok(store.stories(&query).await?)
}

/// Lists the articles of a story, and the sites that copied them.
async fn members(store: &Store, articles: &[StoryArticle]) -> anyhow::Result<String> {
    let ids: Vec<String> = articles.iter().map(|article| article.id.clone()).collect();
    let headlines = store.headlines(&ids).await?;
    let mut text = String::new();
    for article in articles {
        let title = table::cut(article.title.as_deref().unwrap_or("-"), 56);
        let date = store::date_of(article, headlines.get(&article.id));
        let _ = writeln!(text, "  {date:<16}  {:<16}  {title}", article.source_id);
        if !article.copied_by.is_empty() {
            let _ = writeln!(text, "{:38}copied by {}", "", article.copied_by.join(", "));
        }
    }
    Ok(text)
}

/// Counts the pages that are not articles by type, most frequent first, with an example of the reason.
pub(super) fn rejected(rejected: &[RejectedPage]) -> String {
    let mut kinds: BTreeMap<&str, Vec<&RejectedPage>> = BTreeMap::new();
    for page in rejected {
        kinds.entry(&page.page_type).or_default().push(page);
    }
    let mut kinds: Vec<(&str, Vec<&RejectedPage>)> = kinds.into_iter().collect();
    kinds.sort_by_key(|(kind, pages)| (std::cmp::Reverse(pages.len()), *kind));
    let mut text = format!(
        "\n{} pages that are not articles, and why\n",
        rejected.len()
    );
    for (kind, pages) in kinds.iter().take(KINDS) {
        let reason = pages.first().map_or("", |page| page.reason.as_str());
        let (kind, reason) = (kind.replace('_', " "), table::cut(reason, 64));
        let _ = writeln!(text, "  {:>4}  {kind:<16}{reason}", pages.len());
    }
    if let Some(others) = kinds.get(KINDS..).filter(|others| !others.is_empty()) {
        let more: usize = others.iter().map(|(_, pages)| pages.len()).sum();
        let names = others.iter();
        let names: Vec<String> = names.map(|(kind, _)| kind.replace('_', " ")).collect();
        let _ = writeln!(text, "  {more:>4}  {}", table::cut(&names.join(", "), 80));
    }
    text
}

/// Shows the smallest change between two successive versions of an article that takes back a word.
pub(super) fn correction(articles: &[Article]) -> String {
    let changed = articles
        .iter()
        .filter(|article| article.version > 1)
        .filter_map(|after| {
            let before = articles
                .iter()
                .find(|before| before.id == after.id && before.version + 1 == after.version)?;
            let spans = aggregate::diff_spans(&before.text, &after.text);
            let (removed, added) = aggregate::words_changed(&spans);
            (removed > 0).then_some((removed + added, after, spans))
        });
    let Some((_, after, spans)) = changed.min_by_key(|(words, ..)| *words) else {
        return String::new();
    };
    let change = diff::show(&spans, Results::go_to_a_terminal());
    format!(
        "\nA correction: version {} of {:?}, {}\n{}",
        after.version,
        table::cut(after.title.as_deref().unwrap_or("-"), 56),
        after.source_id,
        wrapped(&change, "  │ ")
    )
}
