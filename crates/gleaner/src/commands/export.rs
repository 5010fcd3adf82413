//! `gleaner export`.

use std::path::{Path, PathBuf};

use anyhow::{Error, anyhow, bail};
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use formats::profiles::PROFILES;
use formats::{Compression, Encoding, OPT_OUTS, Profile, Sentences};

use crate::commands::search;
use crate::console::argument;
use crate::console::failure::Advise as _;
use crate::database;
use crate::files::export::articles::Output;
use crate::files::export::selection::Selection;
use crate::files::export::{Since, Target, articles, pages};
use crate::program::Context;

/// Extensions of formats that are not written, and with which the name of a folder hardly ends.
const OTHER_FILES: [&str; 17] = [
    "json", "ndjson", "tsv", "txt", "xlsx", "arrow", "feather", "md", "html", "xml", "warc", "gz",
    "zst", "bz2", "xz", "zip", "tar",
];

/// Export the articles as a corpus, or the raw pages as WARC archives
///
/// Writes one line or row per article version, with the fields of the article record; with `warc`, one response, request and
/// metadata record per page. With --out FILE, the extension chooses the format: .parquet, .jsonl, .jsonl.gz, .jsonl.zst or .csv.
/// With --out DIR, the data goes into files there, with a manifest (counts, SHA-256 checksums, cursor), a schema and a dataset card;
/// --continue DIR adds what is new. A folder holds one export, and a folder with other files is refused.
///
/// A version is written again when its text or a field changes, including its copies, story and names, and when a newer version
/// replaces it: of several rows with one `version_id`, the last is valid.
///
/// Texts whose publishers reserved text and data mining, or opted out of use for AI, are exported like others and counted;
/// --without-opt-outs excludes them.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner export --where 'climate lang:en since:90d' --out hits.parquet\n  gleaner export --format jsonl > articles.jsonl\n  gleaner export --format parquet --out corpus --without-opt-outs=tdm,ai\n  gleaner export --continue corpus\n  gleaner export --since 1200~5f2c81d0e1a2 | consumer\n  gleaner export --format csv --latest --language de --published-since 2026-11-01 --fields id,url,title,date_published\n  gleaner export --format warc --out archive --site tagnetz --since 2026-11-01"
)]
pub(crate) struct Args {
    /// Output format [default: that of the file of --out, or jsonl]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Set of fields and their names
    #[arg(long, default_value = "native", value_parser = profiles())]
    pub(crate) profile: &'static Profile,
    /// Only articles that this query finds, as `gleaner search` does: their latest versions, the newest first
    #[arg(id = "where", long, value_name = "QUERY", allow_hyphen_values = true)]
    pub(crate) matching: Option<String>,
    /// With Parquet: files by language and month, in the folder of --out
    #[arg(long, value_enum, value_name = "COLUMNS", requires = "out")]
    pub(crate) partition: Option<Partition>,
    /// Only what is new or changed since this cursor of an earlier export, except into a folder of articles; with `warc`, a day, time
    /// or period of fetching is accepted too
    #[arg(long, value_name = "CURSOR")]
    pub(crate) since: Option<Since>,
    /// Continue the export of articles in this folder, with its filters: add what is new in further files
    #[arg(
        long = "continue",
        value_name = "DIR",
        conflicts_with_all = [
            "format", "profile", "since", "site", "language", "published_since", "published_until", "story", "latest",
            "leaders", "where", "partition", "fields", "without_text", "sentences", "tagged", "without_opt_outs", "out", "force"
        ]
    )]
    pub(crate) continued: Option<PathBuf>,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    sentences: SentenceFlags,
    /// Exclude texts and pages with opt-outs of these kinds (`tdm,ai`), or of any kind [default: include and count them]
    #[arg(
        long,
        value_name = "KIND",
        value_parser = opt_outs(),
        num_args = 0..,
        value_delimiter = ',',
        default_missing_value = "all"
    )]
    pub(crate) without_opt_outs: Vec<String>,
    /// One file, such as hits.parquet, or a folder for files and their manifest [default: standard output]
    #[arg(long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// With --out: replace the file, or start over with a new manifest. The files of articles are deleted; archives are kept
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

/// Columns derived from the text.
#[derive(Debug, clap::Args)]
struct SentenceFlags {
    /// Add the fields `sentences`, the position of each sentence in the text, and `token_count`
    #[arg(long)]
    sentences: bool,
    /// Like --sentences, with the text of each sentence and the names in it marked
    #[arg(long, conflicts_with = "without_text")]
    tagged: bool,
}

impl SentenceFlags {
    fn wanted(&self) -> Option<Sentences> {
        match (self.tagged, self.sentences) {
            (true, _) => Some(Sentences::Tagged),
            (_, true) => Some(Sentences::Offsets),
            _ => None,
        }
    }
}

impl Args {
    /// The requested articles. Fails if options contradict each other.
    pub(crate) fn articles(&self, encoding: Encoding) -> anyhow::Result<articles::Wanted> {
        let mut selection = self.selection.clone();
        selection.sentences = self.sentences.wanted();
        if let Some(wanted) = selection.sentences
            && !self.profile.takes(wanted)
        {
            bail!(
                "--sentences and --tagged need the profile native; --sentences also works with share"
            );
        }
        if let (Some(since), Some(until)) = (selection.published_since, selection.published_until)
            && since >= until
        {
            bail!("--published-until must not be earlier than --published-since");
        }
        selection.format = encoding.name();
        self.profile.name.clone_into(&mut selection.profile);
        selection.without_opt_outs =
            formats::opt_outs(&self.without_opt_outs).map_err(Error::msg)?;
        selection.matching = self.matching.clone().unwrap_or_default();
        for name in &mut selection.fields {
            *name = name.trim().to_owned();
        }
        Ok(articles::Wanted {
            encoding,
            profile: self.profile,
            since: self.since.map(Since::cursor).transpose()?,
            matching: self.matching.as_deref().map(search::parse).transpose()?,
            selection: selection.sorted(),
        })
    }

    /// Whether an option is given that applies only to articles.
    fn has_article_options(&self) -> bool {
        let of_pages = Selection {
            sites: self.selection.sites.clone(),
            ..Selection::default()
        };
        self.selection != of_pages
            || self.sentences.wanted().is_some()
            || self.profile.name != Profile::native().name
            || self.matching.is_some()
            || self.partition.is_some()
    }
}

fn opt_outs() -> PossibleValuesParser {
    let all = PossibleValue::new("all").help("All kinds");
    let kinds = OPT_OUTS.map(|(kind, about)| PossibleValue::new(kind).help(about));
    PossibleValuesParser::new(std::iter::once(all).chain(kinds))
}

fn profiles() -> impl TypedValueParser<Value = &'static Profile> {
    let profiles = PROFILES.iter();
    let profiles = profiles.map(|profile| (profile.name, profile.about, profile));
    argument::one_of(profiles.collect())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Partition {
    /// A folder for each language, and in it one for each month
    #[value(name = "language,month")]
    LanguageMonth,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Articles, one JSON object per line
    Jsonl,
    /// The same, compressed with gzip
    #[value(name = "jsonl.gz")]
    JsonlGz,
    /// The same, compressed with Zstandard
    #[value(name = "jsonl.zst")]
    JsonlZst,
    /// Articles as CSV (RFC 4180); lists are JSON
    Csv,
    /// Articles as Parquet; needs --out, and in a folder is one file per language and month
    Parquet,
    /// Pages as they were fetched, as compressed WARC 1.1
    Warc,
}

impl Format {
    /// The encoding of articles; `None` for a format of pages.
    pub(crate) fn encoding(self) -> Option<Encoding> {
        Some(match self {
            Self::Jsonl => Encoding::Jsonl(Compression::None),
            Self::JsonlGz => Encoding::Jsonl(Compression::Gzip),
            Self::JsonlZst => Encoding::Jsonl(Compression::Zstd),
            Self::Csv => Encoding::Csv,
            Self::Parquet => Encoding::Parquet,
            Self::Warc => return None,
        })
    }
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    if let Some(folder) = &args.continued {
        return database::with(context, async |store| {
            articles::go_on(store, folder, &context.stop).await
        })
        .await;
    }
    let out = args.out.as_ref().filter(|path| *path != Path::new("-"));
    let target = out.map(|path| Target {
        path: path.clone(),
        force: args.force,
    });
    let name = out.filter(|path| !path.is_dir());
    let name = name.and_then(|path| path.file_name());
    let name = name.map(|name| name.to_string_lossy().to_ascii_lowercase());
    let of_file = name.as_deref().and_then(Encoding::of_file);
    let extension = name.as_deref().and_then(|name| name.rsplit_once('.'));
    let other = extension.filter(|(_, extension)| OTHER_FILES.contains(extension));
    let is_of_pages = args.format == Some(Format::Warc);
    if let Some((stem, extension)) = other
        && (is_of_pages || of_file.is_none())
    {
        let instead = if is_of_pages {
            "archives are written into a folder; name one"
        } else {
            "name the file .parquet, .jsonl, .jsonl.gz, .jsonl.zst or .csv, or name a folder"
        };
        bail!("gleaner cannot write {stem}.{extension}: {instead}");
    }
    if is_of_pages {
        return export_pages(args, context, target).await;
    }
    let of_file = of_file.filter(|_| args.partition.is_none());
    let encoding = match (args.format.and_then(Format::encoding), of_file) {
        (Some(format), Some(file)) if format != file => bail!(
            "--format {} is not the format of the file of --out; leave --format out, or name another file",
            format.name()
        ),
        (Some(encoding), _) | (None, Some(encoding)) => encoding,
        (None, None) if args.partition.is_some() => Encoding::Parquet,
        (None, None) => Encoding::Jsonl(Compression::None),
    };
    if args.partition.is_some() && encoding != Encoding::Parquet {
        bail!("--partition needs --format parquet");
    }
    if args.since.is_some() && target.is_some() && of_file.is_none() {
        bail!(
            "articles since a cursor go to standard output or into one file; --continue adds what is new to a folder"
        );
    }
    let output = match (target, of_file) {
        (None, _) => Output::Standard,
        (Some(target), Some(_)) => Output::File(target),
        (Some(target), None) => Output::Folder(target),
    };
    export_articles(args, context, encoding, &output).await
}

async fn export_articles(
    args: &Args,
    context: &Context,
    encoding: Encoding,
    output: &Output,
) -> anyhow::Result<()> {
    let mut wanted = args.articles(encoding)?;
    database::with(context, async |store| {
        wanted.selection.sites = database::sites(store, &args.selection.sites).await?;
        database::known_languages(store, &wanted.selection.languages).await?;
        for name in &mut wanted.selection.stories {
            *name = database::story_id(store, name).await?;
        }
        if let Some(query) = &wanted.matching {
            database::known_filters(store, query, false).await?;
        }
        articles::run(store, &wanted, output, &context.stop).await
    })
    .await
}

async fn export_pages(
    args: &Args,
    context: &Context,
    target: Option<Target>,
) -> anyhow::Result<()> {
    if args.has_article_options() {
        bail!(
            "archives contain pages, not articles: only the filters --site, --since and --without-opt-outs apply"
        );
    }
    let target = target
        .ok_or_else(|| anyhow!("archives are written into a folder"))
        .advise("name it with --out")?;
    let crawl = &context.settings.crawl;
    let mut wanted = pages::Wanted {
        since: args.since.unwrap_or_default(),
        query: store::RawQuery {
            sites: Vec::new(),
            without: formats::opt_outs(&args.without_opt_outs).map_err(Error::msg)?,
        },
        user_agent: (!crawl.contact.is_empty()).then(|| crawl.user_agent()),
    };
    database::with(context, async |store| {
        wanted.query.sites = database::sites(store, &args.selection.sites).await?;
        pages::run(store, &wanted, &target, &context.stop).await
    })
    .await
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command, FromArgMatches as _, Parser as _};

    use super::*;
    use crate::cli::Cli;

    fn args(options: &str) -> Result<Args, clap::Error> {
        let command = Args::augment_args(Command::new("export"));
        let words = ["export"].into_iter().chain(options.split_whitespace());
        Args::from_arg_matches(&command.try_get_matches_from(words)?)
    }

    #[test]
    fn kinds_of_opt_outs_may_be_written_in_any_way_and_are_listed_if_unknown() {
        let parsed = |options: &str| {
            args(options).map(|args| formats::opt_outs(&args.without_opt_outs).unwrap())
        };
        for options in [
            "--without-opt-outs tdm,ai --latest",
            "--latest --without-opt-outs tdm ai",
            "--without-opt-outs=tdm,ai",
            "--without-opt-outs tdm --without-opt-outs=ai",
        ] {
            assert_eq!(parsed(options).unwrap(), ["tdm", "ai"], "{options}");
        }
        assert_eq!(parsed("--without-opt-outs --latest").unwrap().len(), 5);
        let refused = parsed("--without-opt-outs mining").unwrap_err();
        let listed = "[possible values: all, tdm, ai, noindex, noarchive, nosnippet]";
        assert!(refused.to_string().contains(listed), "{refused}");
    }

    #[test]
    fn the_selection_of_a_continued_export_is_fixed() {
        let command = Args::augment_args(Command::new("export"));
        let others = command
            .get_arguments()
            .filter(|arg| arg.get_id() != "continued");
        for arg in others {
            let value = match arg.get_id().as_str() {
                "format" => "=csv",
                "partition" => "=language,month",
                "profile" => "=share",
                "since" => "=7",
                "published_since" | "published_until" => "=2026-11-01",
                "without_opt_outs" => "=tdm",
                _ if arg.get_action().takes_values() => "=x",
                _ => "",
            };
            let option = format!("--{}{value}", arg.get_long().unwrap());
            let words = ["export", "--continue=corpus", &option];
            let refused = command.clone().try_get_matches_from(words).unwrap_err();
            assert_eq!(
                refused.kind(),
                clap::error::ErrorKind::ArgumentConflict,
                "{option}: {refused}"
            );
        }
        let global = "gleaner export --continue corpus --log-format json --no-migrate";
        assert!(Cli::try_parse_from(global.split(' ')).is_ok());
    }
}
