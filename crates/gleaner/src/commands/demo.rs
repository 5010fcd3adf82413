//! `gleaner demo`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use store::{ArticleRow, Database, RejectedPage, Store, StoryQuery};
use testsite::Newsroom;

use super::{nightly, stories};
use crate::cli::Context;
use crate::console::output::Results;
use crate::console::table::{self, Align};
use crate::pipeline::{self, Plan};
use crate::reading::stored::PageExtractor;

/// Loopback needs no politeness; the sites that ask for a delay get it all the same.
const DELAY: Duration = Duration::from_millis(5);
/// Stories shown.
const STORIES: i64 = 6;
/// Rows shown of each list.
const SHOWN: usize = 12;

/// What is shown of an article version.
#[derive(Debug, Deserialize)]
struct Article {
    id: String,
    is_latest: bool,
    source_id: String,
    title: Option<String>,
    date_published: Option<DateTime<Utc>>,
    language: Option<String>,
    word_count: i32,
    duplicate_of: Option<String>,
}

/// The five-minute tour: a whole night against a news site of our own, no set-up needed
///
/// Serves a fictional newsroom on loopback, crawls it into a database of its own, and shows what was found.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner demo")]
pub(crate) struct Args {
    /// Keep the database of the tour, and serve the newsroom until Ctrl-C
    #[arg(long)]
    pub(crate) keep: bool,
    /// Port of the fixture newsroom on loopback; 0 takes any free one
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) port: u16,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let folder = folder(args.keep, context)?;
    let done = tour(args, context, &folder).await;
    if !args.keep {
        std::fs::remove_dir_all(&folder)
            .with_context(|| format!("removing the tour's folder {}", folder.display()))?;
    }
    done
}

/// Where the tour's database lives: beside the real one if it is to be kept, else in a passing place.
fn folder(keep: bool, context: &Context) -> anyhow::Result<PathBuf> {
    let folder = if keep {
        context.settings.data_dir()?.join("demo")
    } else {
        std::env::temp_dir().join(format!("gleaner-demo-{}", std::process::id()))
    };
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    Ok(folder)
}

async fn tour(args: &Args, context: &Context, folder: &Path) -> anyhow::Result<()> {
    let newsroom = Newsroom::start(testsite::Settings {
        port: args.port,
        ..testsite::Settings::default()
    })
    .with_context(|| format!("cannot serve the newsroom on port {}", args.port))?;
    let seeds = folder.join("newsroom.toml");
    std::fs::write(&seeds, newsroom.seeds_toml()).context("cannot write the seeds")?;
    // Never the user's own database: these sites are invented.
    let store = Store::open(&Database::Embedded(folder.to_owned())).await?;
    let done = async {
        store.migrate().await?;
        show(args, context, &store, &newsroom, seeds, folder).await
    }
    .await;
    store.close().await?;
    newsroom.stop().await;
    done
}

async fn show(
    args: &Args,
    context: &Context,
    store: &Store,
    newsroom: &Newsroom,
    seeds: PathBuf,
    folder: &Path,
) -> anyhow::Result<()> {
    let plan = plan(context, seeds)?;
    let mut out = Results::new();
    out.line(&format!(
        "A newsroom of our own: {} sites on loopback port {}, with the traps of real ones.\n",
        store_sites(&plan, store).await?,
        newsroom.port()
    ))?;
    out.flush()?;

    let began = Instant::now();
    let night = pipeline::night(store, &plan, &context.stop).await?;
    out.line(&format!(
        "The first night took {:.1} s.",
        began.elapsed().as_secs_f64()
    ))?;
    out.text(&nightly::summary(&night))?;
    let rows = store.export(0, i64::MAX).await?;
    let articles: Vec<Article> = rows
        .iter()
        .map(ArticleRow::read)
        .collect::<Result<_, _>>()?;
    let rejected = store.rejected(i64::MAX).await?;
    out.text(&describe_articles(&articles))?;
    let query = StoryQuery {
        limit: STORIES,
        ..StoryQuery::default()
    };
    let leading = store.stories(&query).await?;
    out.text(&format!(
        "\nThe leading stories:\n{}",
        stories::list(&leading, false)
    ))?;
    out.text(&describe_rejected(&rejected))?;
    out.flush()?;

    if !context.stop.is_cancelled() {
        let again = pipeline::night(store, &plan, &context.stop).await?;
        out.line("\nA second night, right after it:")?;
        out.text(&nightly::summary(&again))?;
    }
    out.text(&next_steps(args.keep, newsroom, folder, &articles))?;
    out.flush()?;
    if args.keep {
        context.stop.cancelled().await;
    }
    out.finish()
}

async fn store_sites(plan: &Plan, store: &Store) -> anyhow::Result<usize> {
    pipeline::seed(store, &plan.seeds).await?;
    Ok(store.sites().await?.len())
}

fn plan(context: &Context, seeds: PathBuf) -> anyhow::Result<Plan> {
    let mut crawl = context.settings.crawl.clone();
    "https://gleaner.example/demo".clone_into(&mut crawl.contact);
    crawl.delay = DELAY;
    crawl.private_hosts = vec!["localhost".to_owned()];
    Ok(Plan {
        seeds: vec![seeds],
        crawl,
        limits: pipeline::crawl_plan(&context.settings.worker),
        reader: Arc::new(PageExtractor::new(&context.settings)?),
        chunk: context.settings.aggregate.chunk_articles,
        retention: store::Retention::default(),
    })
}

fn describe_articles(articles: &[Article]) -> String {
    let mut newest: Vec<&Article> = articles.iter().filter(|a| a.is_latest).collect();
    newest.sort_by_key(|a| (std::cmp::Reverse(a.date_published), &a.id));
    let columns = [
        ("published", Align::Left),
        ("site", Align::Left),
        ("lang", Align::Left),
        ("words", Align::Right),
        ("title", Align::Left),
    ];
    let rows: Vec<Vec<String>> = newest.iter().take(SHOWN).map(|a| row(a)).collect();
    let copies = newest.iter().filter(|a| a.duplicate_of.is_some()).count();
    format!(
        "\n{} articles, {copies} of them copies of another; the newest:\n{}",
        newest.len(),
        table::lay_out(&columns, &rows)
    )
}

fn row(article: &Article) -> Vec<String> {
    let copy = if article.duplicate_of.is_some() {
        " (copy)"
    } else {
        ""
    };
    vec![
        article.date_published.map_or_else(
            || "-".to_owned(),
            |at| at.format("%Y-%m-%d %H:%M").to_string(),
        ),
        article.source_id.clone(),
        article.language.clone().unwrap_or_default(),
        article.word_count.to_string(),
        table::cut(article.title.as_deref().unwrap_or("-"), 60) + copy,
    ]
}

/// Rejected pages by the reason that decided, each with one example.
fn describe_rejected(rejected: &[RejectedPage]) -> String {
    let mut groups: BTreeMap<(&str, &str), Vec<&RejectedPage>> = BTreeMap::new();
    for page in rejected {
        groups
            .entry((&page.page_type, &page.label_source))
            .or_default()
            .push(page);
    }
    let columns = [
        ("pages", Align::Right),
        ("type", Align::Left),
        ("decided by", Align::Left),
        ("for example", Align::Left),
        ("because", Align::Left),
    ];
    let rows: Vec<Vec<String>> = groups
        .iter()
        .filter_map(|((page_type, decided_by), pages)| {
            let example = pages.first()?;
            Some(vec![
                pages.len().to_string(),
                page_type.replace('_', " "),
                (*decided_by).to_owned(),
                table::cut(address(&example.url), 44),
                table::cut(&example.reason, 60),
            ])
        })
        .collect();
    format!(
        "\n{} pages rejected, and why:\n{}",
        rejected.len(),
        table::lay_out(&columns, &rows)
    )
}

/// An address without the part that all of the newsroom's have in common.
fn address(url: &str) -> &str {
    url.strip_prefix("http://").unwrap_or(url)
}

fn next_steps(keep: bool, newsroom: &Newsroom, folder: &Path, articles: &[Article]) -> String {
    // As the user called it: `cargo run` leaves the program in a folder, an installed one is on the path.
    let gleaner = std::env::args()
        .next()
        .unwrap_or_else(|| "gleaner".to_owned());
    if !keep {
        return format!(
            "\nWhat to try next:\n  \
             {gleaner} demo --keep              look around in this newsroom and its database\n  \
             {gleaner} explain PAGE.html        see which blocks of a page are its text, and why\n  \
             {gleaner} seed seeds/de.toml       begin with real sites; README tells the rest\n"
        );
    }
    let word = articles
        .iter()
        .filter_map(|a| a.title.as_deref())
        .flat_map(str::split_whitespace)
        .find(|word| word.chars().count() > 6 && word.chars().all(char::is_alphabetic))
        .unwrap_or("news");
    let folder = folder.display();
    format!(
        "\nWhat to try next, in another terminal:\n  \
         GLEANER_DATA_DIR={folder} {gleaner} search {word}\n  \
         GLEANER_DATA_DIR={folder} {gleaner} stories\n  \
         GLEANER_DATA_DIR={folder} {gleaner} status\n  \
         GLEANER_DATA_DIR={folder} {gleaner} export --format jsonl | head -n 1\n\n\
         The newsroom stays open at {} until Ctrl-C.\n",
        newsroom.url("morgenblatt", "/")
    )
}
