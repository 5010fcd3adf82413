//! `gleaner export`.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::Context;
use crate::database;
use crate::files::export::{self, OptOut, Since, Target, articles, pages};

/// Write the articles out as a corpus, or the raw pages as archives
///
/// With `jsonl` one line per article version, with the fields of the article record; with `warc` one response, request
/// and metadata record per page. With --out DIR they go into files there, beside a manifest with counts, sha256 and
/// the cursor to give as --since the next time. Exports with other filters have files and a manifest of their own there.
///
/// --since follows articles and their texts. The fields `duplicate_of`, `dup_group_id`, `story_id` and `entities` are as they
/// are at the time, and do not bring an article again when they change; `news.story_articles` has those changes.
///
/// Texts whose publishers reserved text and data mining, or asked not to be used for AI, are exported like others and
/// counted; --without-opt-outs leaves them out.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner export --format jsonl > articles.jsonl\n  gleaner export --out corpus --since 1200 --without-opt-outs=tdm,ai\n  gleaner export --format warc --out archive --site tagnetz --since 2026-11-01"
)]
pub(crate) struct Args {
    /// What is written, and how
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Which fields, under which names
    #[arg(long, value_enum, default_value_t)]
    pub(crate) profile: Profile,
    /// Only what came or changed after this cursor, as an earlier manifest gave it; for `warc` also a day or a time of fetching
    #[arg(long, value_name = "CURSOR", default_value = "0")]
    pub(crate) since: Since,
    /// Only this site, by its id; may be repeated
    #[arg(long, value_name = "ID")]
    pub(crate) site: Vec<String>,
    /// Leave out what carries an opt-out: of these kinds, or of any [default: keep and count it]
    #[arg(
        long,
        value_name = "KIND",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        value_delimiter = ',',
        default_missing_value = "all"
    )]
    pub(crate) without_opt_outs: Vec<OptOut>,
    /// With `warc`: also a record for each visit that found a page as it was
    #[arg(long)]
    pub(crate) revisits: bool,
    /// Folder for the files and their manifest [default: standard output]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// With --out: replace a file of the same name with other content, and the manifest of another format
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Articles, one JSON object a line
    #[default]
    Jsonl,
    /// Pages as they were fetched, as WARC 1.1, packed
    Warc,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Profile {
    /// The article record
    #[default]
    Native,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let Profile::Native = args.profile;
    let without = export::names(&args.without_opt_outs);
    let target = args.out.as_ref().map(|folder| Target {
        folder: folder.clone(),
        force: args.force,
    });
    match args.format {
        Format::Jsonl => {
            let wanted = articles::Wanted {
                since: args.since.number()?,
                query: store::ExportQuery {
                    sites: args.site.clone(),
                    without,
                },
            };
            database::with(context, async |store| {
                database::known_sites(store, &args.site).await?;
                articles::run(store, &wanted, target.as_ref()).await
            })
            .await
        }
        Format::Warc => {
            let crawl = &context.settings.crawl;
            let wanted = pages::Wanted {
                since: args.since.page()?,
                query: store::RawQuery {
                    sites: args.site.clone(),
                    without,
                },
                revisits: args.revisits,
                user_agent: (!crawl.contact.is_empty()).then(|| crawl.user_agent()),
            };
            database::with(context, async |store| {
                database::known_sites(store, &args.site).await?;
                pages::run(store, &wanted, target.as_ref(), &context.stop).await
            })
            .await
        }
    }
}
