//! `gleaner stories`.

use chrono::{DateTime, Utc};
use store::{Story, StoryQuery};

use crate::console::{output, table};
use crate::database;
use crate::program::Context;

/// List the top stories by score: events, each with the articles that report it
///
/// Many events have one publisher only. New ones come before those of several publishers that are older.
///
/// The outlets of one publisher (`publisher` in the seeds, otherwise the registrable domain) count as one owner, and so do all copies of
/// a text. The score of a story is breadth × recency × burst; breadth grows with the number of owners. The reader (`gleaner serve`)
/// shows these factors, the articles and why they belong together, and the same event in other languages ("also in").
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner stories --since 1d --language de\n  gleaner stories --limit 5 --json"
)]
pub(crate) struct Args {
    /// Only stories with an article published within this period, such as 12h or 7d, or since a day or time such as 2026-11-01
    #[arg(long, value_name = "D", value_parser = crate::console::duration::since)]
    since: Option<DateTime<Utc>>,
    /// Only stories in this language (ISO 639-1)
    #[arg(long, value_name = "CODE", value_parser = database::language)]
    language: Option<String>,
    /// Maximum number of results
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(i64).range(1..=100_000))]
    limit: i64,
    /// Print one JSON object per line instead of a table
    #[arg(long)]
    json: bool,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let query = StoryQuery {
        since: args.since,
        language: args.language.clone(),
        limit: args.limit,
        ..StoryQuery::default()
    };
    let stories = database::with(context, async |store| {
        database::known_languages(store, args.language.as_slice()).await?;
        Ok(store.stories(&query).await?)
    })
    .await?;
    output::all(&stories, args.json, "no story found", list)
}

/// Number of digits that identify a story.
const DIGITS: usize = 12;

/// An id as shown in lists: its first digits, which commands accept.
fn short(id: &str) -> &str {
    match id.get(..DIGITS) {
        Some(first) if !id.contains(':') => first,
        _ => id,
    }
}

/// The other languages in which the same event is reported.
fn languages(story: &Story) -> String {
    let links = story.links.as_array().into_iter().flatten();
    let languages: Vec<&str> = links.filter_map(|link| link["language"].as_str()).collect();
    languages.join(", ")
}

fn list(stories: &[Story]) -> String {
    let headings = ">score | >owners | >articles | >copies | last | lang | also in | title | id";
    let row = |story: &Story| {
        vec![
            format!("{:.2}", story.score),
            story.owners.to_string(),
            story.articles.to_string(),
            story.copies.to_string(),
            story.date_active.format("%Y-%m-%d").to_string(),
            story.language.clone(),
            languages(story),
            table::cut(story.title.as_deref().unwrap_or("-"), 60),
            format!("story:{}", short(&story.id)),
        ]
    };
    table::of(headings, stories.iter().map(row))
}
