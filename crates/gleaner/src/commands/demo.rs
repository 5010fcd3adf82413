//! `gleaner demo`.

mod tour;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use chrono::TimeDelta;
use store::{Database, Store};
use testsite::Newsroom;

use self::tour::Article;
use crate::commands::serve;
use crate::console::failure::Advise as _;
use crate::console::output::Results;
use crate::console::table;
use crate::pipeline::{self, Plan, RunReport};
use crate::program::Context;
use crate::reading::stored::PageExtractor;

/// Delay between requests. Loopback needs none; sites that ask for a longer delay get it.
const DELAY: Duration = Duration::from_millis(5);
/// Maximum wait for a host: enough for one that asks for a second, not for the minute after a failed robots.txt.
const PATIENCE: Duration = Duration::from_secs(3);

/// Take a tour: two nights of crawling a fictional newsroom on this machine; needs no setup
///
/// Serves the newsroom on loopback, crawls it into a separate database, and shows the articles it found, the pages it rejected and
/// what changed a day later.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  gleaner demo\n  gleaner demo --serve")]
pub(crate) struct Args {
    /// Keep the tour's database, and serve the newsroom until Ctrl-C; refuses if the database of an earlier tour is still kept
    #[arg(long)]
    pub(crate) keep: bool,
    /// Show the results in the reader until Ctrl-C, on 127.0.0.1:8080 or, if that port is taken, on any free one
    #[arg(long)]
    pub(crate) serve: bool,
    /// Port of the newsroom on loopback; 0 takes any free port
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

/// The folder of the tour's database: beside the real one if it is kept, otherwise temporary.
fn folder(keep: bool, context: &Context) -> anyhow::Result<PathBuf> {
    let folder = if keep {
        context.settings.data_dir()?.join("demo")
    } else {
        std::env::temp_dir().join(format!("gleaner-demo-{}", std::process::id()))
    };
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    if keep {
        is_empty(&folder, &context.called)?;
    }
    Ok(folder)
}

/// Fails if the folder holds an earlier tour: a second one would add the same articles under other addresses.
fn is_empty(folder: &Path, gleaner: &str) -> anyhow::Result<()> {
    let shown = folder.display();
    let mut entries =
        std::fs::read_dir(folder).with_context(|| format!("cannot read the folder {shown}"))?;
    if entries.next().is_none() {
        return Ok(());
    }
    Err(anyhow!("{shown} holds the database of an earlier tour")).advise(format!(
        "show it with `GLEANER_DATA_DIR={shown} {gleaner} serve`, or remove the folder for a new tour: rm -r {shown}"
    ))
}

async fn tour(args: &Args, context: &Context, folder: &Path) -> anyhow::Result<()> {
    let by_default = testsite::Settings::default();
    let newsroom = Newsroom::start(testsite::Settings {
        port: args.port,
        events: true,
        // Articles of one grammar are alike: seldom, so that they are not taken for reports of one event.
        days_of_articles: 40,
        // The second night is today's.
        now: by_default.now + TimeDelta::days(2),
        ..by_default
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
    context.end_background().await;
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
    pipeline::seed(store, &plan.seeds, &plan.crawl, false).await?;
    let mut out = Results::new();
    out.line(&format!(
        "A fictional newsroom: {} sites on loopback, with the traps and faults of real sites.\n",
        store.sites().await?.len()
    ))?;
    out.flush()?;

    let began = Instant::now();
    let mut run = RunReport::default();
    pipeline::run(store, &plan, &context.stop, &mut run).await?;
    if run.stopped {
        return stopped_early(out);
    }
    out.text(&tour::run("The first night", &run, began.elapsed()))?;
    let articles = tour::articles(store).await?;
    let shown = tour::leading(&articles);
    if let Some(article) = shown {
        out.text(&article.describe())?;
        out.coloured(&tour::search(store, article).await?)?;
    }
    out.text(&tour::stories(store).await?)?;
    let rejected = store.rejected(None, i64::MAX).await?;
    out.text(&tour::rejected(&rejected))?;
    out.flush()?;

    newsroom.advance();
    let began = Instant::now();
    let mut run = RunReport::default();
    pipeline::run(store, &plan, &context.stop, &mut run).await?;
    if run.stopped {
        return stopped_early(out);
    }
    out.text("\n")?;
    let second = tour::run("A day later, the second night", &run, began.elapsed());
    out.text(&second)?;
    out.text(&tour::shared_story(store).await?)?;
    out.coloured(&tour::correction(&tour::articles(store).await?))?;
    // The name under which it was called: after `cargo run` the program is in a folder, once installed it is on PATH.
    let gleaner = &context.called;
    if args.serve {
        let listener = serve::listen_by_default().await?;
        out.text(&format!(
            "\nThe reader shows the results at http://{}/ until Ctrl-C.\n",
            listener.local_addr()?
        ))?;
        out.flush()?;
        let mut context = context.clone();
        context.settings.crawl = plan.crawl;
        serve::serve(store, &serve::Options::default(), listener, &context).await?;
        return out.finish();
    }
    out.text(&next_steps(gleaner, args.keep, newsroom, folder, shown))?;
    out.flush()?;
    if args.keep {
        context.stop.cancelled().await;
    }
    out.finish()
}

fn stopped_early(mut out: Results) -> anyhow::Result<()> {
    out.line("The tour was stopped early.")?;
    out.finish()
}

fn plan(context: &Context, seeds: PathBuf) -> anyhow::Result<Plan> {
    let mut crawl = context.settings.crawl.clone();
    "https://gleaner.example/demo".clone_into(&mut crawl.contact);
    crawl.delay = DELAY;
    crawl.private_hosts = vec!["localhost".to_owned()];
    let reader = Arc::new(PageExtractor::new(&context.settings)?);
    let mut plan = Plan::new(&context.settings, reader);
    plan.limits.patience = PATIENCE;
    Ok(Plan {
        seeds: vec![seeds],
        crawl,
        retention: store::Retention::default(),
        min_free_bytes: 0,
        ..plan
    })
}

/// Commands to try next; they work as printed.
fn next_steps(
    gleaner: &str,
    keep: bool,
    newsroom: &Newsroom,
    folder: &Path,
    shown: Option<&Article>,
) -> String {
    if !keep {
        return format!(
            "\nWhat to try next:\n  \
             {gleaner} demo --serve   see it in the browser\n  \
             {gleaner} demo --keep    look around in this newsroom and its database\n  \
             {gleaner} doctor         check whether this machine is ready for a crawl of your own\n  \
             {gleaner} --help         all commands; the README shows how to add your first site\n"
        );
    }
    let (word, id) = shown.map_or(("news", ""), |article| {
        (article.word(), table::short(&article.id))
    });
    let run = format!("GLEANER_DATA_DIR={} {gleaner}", folder.display());
    format!(
        "\nWhat to try next, in another terminal:\n  \
         {run} search {word}\n  \
         {run} explain {id}\n  \
         {run} stories\n  \
         {run} serve\n  \
         {run} export --format jsonl | head -n 1\n\n\
         The newsroom runs at {} until Ctrl-C.\n",
        newsroom.url("morgenblatt", "/")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_tour_is_not_mixed_with_a_second_one() {
        let folder = tempfile::tempdir().unwrap();
        assert!(is_empty(folder.path(), "gleaner").is_ok());
        std::fs::write(folder.path().join("newsroom.toml"), "").unwrap();
        let refused = is_empty(folder.path(), "gleaner").unwrap_err();
        assert!(format!("{refused:#}").contains("holds the database of an earlier tour"));
    }
}
