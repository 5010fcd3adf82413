//! Imports pages from archives and files.

mod jsonl;
#[cfg(test)]
mod tests;
mod warc_pages;
mod wayback;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use chrono::{DateTime, TimeDelta, Utc};
use crawl::{CanonicalUrl, UrlError};
use store::{ImportCounts, ImportedPage, ImportedVisit, NewPage, Store};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::console::failure::describe;
use crate::console::plural::count;
use crate::console::progress::Progress;
use crate::console::table;
use crate::files::input;

/// Bytes of page bodies stored in one transaction.
const BATCH_BYTES: usize = 8 << 20;
/// Pages stored in one transaction.
const BATCH_PAGES: usize = 256;
/// Host and domain of a URL that is too long to be crawled; in labels, also of an invalid URL.
pub const UNKNOWN_HOST: &str = "unknown.invalid";
/// How far in the future the fetch date of a page may be: dates compared with a later one would look too old.
const MAX_AHEAD: TimeDelta = TimeDelta::days(1);
/// The product token by which directives in a page address this crawler.
pub(crate) const PRODUCT: &str = "Gleaner";

/// The counts of an import, in records.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) pages: ImportCounts,
    /// Responses that are not web pages, such as images.
    pub(crate) skipped: u64,
    /// Records of archives that are no web page, by type.
    pub(crate) others: BTreeMap<&'static str, u64>,
    /// Records that cannot be read.
    pub(crate) faulty: u64,
    /// Pages refused because their fetch date is in the future.
    pub(crate) future: u64,
    /// Files that could not be read to their end, and why.
    pub(crate) broken: Vec<String>,
    /// Whether it ended early by request.
    pub(crate) stopped: bool,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} added, {} already known, {} skipped that {} not HTML, {} faulty",
            count(self.pages.added, "page"),
            self.pages.known,
            count(self.skipped, "response"),
            if self.skipped == 1 { "is" } else { "are" },
            self.faulty
        )?;
        if !self.others.is_empty() {
            let kinds = self.others.iter();
            let kinds: Vec<String> = kinds.map(|(kind, n)| format!("{n} {kind}")).collect();
            write!(f, ", records of other types skipped: {}", kinds.join(", "))?;
        }
        if self.future > 0 {
            write!(
                f,
                ", {} refused: their fetch date is in the future (correct it in the file, or this machine's clock)",
                self.future
            )?;
        }
        if self.pages.forgotten > 0 {
            write!(
                f,
                ", {} left out: their sites were forgotten (`gleaner site add` with its home page takes a site up again)",
                self.pages.forgotten
            )?;
        }
        Ok(())
    }
}

#[derive(Debug)]
enum ImportRecord {
    Page(Box<ImportedPage>),
    /// A record of an archive that describes others. It is not counted.
    NoResponse,
    /// A record of an archive of this type, which is no page.
    Other(&'static str),
    Skipped,
    /// The number of a JSONL line without the field `html`.
    WithoutHtml(u64),
    Faulty(String),
}

/// Takes records until it returns `false`.
type TakeRecord<'a> = &'a mut dyn FnMut(ImportRecord) -> bool;

/// Stores the pages of these files, each once.
pub(crate) async fn import(
    store: &Store,
    files: Vec<PathBuf>,
    max_page_bytes: usize,
    stop: &CancellationToken,
) -> anyhow::Result<Report> {
    input::check(&files)?;
    let (batches, mut ready) = mpsc::channel::<Vec<ImportedPage>>(2);
    let asked_to_stop = stop.clone();
    let reading = tokio::task::spawn_blocking(move || {
        let mut reader = PageReader::new(batches, asked_to_stop);
        for file in &files {
            if !reader.file(file, max_page_bytes) {
                break;
            }
        }
        reader.finish()
    });
    let progress = Progress::begin("import", "pages", None);
    let mut counts = ImportCounts::default();
    while let Some(pages) = ready.recv().await {
        let imported = store.import_pages(&pages).await?;
        counts.added += imported.added;
        counts.known += imported.known;
        counts.unseeded += imported.unseeded;
        counts.forgotten += imported.forgotten;
        progress.add(pages.len() as u64);
    }
    let mut report = reading.await.context("reading the files")?;
    report.pages = counts;
    progress.finish();
    Ok(report)
}

/// Reads files and collects their pages into batches, which another task stores.
struct PageReader {
    batches: mpsc::Sender<Vec<ImportedPage>>,
    stop: CancellationToken,
    batch: Vec<ImportedPage>,
    bytes: usize,
    /// Pages fetched later are refused.
    latest: DateTime<Utc>,
    /// The file for which the warning about lines without `html` has been given.
    without_html: Option<PathBuf>,
    report: Report,
}

impl PageReader {
    fn new(batches: mpsc::Sender<Vec<ImportedPage>>, stop: CancellationToken) -> Self {
        Self {
            batches,
            stop,
            batch: Vec::new(),
            bytes: 0,
            latest: Utc::now() + MAX_AHEAD,
            without_html: None,
            report: Report::default(),
        }
    }

    /// Reads one file; returns `false` when no more are wanted.
    fn file(&mut self, file: &Path, max_page_bytes: usize) -> bool {
        let mut wanted = true;
        let mut pages = 0;
        let stop = self.stop.clone();
        let read = read(file, max_page_bytes, stop, &mut |item| {
            pages += u64::from(matches!(item, ImportRecord::Page(_)));
            wanted = self.take(file, item);
            wanted
        });
        wanted = wanted && self.is_wanted();
        if let Err(error) = read
            && wanted
        {
            let fault = format!("{}: {}", file.display(), describe(&error));
            let kept = match pages {
                0 => "",
                _ => "; the pages before that are kept",
            };
            tracing::warn!(file = %file.display(), "{fault}{kept}");
            self.report.broken.push(fault);
        }
        wanted
    }

    /// Takes a record; returns `false` when no more are wanted.
    fn take(&mut self, file: &Path, item: ImportRecord) -> bool {
        match item {
            ImportRecord::Page(page) if page.fetched_at.is_some_and(|at| at > self.latest) => {
                let url = &page.url;
                tracing::warn!(file = %file.display(), "{url} is refused: its fetch date is in the future");
                self.report.future += 1;
            }
            ImportRecord::Page(page) => {
                self.bytes += page.page.body.len();
                self.batch.push(*page);
            }
            ImportRecord::NoResponse => {}
            ImportRecord::Other(kind) => *self.report.others.entry(kind).or_default() += 1,
            ImportRecord::Skipped => self.report.skipped += 1,
            ImportRecord::WithoutHtml(line) => {
                if self.without_html.as_deref() != Some(file) {
                    tracing::warn!(
                        file = %file.display(),
                        "line {line} is left out: missing field `html`, and so are all lines without it. Articles written by \
                         `gleaner export` are not pages; use `gleaner export --format warc`"
                    );
                    self.without_html = Some(file.to_owned());
                }
                self.report.faulty += 1;
            }
            ImportRecord::Faulty(fault) => {
                tracing::warn!(file = %file.display(), "{fault}");
                self.report.faulty += 1;
            }
        }
        if self.bytes >= BATCH_BYTES || self.batch.len() >= BATCH_PAGES {
            return self.send_batch();
        }
        self.is_wanted()
    }

    /// Sends the batch; returns `false` when no more are wanted.
    fn send_batch(&mut self) -> bool {
        self.bytes = 0;
        let batch = std::mem::take(&mut self.batch);
        if !batch.is_empty() && self.batches.blocking_send(batch).is_err() {
            return false;
        }
        self.is_wanted()
    }

    /// Whether more records are wanted.
    fn is_wanted(&mut self) -> bool {
        self.report.stopped = self.stop.is_cancelled();
        !self.report.stopped
    }

    fn finish(mut self) -> Report {
        self.send_batch();
        self.report
    }
}

/// A reader that fails once it is to stop, also in the middle of a long line or record.
struct Stoppable<R> {
    reader: R,
    stop: CancellationToken,
}

impl<R: BufRead> BufRead for Stoppable<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.stop.is_cancelled() {
            return Err(io::Error::other("stopped"));
        }
        self.reader.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.reader.consume(bytes);
    }
}

impl<R: BufRead> Read for Stoppable<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?.read(into)?;
        self.consume(bytes);
        Ok(bytes)
    }
}

/// Reads one file. Its first bytes show its format.
fn read(
    file: &Path,
    max_page_bytes: usize,
    stop: CancellationToken,
    take: TakeRecord<'_>,
) -> anyhow::Result<()> {
    if let Some(url) = input::url_of(file) {
        bail!("only files are imported; download it first: curl -O {url}");
    }
    let reader = input::open(file).context("cannot be opened")?;
    let mut reader = Stoppable { reader, stop };
    let start = reader.fill_buf().context("cannot be read")?;
    let start = start.strip_prefix(input::BYTE_ORDER_MARK).unwrap_or(start);
    match start.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => Ok(()),
        Some(b'{' | b'[') => jsonl::read(reader, max_page_bytes, take),
        Some(b'<') => bail!(
            "it begins like HTML; `gleaner text` reads HTML files, `gleaner import` takes WARC or JSONL"
        ),
        Some(_) => warc_pages::read(reader, max_page_bytes, take),
    }
}

/// The opt-outs of a page whose archive does not describe the visit; `None` if it has none.
fn opt_outs_of<'a>(
    headers: impl Iterator<Item = (&'a str, &'a str)>,
    body: &[u8],
    url: &str,
    http_status: i16,
) -> Option<ImportedVisit> {
    let opt_out = crawl::opt_out(headers, body, url, PRODUCT);
    let any = opt_out
        .as_object()
        .is_some_and(|signals| !signals.is_empty());
    any.then(|| ImportedVisit {
        http_status,
        opt_out,
        ..ImportedVisit::default()
    })
}

/// The record of a page, or of the original of a copy; a URL that is not a web address is an error.
fn page_record(
    url: &str,
    fetched_at: Option<DateTime<Utc>>,
    status: u16,
    content_type: Option<String>,
    headers: serde_json::Value,
    body: Vec<u8>,
    visit: Option<ImportedVisit>,
) -> anyhow::Result<ImportRecord> {
    let copied = wayback::original(url);
    let (url, fetched_at) = copied
        .as_ref()
        .map_or((url, fetched_at), |(page, at)| (page.as_str(), Some(*at)));
    // the database does not accept NUL characters
    if url.chars().all(|char| char.is_whitespace() || char == '\0') {
        bail!("its URL is empty");
    }
    let canonical = match CanonicalUrl::parse(url) {
        Ok(canonical) => Some(canonical),
        // still a valid address
        Err(UrlError::TooLong) => None,
        Err(error) => bail!("its URL {:?} is {error}", table::cut(url, 100)),
    };
    let spelling = canonical.as_ref().map_or(url, CanonicalUrl::as_str);
    let or_unknown = |part: Option<String>| part.unwrap_or_else(|| UNKNOWN_HOST.to_owned());
    Ok(ImportRecord::Page(Box::new(ImportedPage {
        url: spelling.to_owned(),
        url_canonical_authority: or_unknown(canonical.as_ref().map(CanonicalUrl::authority)),
        domain: or_unknown(canonical.as_ref().map(CanonicalUrl::domain)),
        fetched_at,
        page: NewPage {
            url_final: spelling.to_owned(),
            http_status: i16::try_from(status).unwrap_or_default(),
            content_type,
            headers,
            body,
            plain: None,
            boxes: None,
        },
        visit,
    })))
}
