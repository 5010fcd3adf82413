//! `gleaner search`.

use std::fmt::Write as _;
use std::io::IsTerminal as _;

use chrono::{DateTime, Utc};
use clap::builder::TypedValueParser;
use store::{Field, Interval, SearchCounts, SearchHit, SearchOrder, SearchQuery, Similar};
use unicode_width::UnicodeWidthStr as _;

use crate::console::argument;
use crate::console::clean;
use crate::console::failure::UnsuccessfulEnd;
use crate::console::output::Results;
use crate::console::plural::count;
use crate::console::table;
use crate::database;
use crate::program::Context;

const MAX_LIMIT: i64 = 10_000;

/// Search articles
#[derive(Debug, clap::Args)]
#[command(after_help = "Queries:
  storm coast                  both words, in any inflection; AND may stand between them
  storm OR flood coast         storm, or flood with coast; (storm OR flood) coast needs coast
  storm -coast, NOT (a OR b)   without
  \"storm surge\"                the words as they are written
  klima*                       words that begin like this
  title:storm                  in the headline
  site: site-tag: lang: author: section: tag: story: name: since: until: has:   with a value; values of one field side by side are alternatives

A search is saved as a watch in the reader, at /watches; `gleaner nightly` can send what it finds.

Example:
  gleaner search \"Erdbeben Türkei\" --language de --since 7d")]
pub(crate) struct Args {
    /// Words to find, with the operators below
    #[arg(allow_hyphen_values = true, value_parser = first_words)]
    pub(crate) query: String,
    /// More words of the query; a word that begins with - must be quoted together with the words before it
    #[arg(value_name = "WORD")]
    pub(crate) more: Vec<String>,
    /// Only articles in this language (ISO 639-1)
    #[arg(long, value_name = "CODE", value_parser = database::language)]
    pub(crate) language: Option<String>,
    /// Only articles of this site
    #[arg(long, value_name = "ID")]
    pub(crate) site: Option<String>,
    /// Only articles published within this period, such as 12h or 7d, or since a day (UTC) or time such as 2026-11-01
    #[arg(long, value_name = "D", value_parser = crate::console::duration::since)]
    pub(crate) since: Option<DateTime<Utc>>,
    /// Order of the results
    #[arg(long, default_value = "relevance", value_parser = order(), value_name = "ORDER")]
    pub(crate) order: SearchOrder,
    /// Maximum number of results
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(i64).range(1..=MAX_LIMIT))]
    pub(crate) limit: i64,
    /// Count all articles by day, week or month instead, as CSV; `all` are those of the same sites and languages
    #[arg(long, value_parser = interval, value_name = "PERIOD", conflicts_with_all = ["order", "limit"])]
    pub(crate) by: Option<Interval>,
    /// Print one JSON object per line instead of a list; copies of a text are lines of their own
    #[arg(long)]
    pub(crate) json: bool,
}

/// The length of periods of this name.
fn interval(name: &str) -> Result<Interval, String> {
    let known = Interval::ALL.iter().copied().map(Interval::as_str);
    let known: Vec<&str> = known.collect();
    name.parse()
        .map_err(|_| format!("use one of {}", known.join(", ")))
}

/// The first words of a query, which may begin with what to exclude, but not with a misspelt option.
fn first_words(words: &str) -> Result<String, String> {
    let letter = words.strip_prefix('-').unwrap_or_default();
    if words.starts_with("--") || letter.len() == 1 {
        let why = "there is no such option; what is to be excluded comes after other words";
        return Err(why.to_owned());
    }
    Ok(words.to_owned())
}

fn order() -> impl TypedValueParser<Value = SearchOrder> {
    argument::one_of(vec![
        ("relevance", "Best match first", SearchOrder::Relevance),
        ("newest", "Newest first", SearchOrder::Newest),
    ])
}

impl Args {
    /// The whole query, given as one argument or several.
    fn typed(&self) -> String {
        let words = std::iter::once(&self.query).chain(&self.more);
        let words: Vec<&str> = words.map(String::as_str).collect();
        words.join(" ")
    }
}

/// Parses a query. A fault is a wrong usage; on a terminal it is shown where it is.
pub(crate) fn parse(typed: &str) -> anyhow::Result<SearchQuery> {
    SearchQuery::parse(typed, Utc::now()).map_err(|error| {
        let mut why = error.to_string();
        if let Some(column) = error.column.filter(|_| std::io::stderr().is_terminal()) {
            let before: String = typed.chars().take(column - 1).collect();
            let _ = write!(why, "\n  {typed}\n  {}^", " ".repeat(before.width()));
        }
        UnsuccessfulEnd { code: 2, why }.into()
    })
}

/// Prints the number of matches of each period.
async fn count_by(
    by: Interval,
    mut query: SearchQuery,
    args: &Args,
    context: &Context,
) -> anyhow::Result<()> {
    let periods = database::with(context, async |store| {
        let sites = database::sites(store, args.site.as_slice()).await?;
        query = query.narrowed(Field::Site, sites);
        let periods = store.search_series(&query, by).await?;
        let has_hits = periods.iter().any(|period| period.articles > 0);
        database::known_filters(store, &query, has_hits).await?;
        Ok(periods)
    })
    .await?;
    let mut out = Results::new();
    if !args.json {
        out.line("begin,articles,all")?;
    }
    for period in &periods {
        if args.json {
            out.json(period)?;
        } else {
            let (begin, articles, all) = (period.begin, period.articles, period.all);
            out.line(&format!("{begin},{articles},{all}"))?;
        }
    }
    out.finish()
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let typed = args.typed();
    let mut query = parse(&typed)?.narrowed(Field::Language, args.language.clone());
    query.since = args.since.max(query.since);
    if let Some(by) = args.by {
        return count_by(by, query, args, context).await;
    }
    query.limit = args.limit;
    query.order = args.order;
    let (hits, counts, similar, wider) = database::with(context, async |store| {
        let sites = database::sites(store, args.site.as_slice()).await?;
        query = query.narrowed(Field::Site, sites);
        let hits = store.search(&query).await?.hits;
        database::known_filters(store, &query, !hits.is_empty()).await?;
        let counts = if hits.is_empty() || args.json {
            SearchCounts::default()
        } else {
            store.search_counts(&query).await?
        };
        let similar = if hits.is_empty() && !args.json {
            store.similar(&query).await?
        } else {
            Similar::default()
        };
        let is_all = i64::try_from(hits.len()).is_ok_and(|hits| hits < args.limit);
        let has_options = args.site.is_some() || args.since.is_some() || args.language.is_some();
        let wider = if is_all && !has_options && !args.json {
            store.wider(&typed, hits.len()).await?
        } else {
            None
        };
        Ok((hits, counts, similar, wider))
    })
    .await?;
    let mut out = Results::new();
    if args.json {
        hits.iter().try_for_each(|hit| out.json(hit))?;
    } else if hits.is_empty() {
        out.line("no article found")?;
        let titles: Vec<String> = similar.titles.into_iter().map(|one| one.title).collect();
        suggest(&mut out, "names", &similar.names)?;
        suggest(&mut out, "headlines", &titles)?;
    } else {
        let all = found(hits.len(), &counts, args.limit);
        let shown = SearchHit::without_copies(hits);
        let mut shown = shown.iter();
        shown.try_for_each(|(hit, copies)| out.text(&entry(hit, *copies)))?;
        out.line(&all)?;
    }
    if let Some(wider) = wider {
        let least = if wider.is_least { "at least " } else { "" };
        let articles = count(wider.articles.unsigned_abs(), "article");
        out.line(&format!(
            "{} finds {least}{articles}",
            clean::line(&wider.q)
        ))?;
    }
    out.finish()
}

/// The number of matches, and how to see those that are not shown. Copies count, as for the limit.
fn found(shown: usize, counts: &SearchCounts, limit: i64) -> String {
    let is_least = counts.since.is_some();
    let least = if is_least { "at least " } else { "" };
    let all = count(counts.total.unsigned_abs(), "article");
    let shown = i64::try_from(shown).unwrap_or(i64::MAX);
    if shown >= counts.total && !is_least {
        return all;
    }
    let more = match limit.saturating_mul(5).min(MAX_LIMIT) {
        // by relevance, not all are ranked
        more if shown == limit && more > limit => format!("--limit {more} shows more"),
        _ => "gleaner export --where writes them all".to_owned(),
    };
    format!("{shown} of {least}{all}; {more}")
}

/// Lists names or headlines spelt similarly to the query.
fn suggest(out: &mut Results, kind: &str, values: &[String]) -> anyhow::Result<()> {
    if !values.is_empty() {
        out.line(&format!("\nSimilar {kind}:"))?;
    }
    let mut values = values.iter();
    values.try_for_each(|value| out.line(&format!("  {}", clean::line(value))))
}

/// Formats a hit for people.
fn entry(hit: &SearchHit, copies: usize) -> String {
    let copies = match copies {
        0 => String::new(),
        _ => format!("  and {}", count(copies as u64, "copy")),
    };
    let date = hit.date_published.unwrap_or(hit.date_crawled);
    let is_dated = hit.date_published.is_some();
    let found = if is_dated { "" } else { "found " };
    let precision = hit.date_published_precision.as_deref();
    format!(
        "{found}{}  {}  {}\n  {}\n  {}  {}{copies}\n\n",
        store::known_date(date, precision, hit.date_published_tz),
        clean::line(&hit.source_name),
        clean::line(hit.title.as_deref().unwrap_or("(no title)")),
        clean::line(&hit.snippet.to_string()),
        table::short(&hit.id),
        clean::line(&hit.url)
    )
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, FromArgMatches as _};

    use super::*;

    #[test]
    fn several_words_are_one_query() {
        let typed = |line: &[&str]| {
            let command = Args::augment_args(clap::Command::new("search"));
            let matches = command.no_binary_name(true).get_matches_from(line);
            let args = Args::from_arg_matches(&matches).unwrap();
            (args.typed(), args.json)
        };
        assert_eq!(typed(&["Hafen Stadt"]), ("Hafen Stadt".to_owned(), false));
        for line in [["Hafen", "Stadt", "--json"], ["Hafen", "--json", "Stadt"]] {
            assert_eq!(typed(&line), ("Hafen Stadt".to_owned(), true));
        }
        assert_eq!(typed(&["-Hafen Stadt"]).0, "-Hafen Stadt");
    }

    #[test]
    fn the_number_of_matches_is_told_and_how_to_see_more() {
        let all = |total, since| SearchCounts {
            total,
            since,
            ..SearchCounts::default()
        };
        let export = "gleaner export --where writes them all";
        for (shown, counts, limit, expected) in [
            (1, all(1, None), 20, "1 article".to_owned()),
            (
                3,
                all(9, None),
                3,
                "3 of 9 articles; --limit 15 shows more".to_owned(),
            ),
            (
                20,
                all(100_000, Some(Utc::now())),
                20,
                "20 of at least 100000 articles; --limit 100 shows more".to_owned(),
            ),
            (
                5_000,
                all(9_000, None),
                9_999,
                format!("5000 of 9000 articles; {export}"),
            ),
            (
                10_000,
                all(20_000, None),
                MAX_LIMIT,
                format!("10000 of 20000 articles; {export}"),
            ),
        ] {
            assert_eq!(found(shown, &counts, limit), expected);
        }
    }

    #[test]
    fn a_misspelt_option_is_no_query() {
        for line in [&["--limt", "2", "Hafen"][..], &["-n", "2", "Hafen"]] {
            let command = Args::augment_args(clap::Command::new("search"));
            let error = command.no_binary_name(true).try_get_matches_from(line);
            let error = error.unwrap_err().to_string();
            assert!(error.contains("there is no such option"), "{error}");
        }
    }
}
