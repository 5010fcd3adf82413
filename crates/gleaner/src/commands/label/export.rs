//! `gleaner label export`.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use flate2::Compression;
use flate2::write::GzEncoder;
use store::{LabelOfSite, PageKey, Store, StoredPage};

use crate::cli::Context;
use crate::database;
use crate::failure::Advise as _;
use crate::input;
use crate::label::line::Line;
use crate::label::split::Part;
use crate::output::Results;

/// Labels whose pages are in memory at a time.
const BATCH: usize = 32;

/// Write labels with their pages as JSONL, for `gleaner train page` and `gleaner eval classify`
///
/// One line per label: the page with its site and HTML, its label (true: news) and page type, who said so and when, and
/// the model's version and score when it was made. With --part the sites are divided in two parts by a hash of their domain: no site
/// is ever in both, on no machine and on no day.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner label export labels.jsonl.gz\n  gleaner label export train.jsonl.gz --part train\n  gleaner label export - --part test --test-share 0.3 --who ana > test.jsonl"
)]
pub(crate) struct Args {
    /// File to write, packed if it ends in .gz; - is standard output
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// Only the sites of this part
    #[arg(long, value_enum, value_name = "PART")]
    part: Option<Part>,
    /// Share of the sites that is for the test
    #[arg(long, value_name = "X", default_value = "0.2", value_parser = share)]
    test_share: f64,
    /// Only labels of this person
    #[arg(long, value_name = "NAME")]
    who: Option<String>,
    /// Only pages of this site, by its id
    #[arg(long, value_name = "ID")]
    site: Option<String>,
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a number from 0 to 1 is wanted".to_owned()),
    }
}

/// What was written.
#[derive(Debug, Default)]
struct Tally {
    labels: u64,
    news: u64,
    sites: BTreeSet<String>,
    types: BTreeMap<String, u64>,
    /// Labels whose pages are no longer stored.
    lost: u64,
}

pub(super) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let tally = database::with(context, async |store| {
        let mut labels = store
            .labels(args.who.as_deref(), args.site.as_deref())
            .await?;
        if labels.is_empty() {
            return Err(anyhow!("there are no such labels"))
                .advise("make some with `gleaner label`; `gleaner label status` counts them");
        }
        if let Some(part) = args.part {
            labels.retain(|label| Part::of(&label.domain, args.test_share) == part);
            if labels.is_empty() {
                return Err(anyhow!("no labelled site falls into this part"))
                    .advise("label pages of more sites, or change --test-share for both parts");
            }
        }
        if input::is_stdin(&args.file) {
            let mut out = Results::new();
            let tally = write(store, &labels, context, |line| out.json(line)).await?;
            out.finish()?;
            Ok(tally)
        } else {
            to_file(store, &labels, context, &args.file).await
        }
    })
    .await?;
    let said = describe(&tally);
    if input::is_stdin(&args.file) {
        tracing::info!("{said}");
        return Ok(());
    }
    let mut out = Results::new();
    out.line(&format!("{}: {said}", args.file.display()))?;
    out.finish()
}

/// Writes a file that has its name only when it is whole.
async fn to_file(
    store: &Store,
    labels: &[LabelOfSite],
    context: &Context,
    file: &Path,
) -> anyhow::Result<Tally> {
    let mut partial = file.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let cannot = || format!("cannot write {}", file.display());
    let out = File::create(&partial)
        .with_context(cannot)
        .advise("name a file in a folder that exists and may be written")?;
    let done = if file.extension().is_some_and(|end| end == "gz") {
        let mut out = GzEncoder::new(BufWriter::new(out), Compression::default());
        let tally = lines(store, labels, context, &mut out).await;
        tally.and_then(|tally| {
            out.finish()
                .and_then(|mut out| out.flush())
                .with_context(cannot)?;
            Ok(tally)
        })
    } else {
        let mut out = BufWriter::new(out);
        let tally = lines(store, labels, context, &mut out).await;
        tally.and_then(|tally| {
            out.flush().with_context(cannot)?;
            Ok(tally)
        })
    };
    let done = done.and_then(|tally| {
        std::fs::rename(&partial, file).with_context(cannot)?;
        Ok(tally)
    });
    if done.is_err() {
        // What is half written helps nobody, and the error that led here is told.
        let _ = std::fs::remove_file(&partial);
    }
    done
}

async fn lines(
    store: &Store,
    labels: &[LabelOfSite],
    context: &Context,
    out: &mut impl Write,
) -> anyhow::Result<Tally> {
    write(store, labels, context, |line| {
        serde_json::to_writer(&mut *out, line)?;
        Ok(out.write_all(b"\n")?)
    })
    .await
}

/// Hands each label with its page to `take`.
async fn write(
    store: &Store,
    labels: &[LabelOfSite],
    context: &Context,
    mut take: impl FnMut(&Line<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    for batch in labels.chunks(BATCH) {
        if context.stop.is_cancelled() {
            return Err(anyhow!("stopped before all labels were written"))
                .advise("run it again, it begins anew");
        }
        let mut keys: Vec<PageKey> = batch.iter().map(|label| label.label.page).collect();
        keys.sort_unstable();
        keys.dedup();
        let pages = store.pages(&keys).await?;
        let pages: HashMap<PageKey, &StoredPage> =
            pages.iter().map(|page| (page.key, page)).collect();
        for label in batch {
            let Some(page) = pages.get(&label.label.page) else {
                tally.lost += 1;
                continue;
            };
            take(&Line::of(label, page))?;
            tally.add(label);
        }
    }
    Ok(tally)
}

impl Tally {
    fn add(&mut self, labelled: &LabelOfSite) {
        let judgement = &labelled.label.judgement;
        self.labels += 1;
        self.news += u64::from(judgement.is_news);
        self.sites.insert(labelled.domain.clone());
        let page_type = judgement.page_type.as_deref().unwrap_or("no type");
        *self.types.entry(page_type.to_owned()).or_default() += 1;
    }
}

fn describe(tally: &Tally) -> String {
    let types = tally
        .types
        .iter()
        .map(|(name, labels)| format!("{name} {labels}"));
    let lost = match tally.lost {
        0 => String::new(),
        lost => format!("; {lost} left out, their pages are no longer stored"),
    };
    format!(
        "{} labels of {} sites, {} news ({}){lost}",
        tally.labels,
        tally.sites.len(),
        tally.news,
        types.collect::<Vec<_>>().join(", ")
    )
}
