//! Requests the pages of a shared corpus again, for their texts.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use arrow_array::cast::AsArray as _;
use arrow_array::{Array as _, RecordBatch};
use chrono::{DateTime, SubsecRound as _, Utc};
use crawl::{CanonicalUrl, Downloader};
use extract::HostKnowledge;
use extract::host_knowledge::PageSignature;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{self, Sender};
use tokio::task::{JoinSet, block_in_place};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::cli::Context;
use crate::console::failure::Advise as _;
use crate::console::output::Results;
use crate::console::plural::count;
use crate::console::progress::Progress;
use crate::files::input;
use crate::files::pages::{Page, download};
use crate::files::record::PageRecord;
use crate::reading::neutral::neutral;
use crate::reading::{Judge, PageInput};

/// First bytes of a line of results.
const BEGIN: &[u8] = b"{\"version_id\":";
/// First bytes of a Parquet file.
const PARQUET: &[u8] = b"PAR1";
/// Results that wait to be written.
const WAITING: usize = 64;
/// Pages of a host that are read together, and their bytes.
const TOGETHER: usize = 64;
const TOGETHER_BYTES: usize = 8 << 20;

/// What is needed of a version that was shared.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Shared {
    version_id: String,
    url: String,
    content_hash: String,
}

/// What has become of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum State {
    Same,
    Changed,
    Missing,
}

/// A line of the result.
#[derive(Debug, Serialize)]
struct Rehydrated<'a> {
    version_id: &'a str,
    state: State,
    /// Why it is missing.
    reason: Option<&'a str>,
    date_crawled: DateTime<Utc>,
    #[serde(flatten)]
    record: &'a PageRecord<'a>,
}

/// The parts of a line that tell whether a version is done.
#[derive(Debug, Deserialize)]
struct Done {
    version_id: String,
    state: State,
}

/// Lines of one page, and the states in them.
type Written = (Vec<String>, Vec<State>);
/// The versions of each URL of a domain.
type Pages = BTreeMap<String, Vec<Shared>>;

pub(crate) async fn run(
    files: &[PathBuf],
    out: Option<&Path>,
    context: &Context,
) -> anyhow::Result<()> {
    for file in files {
        if let Some(url) = input::url_of(file) {
            return Err(anyhow!("{url} is no file"))
                .advise("give it files of `gleaner export --profile share`");
        }
    }
    input::check(files)?;
    let is_same = |file: &PathBuf| out.is_some_and(|out| same_file(file, out));
    if let Some(file) = files.iter().find(|file| is_same(file)) {
        bail!(
            "{} cannot be read and written at the same time",
            file.display()
        );
    }
    Downloader::new(&context.settings.crawl)?; // before anything is written
    let mut out = Output::open(out)?;
    let is_continued = !out.done.is_empty();
    let (domains, pages) = by_domain(files, &out.done)?;
    let judge = Arc::new(Judge::new(&context.settings, None, None)?);
    let settings = Arc::new(context.settings.clone());
    let (send, mut lines) = mpsc::channel::<Written>(WAITING);
    let mut waiting = domains.into_values();
    let mut at_work = JoinSet::new();
    let begin = |at_work: &mut JoinSet<anyhow::Result<()>>, pages: Pages| {
        let downloader = Downloader::new(&settings.crawl)?.staying();
        let limit = settings.extract.max_page_bytes;
        let (judge, send, stop) = (Arc::clone(&judge), send.clone(), context.stop.clone());
        at_work.spawn(async move { request(pages, downloader, limit, &judge, &send, &stop).await });
        anyhow::Ok(())
    };
    for pages in waiting.by_ref().take(settings.worker.hosts_at_once.max(1)) {
        begin(&mut at_work, pages)?;
    }
    let progress = Progress::begin("rehydrate", "pages", Some(pages));
    let mut found: HashMap<&str, u64> = HashMap::new();
    while !(at_work.is_empty() && lines.is_empty()) {
        tokio::select! {
            Some((written, states)) = lines.recv() => {
                out.write(&written)?;
                progress.add(1);
                for state in states {
                    *found.entry(state.name()).or_default() += 1;
                }
            }
            Some(ended) = at_work.join_next() => {
                ended.context("requesting pages")??;
                if !context.stop.is_cancelled() && let Some(pages) = waiting.next() {
                    begin(&mut at_work, pages)?;
                }
            }
            else => break,
        }
    }
    progress.finish();
    out.finish()?;
    let of = |state: State| found.get(state.name()).copied().unwrap_or(0);
    let (same, changed, missing) = (of(State::Same), of(State::Changed), of(State::Missing));
    tracing::info!(
        same,
        changed,
        missing,
        "rehydrate: {}: {same} the same, {changed} changed, {missing} missing",
        count(same + changed + missing, "text"),
    );
    if same + changed == 0 && missing > 0 && !is_continued {
        bail!("no text was found; each line has the reason");
    }
    Ok(())
}

/// Requests the pages of a domain, one after the other. They are read some at a time: text that repeats on the pages of a host is no
/// part of its articles, as in a crawl.
async fn request(
    pages: Pages,
    mut downloader: Downloader,
    limit: usize,
    judge: &Judge,
    send: &Sender<Written>,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let mut read = Reading::default();
    for (url, versions) in pages {
        if stop.is_cancelled() {
            break;
        }
        if !read.takes(&url) {
            read.finish(judge, send).await?;
        }
        let raw = tokio::select! {
            raw = download(&mut downloader, &url, limit) => raw,
            () = stop.cancelled() => break,
        };
        read.add(&url, raw.read(), versions);
    }
    read.finish(judge, send).await
}

/// A page, and the versions that it may have the text of.
#[derive(Debug)]
struct Fetched {
    page: Page,
    at: DateTime<Utc>,
    versions: Vec<Shared>,
}

/// Pages of one host that are read together.
#[derive(Debug, Default)]
struct Reading {
    host: Option<String>,
    pages: Vec<Fetched>,
    bytes: usize,
    /// Of all its pages so far.
    signatures: BTreeMap<i16, PageSignature>,
}

impl Reading {
    /// Whether the page of a URL may be added.
    fn takes(&self, url: &str) -> bool {
        let is_full = self.pages.len() >= TOGETHER || self.bytes >= TOGETHER_BYTES;
        self.host == host(url) && !is_full
    }

    fn add(&mut self, url: &str, page: Page, versions: Vec<Shared>) {
        let host = host(url);
        if self.host != host {
            self.signatures.clear();
            self.host = host;
        }
        self.bytes += page.html.as_ref().map_or(0, String::len);
        let at = Utc::now().trunc_subsecs(0);
        self.pages.push(Fetched { page, at, versions });
    }

    /// Sends what is read of the pages.
    async fn finish(&mut self, judge: &Judge, send: &Sender<Written>) -> anyhow::Result<()> {
        self.bytes = 0;
        let pages = std::mem::take(&mut self.pages);
        let written: Vec<Written> = block_in_place(|| {
            let unknown = HostKnowledge::default();
            for fetched in &pages {
                if let Ok(input) = PageInput::of(&fetched.page) {
                    let extraction = judge.extract(&input.on(&unknown));
                    let signature = extraction.signature.into_iter();
                    self.signatures
                        .extend(signature.map(|signature| (signature.slot(), signature)));
                }
            }
            let known: HostKnowledge = self.signatures.values().cloned().collect();
            let pages = pages.into_iter().map(
                |Fetched {
                     mut page,
                     at,
                     versions,
                 }| {
                    let judged = PageInput::of(&page).map(|input| judge.judge(&input.on(&known)));
                    let id = versions
                        .first()
                        .and_then(|one| one.version_id.split(':').next());
                    page.id = id.unwrap_or_default().into();
                    let why = match &judged {
                        Err(fault) => Some(fault.to_string()),
                        Ok(judged) if judged.extraction.text.is_empty() => {
                            Some("the page has no text".to_owned())
                        }
                        Ok(judged) if !judged.verdict.is_article() => {
                            let reason = neutral(&judged.verdict.reason);
                            Some(format!("the page is no article any more: {reason}"))
                        }
                        Ok(_) => None,
                    };
                    let record = PageRecord::new(&page, judged, judge.options.extractor);
                    lines_of(&record, at, why.as_deref(), &versions)
                },
            );
            pages.collect::<anyhow::Result<_>>()
        })?;
        for written in written {
            if send.send(written).await.is_err() {
                break; // writing has failed, and says so
            }
        }
        Ok(())
    }
}

fn same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    real(one).is_some() && real(one) == real(other)
}

fn host(url: &str) -> Option<String> {
    Some(Url::parse(url).ok()?.host_str()?.to_owned())
}

/// The lines of the versions of a page; `why` they are missing, if they are. A text with the right hash is the right one, whatever the
/// page is taken for.
fn lines_of(
    record: &PageRecord<'_>,
    date_crawled: DateTime<Utc>,
    why: Option<&str>,
    versions: &[Shared],
) -> anyhow::Result<Written> {
    let (mut lines, mut states) = (Vec::new(), Vec::new());
    for version in versions {
        let (state, reason) = match why {
            _ if record.content_hash() == Some(&version.content_hash) => (State::Same, None),
            Some(why) => (State::Missing, Some(why)),
            None => (State::Changed, None),
        };
        lines.push(serde_json::to_string(&Rehydrated {
            version_id: &version.version_id,
            state,
            reason,
            date_crawled,
            record,
        })?);
        states.push(state);
    }
    Ok((lines, states))
}

impl State {
    fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Changed => "changed",
            Self::Missing => "missing",
        }
    }
}

/// The versions of the files that are not done, by domain and URL, and the number of URLs.
fn by_domain(
    files: &[PathBuf],
    done: &HashSet<String>,
) -> anyhow::Result<(BTreeMap<String, Pages>, u64)> {
    let mut domains: BTreeMap<String, Pages> = BTreeMap::new();
    let mut pages = 0;
    for file in files {
        let read = each_shared(file, |shared| {
            if done.contains(&shared.version_id) {
                return;
            }
            let domain = CanonicalUrl::parse(&shared.url).map(|url| url.domain());
            let urls = domains.entry(domain.unwrap_or_default()).or_default();
            let versions = urls.entry(shared.url.clone()).or_default();
            pages += u64::from(versions.is_empty());
            if !versions.contains(&shared) {
                versions.push(shared);
            }
        });
        read.with_context(|| format!("cannot read {}", file.display()))
            .advise("give it files of `gleaner export --profile share`")?;
    }
    Ok((domains, pages))
}

fn each_shared(path: &Path, mut take: impl FnMut(Shared)) -> anyhow::Result<()> {
    if !input::is_stdin(path) {
        let mut file = File::open(path)?;
        let mut magic = [0; 4];
        let is_parquet = file.read_exact(&mut magic).is_ok() && magic == *PARQUET;
        if is_parquet {
            file.seek(SeekFrom::Start(0))?;
            return each_of_parquet(file, take);
        }
    }
    for (number, line) in input::open(path)?.lines().enumerate() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let shared = serde_json::from_str(&line);
        take(shared.with_context(|| format!("line {}", number + 1))?);
    }
    Ok(())
}

fn each_of_parquet(file: File, mut take: impl FnMut(Shared)) -> anyhow::Result<()> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
    let names = ["version_id", "url", "content_hash"];
    let mask = ProjectionMask::columns(builder.parquet_schema(), names);
    for batch in builder.with_projection(mask).build()? {
        let batch = batch?;
        let [ids, urls, hashes] = [
            texts(&batch, names[0])?,
            texts(&batch, names[1])?,
            texts(&batch, names[2])?,
        ];
        for row in 0..batch.num_rows() {
            take(Shared {
                version_id: ids.value(row).to_owned(),
                url: urls.value(row).to_owned(),
                content_hash: hashes.value(row).to_owned(),
            });
        }
    }
    Ok(())
}

fn texts<'a>(batch: &'a RecordBatch, name: &str) -> anyhow::Result<&'a arrow_array::StringArray> {
    let column = batch.column_by_name(name);
    let texts = column.and_then(|column| column.as_string_opt::<i32>());
    texts
        .filter(|texts| texts.null_count() == 0)
        .ok_or_else(|| anyhow!("there is no column of texts {name:?}"))
}

/// The versions that are done in a file of results. Its last line may be cut off by a kill, and is removed then; a file of anything
/// else is refused.
fn continued(file: &mut File) -> anyhow::Result<HashSet<String>> {
    let (mut done, mut end) = (HashSet::new(), 0_u64);
    let mut lines = BufReader::new(&mut *file);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        if !line.ends_with(b"\n") {
            let is_ours = BEGIN.starts_with(&line) || line.starts_with(BEGIN);
            anyhow::ensure!(is_ours, "it has other content");
            break;
        }
        let Done { version_id, state } =
            serde_json::from_slice(&line).map_err(|_| anyhow!("it has other content"))?;
        if state == State::Missing {
            done.remove(&version_id);
        } else {
            done.insert(version_id);
        }
        end += line.len() as u64;
        line.clear();
    }
    file.set_len(end)?;
    file.seek(SeekFrom::End(0))?;
    Ok(done)
}

/// Where the lines go.
#[derive(Debug)]
struct Output {
    to: Destination,
    /// Versions that are there already.
    done: HashSet<String>,
}

#[derive(Debug)]
enum Destination {
    Standard(Box<Results>),
    File(BufWriter<File>),
}

impl Output {
    /// Reads what an earlier call has written. Its last line may be cut off, and is removed then.
    fn open(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path else {
            return Ok(Self {
                to: Destination::Standard(Box::new(Results::new())),
                done: HashSet::new(),
            });
        };
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let read = file.map_err(anyhow::Error::from).and_then(|mut file| {
            let done = continued(&mut file)?;
            Ok((file, done))
        });
        let (file, done) = read
            .with_context(|| format!("cannot write {}", path.display()))
            .advise("name a new file with --out, or one that this command has written")?;
        Ok(Self {
            to: Destination::File(BufWriter::new(file)),
            done,
        })
    }

    /// Writes whole lines, and hands them over.
    fn write(&mut self, lines: &[String]) -> anyhow::Result<()> {
        match &mut self.to {
            Destination::Standard(results) => {
                for line in lines {
                    results.line(line)?;
                }
                Results::flush(results)
            }
            Destination::File(file) => {
                for line in lines {
                    file.write_all(line.as_bytes())
                        .and_then(|()| file.write_all(b"\n"))
                        .context("cannot write the texts")?;
                }
                file.flush().context("cannot write the texts")
            }
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        match self.to {
            Destination::Standard(results) => results.finish(),
            Destination::File(file) => {
                let synced = file.into_inner().map_err(io::IntoInnerError::into_error);
                let synced = synced.and_then(|file| file.sync_all());
                synced.context("cannot write the texts")
            }
        }
    }
}
