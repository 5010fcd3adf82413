//! `gleaner diff`.

use aggregate::{DiffSpan, diff_spans, title_spans, words_changed};
use anyhow::{Context as _, bail};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::ArticleRow;

use crate::console::output::Results;
use crate::console::plural::count;
use crate::console::{clean, colours, diff, table};
use crate::database;
use crate::program::Context;

/// Show what changed between two versions of an article, word by word
///
/// On a terminal, removed words are red and added words green. Elsewhere, and with `NO_COLOR`, they are marked as `[-removed-]` and
/// `{+added+}`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner changes --since 2d\n  gleaner diff 5f0cb2a8\n  gleaner diff 5f0cb2a8 1 3"
)]
pub(crate) struct Args {
    /// Id of the article, as shown by `gleaner changes`, `search` and `export`; the first digits are enough
    #[arg(value_name = "ID")]
    id: String,
    /// Old version [default: the one before the new version]
    #[arg(value_name = "VERSION")]
    before: Option<i32>,
    /// New version [default: the latest]
    #[arg(value_name = "VERSION")]
    after: Option<i32>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Deserialize)]
struct ArticleVersion {
    id: String,
    url: String,
    version: i32,
    title: Option<String>,
    text: String,
    date_crawled: DateTime<Utc>,
    date_gone: Option<DateTime<Utc>>,
    moved_to: Option<String>,
}

impl ArticleVersion {
    /// Whether the article is gone or has moved.
    fn whereabouts(&self) -> Option<String> {
        let moved = self
            .moved_to
            .as_ref()
            .map(|id| format!("has moved: article {} is the new one", table::short(id)));
        moved.or_else(|| {
            let gone = self.date_gone?;
            Some(format!("has been gone since {}", minute(gone)))
        })
    }
}

fn minute(at: DateTime<Utc>) -> impl std::fmt::Display {
    at.format("%Y-%m-%d %H:%M UTC")
}

#[derive(Debug, Serialize)]
struct Comparison<'a> {
    id: &'a str,
    url: &'a str,
    before: i32,
    after: i32,
    /// Of the headline and the text.
    words_removed: usize,
    words_added: usize,
    title: Vec<DiffSpan>,
    text: Vec<DiffSpan>,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let id = args.id.to_ascii_lowercase();
    // exports identify versions as `id:version`
    let id = id.split(':').next().unwrap_or_default();
    let versions = database::with(context, async |store| {
        match database::one(store.article_with_prefix(id).await)? {
            Some(id) => Ok(store.article(&id).await?),
            None => Ok(Vec::new()),
        }
    })
    .await?;
    let versions = versions.iter().map(ArticleRow::read);
    let versions: Vec<ArticleVersion> = versions.collect::<Result<_, _>>()?;
    let (before, after) = chosen(&versions, args)?;
    let title = |version: &ArticleVersion| version.title.clone().unwrap_or_default();
    let titles = title_spans(&title(before), &title(after));
    let text = diff_spans(&before.text, &after.text);
    let (of_titles, of_texts) = (words_changed(&titles), words_changed(&text));
    let comparison = Comparison {
        id: &after.id,
        url: &after.url,
        before: before.version,
        after: after.version,
        words_removed: of_titles.0 + of_texts.0,
        words_added: of_titles.1 + of_texts.1,
        title: titles,
        text,
    };
    let mut out = Results::new();
    if args.json {
        out.json(&comparison)?;
    } else {
        out.coloured(&shown(&comparison, before, after))?;
    }
    out.finish()
}

/// The two versions to compare. `versions` are all of them, the latest first.
fn chosen<'a>(
    versions: &'a [ArticleVersion],
    args: &Args,
) -> anyhow::Result<(&'a ArticleVersion, &'a ArticleVersion)> {
    if versions.is_empty() {
        return database::no_id(
            "article",
            &args.id,
            "use an id that `gleaner changes` or `gleaner search --json` shows",
        );
    }
    let known = || {
        let mut numbers: Vec<String> = versions.iter().map(|v| v.version.to_string()).collect();
        numbers.reverse();
        let plural = if numbers.len() == 1 { "" } else { "s" };
        format!("version{plural} {}", numbers.join(", "))
    };
    let index_of = |version: i32| {
        let index = versions.iter().position(|known| known.version == version);
        index.with_context(|| format!("there is no version {version}; the article has {}", known()))
    };
    let after = args.after.map_or(Ok(0), index_of)?;
    let before = match args.before {
        Some(version) => index_of(version)?,
        None if after + 1 < versions.len() => after + 1,
        None => match versions[after].whereabouts() {
            Some(whereabouts) => bail!("the article {whereabouts}; there is one version of it"),
            None => {
                bail!("the article has not changed since it was first read: there is one version")
            }
        },
    };
    Ok((&versions[before], &versions[after]))
}

fn shown(comparison: &Comparison, before: &ArticleVersion, after: &ArticleVersion) -> String {
    let colours = colours::are_wanted(Results::go_to_a_terminal());
    let shown = [&comparison.title, &comparison.text].map(|spans| diff::show(spans, colours));
    let mut differences = String::new();
    for part in shown.iter().filter(|part| !part.is_empty()) {
        differences.extend(["\n", part, "\n"]);
    }
    if differences.is_empty() {
        differences.push_str("\nThe headlines and texts are the same.\n");
    }
    let whereabouts = after.whereabouts();
    let whereabouts = whereabouts.map_or_else(String::new, |it| format!("the article {it}\n"));
    format!(
        "{}\n{whereabouts}version {} of {} → version {} of {}: {} removed, {} added\n{differences}",
        clean::line(comparison.url),
        before.version,
        minute(before.date_crawled),
        after.version,
        minute(after.date_crawled),
        count(comparison.words_removed, "word"),
        comparison.words_added,
    )
}
