//! `gleaner label`.

mod export;
mod export_pairs;
mod import;
mod out;
mod pairs;
mod status;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::ValueEnum;
use store::{LabelOrder, LabelQuery, PairKind, Store};

use crate::cli::Context;
use crate::console::failure::Advise as _;
use crate::console::output::Results;
use crate::console::plural::count;
use crate::database;
use crate::label::page::jsonl::person;
use crate::label::{self, SessionSummary};
use crate::reading::Judge;

/// Label pages, or pairs of articles, to train and to measure models
///
/// Shows the pages that were read, those first of which the model is least sure, the sites in turn. Keys: n news, x not
/// news, p page type, s skip, u undo, o open in the browser, b blocks, ? help, q quit. Every label is saved at once, with
/// who, when, and what the model had made of the page.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  gleaner label\n  gleaner label --site tagnetz --who ana\n  gleaner label --order random                       an unbiased sample, to measure with\n  gleaner label status\n  gleaner label export train.jsonl.gz --part train\n  gleaner train page --data train.jsonl.gz --out mine.json\n  gleaner label export test.jsonl.gz --part test\n  gleaner eval classify --gold test.jsonl.gz --model mine.json\n  gleaner label pairs                                one text or two, to measure copies\n  gleaner label stories                              one event or two, to measure stories\n  gleaner label import train.jsonl.gz"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Only pages of this site, by its id
    #[arg(long, value_name = "ID")]
    site: Option<String>,
    /// Who labels [default: the name of the account]
    #[arg(long, value_name = "NAME")]
    who: Option<String>,
    /// Which pages come first
    #[arg(long, value_enum, default_value_t)]
    order: Order,
    /// Also pages that the same person has labelled before
    #[arg(long)]
    all: bool,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Say whether two articles are one text, one key a pair, to measure how well copies are found
    ///
    /// Shows pairs of articles beside each other: copies with the article they are held to be copies of, and others that have
    /// something in common. About as many are drawn from each bin of scores, so that the few doubtful ones are seen as well as the many
    /// sure ones; the label keeps its bin and how many pairs that held. Keys: s same, d different, ? not sure, n next, b back,
    /// o open in the browser, t turn, h help, q quit. Every label is saved at once, and no pair is asked twice.
    #[command(
        after_help = "Examples:\n  gleaner label pairs\n  gleaner label pairs --seed 2 --per-bin 100          another sample, a larger one\n  gleaner label export pairs.jsonl.gz --of pairs\n  gleaner eval aggregate --labels pairs.jsonl.gz"
    )]
    Pairs(pairs::Args),
    /// Say whether two articles report one event, one key a pair, to measure how well stories are found
    ///
    /// Shows pairs of articles beside each other: of one story, by how surely the article joined it; of a story and an article that
    /// nearly joined it; and random ones of the same days. Drawn, asked and kept as those of `gleaner label pairs`.
    #[command(
        after_help = "Examples:\n  gleaner label stories --who ana\n  gleaner label export stories.jsonl.gz --of stories\n  gleaner eval aggregate --labels stories.jsonl.gz"
    )]
    Stories(pairs::Args),
    Export(export::Args),
    Import(import::Args),
    Status(status::Args),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Order {
    /// Those of which the model is least sure, the sites in turn: most is learned from them
    #[default]
    Uncertain,
    /// Any, each as likely as another: for sets that measure
    Random,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    match &args.command {
        None => label_pages(args, context).await,
        Some(Command::Pairs(args)) => pairs::run(PairKind::Copies, args, context).await,
        Some(Command::Stories(args)) => pairs::run(PairKind::Stories, args, context).await,
        Some(Command::Export(args)) => export::run(args, context).await,
        Some(Command::Import(args)) => import::run(args, context).await,
        Some(Command::Status(args)) => status::run(args, context).await,
    }
}

async fn label_pages(args: &Args, context: &Context) -> anyhow::Result<()> {
    label::needs_a_terminal()?;
    let judge = Arc::new(Judge::new(&context.settings, None, None)?);
    let query = LabelQuery {
        who: who(args.who.as_deref())?,
        site_id: args.site.clone(),
        order: match args.order {
            Order::Uncertain => LabelOrder::Uncertain(judge.model.threshold()),
            Order::Random => LabelOrder::Random,
        },
        again: args.all,
    };
    let session = database::with(context, async |store| {
        database::known_sites(store, args.site.as_slice()).await?;
        if has_work(store, &query).await? {
            let labelled = label::label_pages(store, &query, judge, &context.stop).await;
            labelled.map(Some)
        } else {
            Ok(None)
        }
    })
    .await?;
    let mut out = Results::new();
    match session {
        None => out.line(&format!(
            "{} has labelled every page there is; --all shows them again, another night brings more",
            query.who
        ))?,
        Some(session) => {
            let next = "gleaner label export labels.jsonl.gz, or gleaner label to go on";
            out.text(&describe(&session, &query.who, next))?;
        }
    }
    out.finish()
}

/// Whether there is something to label. Fails where no page could be labelled at all.
async fn has_work(store: &Store, query: &LabelQuery) -> anyhow::Result<bool> {
    if store.label_queue(query, &[], 1).await?.remaining > 0 {
        return Ok(true);
    }
    let all = LabelQuery {
        again: true,
        ..query.clone()
    };
    if store.label_queue(&all, &[], 1).await?.remaining > 0 {
        return Ok(false);
    }
    let of_site = query
        .site_id
        .as_ref()
        .map(|site| format!(" of the site {site}"));
    Err(anyhow::anyhow!(
        "there is no page{} with a verdict to label",
        of_site.unwrap_or_default()
    ))
    .advise(
        "crawl or import pages and run `gleaner extract` first; `gleaner status` lists the sites",
    )
}

/// The name of the person: the given one, else that of the account.
fn who(given: Option<&str>) -> anyhow::Result<String> {
    if let Some(given) = given {
        return person(given)
            .context("--who is empty")
            .advise("give a name, such as --who ana");
    }
    let mut account = ["USER", "LOGNAME"]
        .iter()
        .filter_map(|name| std::env::var(name).ok());
    account
        .find_map(|name| person(&name))
        .context("this account has no name to label under")
        .advise("give one, such as --who ana")
}

/// The result of a session, and the next step.
fn describe(session: &SessionSummary, who: &str, next: &str) -> String {
    let minutes = session.spent.max(Duration::from_secs(1)).as_secs_f64() / 60.0;
    let pace = session
        .per_hour
        .map_or_else(String::new, |pace| format!(", {pace} an hour"));
    let next = if session.all > 0 {
        format!("Next: {next}\n")
    } else {
        String::new()
    };
    format!(
        "{} in {minutes:.1} minutes{pace}; {} by {who} in all\n{next}",
        count(session.labels, "label"),
        session.all
    )
}
