//! `gleaner stories`.

use std::time::Duration;

use store::{Story, StoryOrder, StoryQuery};

use crate::cli::Context;
use crate::console::output::Results;
use crate::console::table::{self, Align};
use crate::database;

/// List the leading stories: events that several publishers report, by score
///
/// Owners are independent ones: outlets of one publisher (`publisher` in the seeds, else the registrable domain) count once, and so
/// do all copies of a text. A story's score is breadth × recency × burst, and breadth grows with its owners; `gleaner explain
/// story:ID` shows them, its articles and why they belong together, and the same event in other languages ("also in").
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner stories --since 1d --language de\n  gleaner stories --by owners --limit 5 --json"
)]
pub(crate) struct Args {
    /// Only stories with an article published within this time, such as 12h, 7d
    #[arg(long, value_name = "D", value_parser = crate::console::duration::parse)]
    since: Option<Duration>,
    /// Only stories in this language (ISO 639-1)
    #[arg(long, value_name = "CODE", value_parser = database::language)]
    language: Option<String>,
    /// What comes first: the highest score, or the most independent owners
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = By::Score)]
    by: By,
    /// Number of results, at most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(i64).range(1..=100_000))]
    limit: i64,
    /// One JSON object a line instead of a table
    #[arg(long)]
    json: bool,
}

/// What stories are listed by.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum By {
    /// Breadth × recency × burst
    Score,
    /// Independent owners, of equals the highest score
    Owners,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let since = args.since.map(crate::console::duration::ago).transpose()?;
    let query = StoryQuery {
        since,
        language: args.language.clone(),
        order: match args.by {
            By::Score => StoryOrder::Score,
            By::Owners => StoryOrder::Owners,
        },
        limit: args.limit,
        ..StoryQuery::default()
    };
    let stories = database::with(context, async |store| {
        database::known_languages(store, args.language.as_slice()).await?;
        Ok(store.stories(&query).await?)
    })
    .await?;
    let mut out = Results::new();
    if args.json {
        stories.iter().try_for_each(|story| out.json(story))?;
    } else if stories.is_empty() {
        out.line("no story found")?;
    } else {
        out.text(&list(&stories, true))?;
    }
    out.finish()
}

/// Digits of an id that tell stories apart.
const DIGITS: usize = 12;

/// An id as it is shown: commands take its first digits.
fn short(id: &str) -> &str {
    match id.get(..DIGITS) {
        Some(first) if !id.contains(':') => first,
        _ => id,
    }
}

/// The other languages in which the same event is told.
fn languages(story: &Story) -> String {
    let links = story.links.as_array().into_iter().flatten();
    let languages: Vec<&str> = links.filter_map(|link| link["language"].as_str()).collect();
    languages.join(", ")
}

/// Stories as people read them.
pub(crate) fn list(stories: &[Story], with_ids: bool) -> String {
    let mut columns = vec![
        ("score", Align::Right),
        ("owners", Align::Right),
        ("articles", Align::Right),
        ("copies", Align::Right),
        ("last (UTC)", Align::Left),
        ("lang", Align::Left),
        ("also in", Align::Left),
        ("title", Align::Left),
    ];
    if with_ids {
        columns.push(("id", Align::Left));
    }
    let rows: Vec<Vec<String>> = stories
        .iter()
        .map(|story| {
            let mut cells = vec![
                format!("{:.2}", story.score),
                story.owners.to_string(),
                story.articles.to_string(),
                story.copies.to_string(),
                story.date_active.format("%Y-%m-%d %H:%M").to_string(),
                story.language.clone(),
                languages(story),
                table::cut(story.title.as_deref().unwrap_or("-"), 60),
            ];
            if with_ids {
                cells.push(format!("story:{}", short(&story.id)));
            }
            cells
        })
        .collect();
    table::lay_out(&columns, &rows)
}
