//! `workshop label export`.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::ValueEnum;
use gleaner::console::failure::Advise as _;
use gleaner::database;
use gleaner::program::Context;
use lab::sampling::is_test_site;
use store::{PairKind, SiteBlockLabel, SiteLabel, Store};

use super::export_pairs;
use super::out::{self, JsonLines, Written};
use crate::label::blocks::BlockLabelRecord;
use crate::label::pages::{PageLabelRecord, person};

/// Write labels as JSONL, for `workshop train`, `workshop eval classify` and `workshop eval aggregate`
///
/// Writes one line per label: the page with its site and HTML, the label (true: news) and page type, who made it and when, and the
/// version of the model and its score at that time. With --part, a hash of their domains divides the sites into two parts: a site is in
/// the same part on every machine and at any time.
///
/// For blocks: the page with its HTML, and the text of the content blocks as gold text. For pairs: both articles, the answer, whether the
/// two are grouped together at present, and the bin with its number of pairs.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  workshop label export labels.jsonl.gz\n  workshop label export train.jsonl.gz --part train\n  workshop label export - --part test --test-share 0.3 --who ana > test.jsonl\n  workshop label export pairs.jsonl.gz --of pairs\n  workshop label export blocks.jsonl.gz --of blocks\n  workshop eval aggregate --labels pairs.jsonl.gz"
)]
pub(crate) struct Args {
    /// File to write, compressed if its name ends in .gz; - is standard output
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// Kind of labels
    #[arg(long, value_enum, value_name = "WHAT", default_value_t)]
    of: LabelKind,
    /// Only the sites of this part
    #[arg(long, value_enum, value_name = "PART")]
    part: Option<Part>,
    /// Share of the sites in the test part
    #[arg(long, value_name = "X", default_value = "0.2", value_parser = share)]
    test_share: f64,
    /// Only labels by this person
    #[arg(long, value_name = "NAME", value_parser = person)]
    who: Option<String>,
    /// Only pages of this site, by id, host or domain
    #[arg(long, value_name = "ID")]
    site: Option<String>,
}

/// Kinds of labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum LabelKind {
    /// Pages: news or not
    #[default]
    Pages,
    /// Blocks of pages: content or not
    Blocks,
    /// Pairs of articles: one text or two
    Pairs,
    /// Pairs of articles: one event or two
    Stories,
}

/// A part of the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Sites to train on
    Train,
    /// Sites to test on
    Test,
}

impl Args {
    /// Whether the site of this domain is in the requested part.
    fn wants(&self, domain: &str) -> bool {
        let is_test = is_test_site(domain, self.test_share);
        self.part.is_none_or(|part| is_test == (part == Part::Test))
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

pub(super) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let who = args.who.as_deref();
    let of_pairs = matches!(args.of, LabelKind::Pairs | LabelKind::Stories);
    if of_pairs && (args.part.is_some() || args.site.is_some()) {
        return Err(anyhow!(
            "--part and --site select pages, but a pair belongs to two sites"
        ))
        .advise("leave them out, or export pages");
    }
    let written = database::with(context, async |store| {
        let kind = match args.of {
            LabelKind::Pages => return pages(args, store, context).await,
            LabelKind::Blocks => return blocks(args, store, context).await,
            LabelKind::Pairs => PairKind::Copies,
            LabelKind::Stories => PairKind::Stories,
        };
        let work = async |out: &mut JsonLines<'_>| {
            export_pairs::write(store, kind, who, context, out).await
        };
        out::write(&args.file, work).await
    })
    .await?;
    out::report(&args.file, &written.describe())
}

/// Writes labels of pages.
async fn pages(args: &Args, store: &Store, context: &Context) -> anyhow::Result<Written> {
    let site = database::optional_site(store, args.site.as_ref()).await?;
    let (who, site) = (args.who.as_deref(), site.as_deref());
    let mut labels = store.labels(who, site, None).await?;
    if labels.is_empty() {
        return Err(anyhow!("there are no such labels"))
            .advise("make some with `workshop label`; `workshop label status` counts them");
    }
    if args.part.is_some() {
        labels.retain(|label| args.wants(&label.domain));
        if labels.is_empty() {
            return Err(anyhow!("no labelled site is in this part"))
                .advise("label pages of more sites, or change --test-share for both parts");
        }
    }
    let key = |label: &SiteLabel| label.label.page;
    let work = async |out: &mut JsonLines<'_>| {
        out::with_pages(store, &labels, key, context, |label, page| {
            out.json(&PageLabelRecord::of(label, page))
        })
        .await
    };
    out::write(&args.file, work).await
}

/// Writes labels of blocks.
async fn blocks(args: &Args, store: &Store, context: &Context) -> anyhow::Result<Written> {
    let site = database::optional_site(store, args.site.as_ref()).await?;
    let (who, site) = (args.who.as_deref(), site.as_deref());
    let mut labels = store.block_labels(who, site, None).await?;
    labels.retain(|label| args.wants(&label.domain));
    if labels.is_empty() {
        return Err(anyhow!("there are no such labels"))
            .advise("make some on the page /label/blocks that `workshop label` serves");
    }
    let key = |label: &SiteBlockLabel| label.label.page;
    let work = async |out: &mut JsonLines<'_>| {
        out::with_pages(store, &labels, key, context, |label, page| {
            out.json(&BlockLabelRecord::of(label, page))
        })
        .await
    };
    out::write(&args.file, work).await
}
