//! Pages from files: HTML, or lines of JSON `{"id","url","html"}`. Whatever cannot be read becomes a page with a fault.

use std::io::{BufRead, Read as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::bail;
use serde::Deserialize;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::input::{self, Line, Lines};
use crate::output::Results;
use crate::parallel::{self, End};
use crate::progress::Progress;

/// Room a line of JSON needs besides its page: other fields, and the escapes of the page itself.
const LINE_PER_PAGE_BYTE: usize = 2;

/// Why a page has no HTML. Its text is what the user reads in the page's verdict.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum Fault {
    #[error("the page has {bytes} bytes, more than extract.max_page_bytes = {limit}")]
    TooLarge { bytes: u64, limit: usize },
    #[error("the line is not a JSON object with \"html\": {0}")]
    NotJson(String),
    #[error("the page is not text")]
    NotText,
    #[error("the input ends early or cannot be read: {0}")]
    Input(String),
}

/// A page ready to be read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Page {
    /// The `id` of the input, whatever JSON it is; else the file, or file and line.
    pub(crate) id: Value,
    pub(crate) url: Option<String>,
    pub(crate) http_status: Option<u16>,
    pub(crate) html: Result<String, Fault>,
}

/// A page as it lies in the input; [`RawPage::read`] does the parsing, so that it can run in parallel.
#[derive(Debug)]
pub(crate) struct RawPage {
    place: String,
    limit: usize,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Html(Vec<u8>),
    Line(Vec<u8>),
    LongLine { head: Vec<u8>, bytes: u64 },
    Fault(Fault),
}

#[derive(Deserialize)]
struct JsonPage {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    url: Option<String>,
    #[serde(default, alias = "status")]
    http_status: Option<u16>,
    html: String,
}

/// What of a line can still be had when the line as a whole is no page.
#[derive(Default)]
struct Scraps {
    id: Value,
    url: Option<String>,
}

impl RawPage {
    /// Bytes held in memory.
    pub(crate) fn size(&self) -> usize {
        match &self.content {
            Content::Html(bytes) | Content::Line(bytes) | Content::LongLine { head: bytes, .. } => {
                bytes.len()
            }
            Content::Fault(_) => 0,
        }
    }

    /// Parses the line or decodes the file.
    pub(crate) fn read(self) -> Page {
        let Self {
            place,
            limit,
            content,
        } = self;
        let page = |html| Page {
            id: Value::String(place.clone()),
            url: None,
            http_status: None,
            html,
        };
        match content {
            Content::Html(bytes) => page(decode(&bytes)),
            Content::Fault(fault) => page(Err(fault)),
            Content::Line(line) => match serde_json::from_slice::<JsonPage>(&line) {
                Ok(JsonPage {
                    id,
                    url,
                    http_status,
                    html,
                }) => {
                    let bytes = html.len();
                    let html = if bytes > limit {
                        Err(too_large(bytes as u64, limit))
                    } else {
                        Ok(html)
                    };
                    Page {
                        id: or_place(id, place),
                        url,
                        http_status,
                        html,
                    }
                }
                Err(error) => scraps_page(&line, place, Fault::NotJson(error.to_string())),
            },
            Content::LongLine { head, bytes } => scraps_page(&head, place, too_large(bytes, limit)),
        }
    }
}

fn too_large(bytes: u64, limit: usize) -> Fault {
    Fault::TooLarge { bytes, limit }
}

fn or_place(id: Value, place: String) -> Value {
    if id.is_null() {
        Value::String(place)
    } else {
        id
    }
}

fn decode(bytes: &[u8]) -> Result<String, Fault> {
    let decoded = extract::decode(bytes, None);
    if looks_like_text(&decoded.text) {
        Ok(decoded.text)
    } else {
        Err(Fault::NotText)
    }
}

/// A page may have a stray control character; a picture or an archive has them everywhere.
fn looks_like_text(text: &str) -> bool {
    let control = |c: &char| {
        c.is_control() && !c.is_whitespace() && *c != '\u{1b}' || *c == char::REPLACEMENT_CHARACTER
    };
    let (seen, controls) = text.chars().take(4096).fold((0, 0), |(seen, found), c| {
        (seen + 1, found + u32::from(control(&c)))
    });
    controls * 50 <= seen
}

/// A page that cannot be read keeps its id and URL if the line yields them before it breaks.
fn scraps_page(line: &[u8], place: String, fault: Fault) -> Page {
    let scraps = scraps(line);
    Page {
        id: or_place(scraps.id, place),
        url: scraps.url,
        http_status: None,
        html: Err(fault),
    }
}

fn scraps(line: &[u8]) -> Scraps {
    struct Visitor<'a>(&'a mut Scraps);
    impl<'de> serde::de::Visitor<'de> for Visitor<'_> {
        type Value = ();

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
            while let Some(key) = map.next_key::<String>()? {
                match key.as_str() {
                    "id" => self.0.id = map.next_value()?,
                    "url" => self.0.url = map.next_value()?,
                    _ => {
                        map.next_value::<serde::de::IgnoredAny>()?;
                    }
                }
            }
            Ok(())
        }
    }
    let mut found = Scraps::default();
    // The error is expected: the line is broken, and what came before the break is what we are after.
    let _ = serde::Deserializer::deserialize_map(
        &mut serde_json::Deserializer::from_slice(line),
        Visitor(&mut found),
    );
    found
}

/// Hands every page of the files to `take`, in order, until `take` says no. Faults of the input are pages too.
pub(crate) fn each(files: &[PathBuf], limit: usize, mut take: impl FnMut(RawPage) -> bool) {
    for file in files {
        let place = file.display().to_string();
        let outcome = match input::open(file) {
            Ok(reader) => html_or_lines(file, reader),
            Err(error) => Err(error),
        };
        let goes_on = match outcome {
            Ok((reader, true)) => take(html_page(reader, place, limit)),
            Ok((reader, false)) => line_pages(reader, &place, limit, &mut take),
            Err(error) => take(RawPage {
                place,
                limit,
                content: Content::Fault(Fault::Input(error.to_string())),
            }),
        };
        if !goes_on {
            return;
        }
    }
}

/// Whether a file is one HTML page (`true`) or lines of JSON. Its name tells; without a telling name, input that opens a
/// brace is lines.
fn html_or_lines<R: BufRead>(file: &Path, mut reader: R) -> std::io::Result<(R, bool)> {
    let name = file.to_string_lossy().to_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let ends_in = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    if ends_in(&[".html", ".htm", ".xhtml"]) {
        return Ok((reader, true));
    }
    if ends_in(&[".jsonl", ".ndjson"]) {
        return Ok((reader, false));
    }
    let start = reader.fill_buf()?;
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let opens = start.iter().find(|byte| !byte.is_ascii_whitespace());
    let html = opens != Some(&b'{');
    Ok((reader, html))
}

fn html_page(mut reader: impl BufRead, place: String, limit: usize) -> RawPage {
    let mut bytes = Vec::new();
    let content = match reader
        .by_ref()
        .take(limit as u64 + 1)
        .read_to_end(&mut bytes)
    {
        Ok(_) if bytes.len() > limit => match std::io::copy(&mut reader, &mut std::io::sink()) {
            Ok(rest) => Content::Fault(too_large(bytes.len() as u64 + rest, limit)),
            Err(error) => Content::Fault(Fault::Input(error.to_string())),
        },
        Ok(_) => Content::Html(bytes),
        Err(error) => Content::Fault(Fault::Input(error.to_string())),
    };
    RawPage {
        place,
        limit,
        content,
    }
}

fn line_pages(
    reader: impl BufRead,
    file: &str,
    limit: usize,
    take: &mut impl FnMut(RawPage) -> bool,
) -> bool {
    let mut last = 0;
    for line in Lines::new(reader, limit.saturating_mul(LINE_PER_PAGE_BYTE)) {
        let (number, content) = match line {
            Ok((number, Line::Whole(line))) => (number, Content::Line(line)),
            Ok((number, Line::TooLong { head, bytes })) => {
                (number, Content::LongLine { head, bytes })
            }
            Err(error) => {
                let fault = Fault::Input(error.to_string());
                return take(RawPage {
                    place: format!("{file}:{}", last + 1),
                    limit,
                    content: Content::Fault(fault),
                });
            }
        };
        last = number;
        if !take(RawPage {
            place: format!("{file}:{number}"),
            limit,
            content,
        }) {
            return false;
        }
    }
    true
}

/// Where pages come from and how they are worked on.
#[derive(Debug)]
pub(crate) struct Source<'a> {
    pub(crate) files: &'a [PathBuf],
    pub(crate) max_page_bytes: usize,
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) stop: &'a CancellationToken,
}

/// Faults that are told one by one; of more, only the number is told.
const TOLD: u64 = 20;

/// Reads the pages of a source with all threads and writes what `work` makes of each to standard output, in their
/// order, with `between` between two of them. Pages that cannot be read are told on standard error as well; an input
/// that fails is an error, once everything that could be read is written.
pub(crate) fn each_to_results(
    stage: &'static str,
    between: &str,
    source: &Source<'_>,
    work: impl Fn(&Page) -> anyhow::Result<String> + Sync,
) -> anyhow::Result<()> {
    input::check(source.files)?;
    let pool = parallel::threads(source.threads)?;
    let progress = Progress::begin(stage, "pages", None);
    let mut results = Results::new();
    let (mut pages, mut faults, mut broken) = (0_u64, 0_u64, Vec::new());
    let (files, limit) = (source.files.to_vec(), source.max_page_bytes);
    let end = parallel::ordered(
        &pool,
        source.stop,
        move |take| each(&files, limit, |page| take(page.size(), page)),
        |raw: RawPage| {
            let page = raw.read();
            let written = work(&page);
            let fault = page.html.err().map(|fault| (page.id, fault));
            (written, fault)
        },
        |some| {
            progress.add(some.len() as u64);
            for (written, fault) in some {
                if let Some((id, fault)) = fault {
                    faults += 1;
                    if faults <= TOLD {
                        tracing::warn!(page.id = %id, "{fault}");
                    }
                    if let Fault::Input(why) = &fault {
                        broken.push(format!("{id}: {why}"));
                    }
                }
                if pages > 0 {
                    results.text(between)?;
                }
                pages += 1;
                results.text(&written?)?;
            }
            results.flush()
        },
    )?;
    progress.finish();
    if faults > TOLD {
        tracing::warn!("{faults} of {pages} pages could not be read");
    }
    if end == End::Stopped {
        bail!("stopped after {pages} pages; the rest of the input is unread");
    }
    if let Some(first) = broken.first() {
        bail!("the input ends early at {first}; what could be read before is written");
    }
    Ok(())
}
