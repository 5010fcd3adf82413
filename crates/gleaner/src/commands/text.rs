//! `gleaner text`: extracts article text without a database.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::bail;
use clap::ValueEnum;
use extract::render::{self, Article};
use extract::{Extraction, GLEANER, TaggedSentence};
use methods::EXTRACTORS;
use serde::Serialize;
use serde_json::Value;

use crate::console::output::Results;
use crate::files::pages::{self, Page};
use crate::files::record::PageRecord;
use crate::program::Context;
use crate::reading::flags::ExtractionFlags;
use crate::reading::{Judge, PageInput, composed, composed_with};

/// Extract the article text of pages, without a database
///
/// Reads HTML files, lines of JSON {"id","url","html"}, WARC files (plain or gzip) or URLs, and writes the text of each page in the order of the
/// input. A URL is fetched once, if robots.txt allows it, with the crawl delay between two pages of a site.
///
/// In text, html and markdown, pages are separated by a form feed. In jsonl, every page has one line, even if it cannot be read, with
/// the fields of the article record, the id of the input, and the text a second time as typed blocks.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner text page.html\n  gleaner text --format jsonl pages.jsonl.gz > texts.jsonl\n  gleaner text --format jsonl CC-NEWS.warc.gz > texts.jsonl\n  gleaner text --format markdown --with lead --with captions page.html\n  gleaner text --precision page.html\n  gleaner text https://www.example.org/news/1.html\n  curl -s https://www.example.org/ | gleaner text -"
)]
pub(crate) struct Args {
    /// HTML, JSONL or WARC files, also .gz; URLs, which are fetched; - is standard input
    #[arg(default_value = "-", value_name = "FILE|URL")]
    files: Vec<PathBuf>,
    /// Extraction method, see --list-extractors [default: the setting extract.extractor]
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
    /// Write each sentence with the tags that enclose it, as text or jsonl
    #[arg(long)]
    tagged: bool,
    #[command(flatten)]
    flags: ExtractionFlags,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// List the extraction methods with their sources, and exit
    #[arg(long)]
    list_extractors: bool,
}

/// An output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Paragraphs separated by a blank line.
    #[default]
    Text,
    /// One JSON object per line.
    Jsonl,
    /// Headline and text as HTML: headings, lists, quotes, tables, captions.
    Html,
    /// The same as Markdown: `CommonMark`, tables as on GitHub.
    Markdown,
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    if args.list_extractors {
        return list_extractors();
    }
    let settings = &context.settings;
    let extractor = args.extractor.as_deref();
    let mut judge = Judge::new(settings, extractor, None)?.flags(&args.flags)?;
    judge.options.structure = args.format != Format::Text;
    if args.tagged && !matches!(args.format, Format::Text | Format::Jsonl) {
        bail!("--tagged writes text or jsonl only");
    }
    pages::each_to_results(
        "text",
        match args.format {
            Format::Text | Format::Html | Format::Markdown => "\u{c}",
            Format::Jsonl => "",
        },
        &args.files,
        args.threads,
        context,
        |page| {
            if args.tagged {
                write_tagged(args.format == Format::Jsonl, &judge, page)
            } else {
                write(args.format, &judge, page)
            }
        },
    )
}

fn list_extractors() -> anyhow::Result<()> {
    let mut results = Results::new();
    for extractor in EXTRACTORS {
        let is_default = *extractor == GLEANER;
        let default = if is_default { " (default)" } else { "" };
        results.line(&format!(
            "{}{default}\n    {}\n    {}",
            extractor.name, extractor.summary, extractor.source
        ))?;
    }
    results.finish()
}

fn write(format: Format, judge: &Judge, page: &Page) -> anyhow::Result<String> {
    let input = PageInput::of(page);
    let render: fn(Extraction) -> String = match format {
        Format::Jsonl => {
            let judged = input.map(|input| judge.judge(&input));
            let record = PageRecord::new(page, judged, judge.options.extractor);
            return Ok(serde_json::to_string(&record)? + "\n");
        }
        Format::Text => |extraction| composed(extraction.text) + "\n",
        Format::Html => |extraction| rendered(render::html, extraction),
        Format::Markdown => |extraction| rendered(render::markdown, extraction),
    };
    // an unreadable page has no output; it is reported on standard error
    Ok(input.map_or_else(|_| String::new(), |input| render(judge.extract(&input))))
}

fn rendered(render: fn(&Article<'_>) -> String, extraction: Extraction) -> String {
    let structure = extraction.structure.unwrap_or_default();
    let (text, structure) = composed_with(extraction.text, structure);
    let title = extraction.metadata.title.map(composed);
    render(&Article {
        title: title.as_deref(),
        text: &text,
        structure: &structure,
    })
}

#[derive(Serialize)]
struct TaggedPage<'a> {
    id: &'a Value,
    url: Option<&'a str>,
    sentences: Vec<Sentence>,
    /// Why the page could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct Sentence {
    tags: Vec<&'static str>,
    text: String,
}

impl From<TaggedSentence<'_>> for Sentence {
    fn from(sentence: TaggedSentence<'_>) -> Self {
        Self {
            tags: sentence.tags,
            text: composed(sentence.text.to_owned()),
        }
    }
}

/// Writes the sentences of a page: one line of JSON for the page, or one line per sentence with its tags, a tab and its text.
fn write_tagged(jsonl: bool, judge: &Judge, page: &Page) -> anyhow::Result<String> {
    let sentences: Vec<Sentence> = match &page.html {
        Ok(html) => {
            let document = judge.options.extractor.parse(html);
            let labels = judge.options.label(&document);
            let sentences = extract::tagged_sentences(&document, &labels);
            sentences.into_iter().map(Sentence::from).collect()
        }
        Err(_) => Vec::new(),
    };
    if !jsonl {
        let mut lines = String::new();
        for Sentence { tags, text } in &sentences {
            lines += &tags.join(">");
            lines.push('\t');
            lines += text;
            lines.push('\n');
        }
        return Ok(lines);
    }
    let page = TaggedPage {
        id: &page.id,
        url: page.url.as_deref(),
        sentences,
        error: page.html.as_ref().err().map(ToString::to_string),
    };
    Ok(serde_json::to_string(&page)? + "\n")
}
