//! `workshop label`.

mod export;
mod export_pairs;
mod import;
mod out;
mod pairs;
mod serving;
mod status;
mod tools;

use clap::ValueEnum;
use gleaner::database;
use gleaner::program::Context;
use store::PairKind;

use self::serving::Serving;

/// Label pages, their blocks, or pairs of articles in the browser, to train and evaluate models
///
/// Starts the reader on this machine and prints the URL of its labelling pages: for pages (news or not, one key each), for the blocks of
/// a page (content or not), and for pairs of articles (one text or two, one event or two). The most informative items come first. Every
/// label is saved at once, with the person, the time, and the model's verdict on the page. Ctrl-C ends the reader.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  workshop label\n  workshop label --site tagnetz --who ana\n  workshop label --order random                       an unbiased sample, to measure with\n  workshop label status\n  workshop label export train.jsonl.gz --part train\n  workshop train page --data train.jsonl.gz --out mine.json\n  workshop label export test.jsonl.gz --part test\n  workshop eval classify --gold test.jsonl.gz --model mine.json\n  workshop label export blocks.jsonl.gz --of blocks   what the extractor learns from\n  workshop label pairs                                one text or two, to measure copies\n  workshop label stories                              one event or two, to measure stories\n  workshop label import train.jsonl.gz"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Only pages of this site, by id, host or domain
    #[arg(long, value_name = "ID")]
    site: Option<String>,
    /// Order of the pages
    #[arg(long, value_enum, default_value_t)]
    order: Order,
    /// Include pages that the same person has labelled before
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    serving: Serving,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Label pairs of articles as one text or two, to measure how well copies are found
    ///
    /// Shows pairs of articles side by side in the browser, with one key per answer: copies with the article of which they are considered
    /// copies, and others that have something in common. About as many are drawn from each bin of scores, so that the few doubtful ones
    /// are shown as well as the many certain ones; the label records its bin and the number of pairs in it. Every label is saved at once,
    /// and no pair is shown twice.
    #[command(
        after_help = "Examples:\n  workshop label pairs\n  workshop label pairs --seed 2 --per-bin 100          another sample, a larger one\n  workshop label export pairs.jsonl.gz --of pairs\n  workshop eval aggregate --labels pairs.jsonl.gz"
    )]
    Pairs(pairs::Args),
    /// Label pairs of articles as one event or two, to measure how well stories are found
    ///
    /// Shows pairs of articles side by side in the browser: of one story, binned by how surely the article joined it; of a story and an
    /// article that nearly joined it; and random ones of the same days. They are drawn, shown and saved as in `workshop label pairs`.
    #[command(
        after_help = "Examples:\n  workshop label stories --who ana\n  workshop label export stories.jsonl.gz --of stories\n  workshop eval aggregate --labels stories.jsonl.gz"
    )]
    Stories(pairs::Args),
    Export(export::Args),
    Import(import::Args),
    Status(status::Args),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Order {
    /// Pages of which the model is least sure, with the sites taking turns: the most informative ones
    #[default]
    Uncertain,
    /// Random pages, all equally likely: for test sets
    Random,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    match &args.command {
        None => label(args, context).await,
        Some(Command::Pairs(args)) => pairs::run(PairKind::Copies, args, context).await,
        Some(Command::Stories(args)) => pairs::run(PairKind::Stories, args, context).await,
        Some(Command::Export(args)) => export::run(args, context).await,
        Some(Command::Import(args)) => import::run(args, context).await,
        Some(Command::Status(args)) => status::run(args, context).await,
    }
}

async fn label(args: &Args, context: &Context) -> anyhow::Result<()> {
    let mut query = Vec::new();
    if args.order == Order::Random {
        query.push(("order", "random".to_owned()));
    }
    if args.all {
        query.push(("all", "true".to_owned()));
    }
    database::with(context, async |store| {
        if let Some(site) = database::optional_site(store, args.site.as_ref()).await? {
            query.insert(0, ("site", site));
        }
        args.serving.run(store, "label", query, context).await
    })
    .await
}
