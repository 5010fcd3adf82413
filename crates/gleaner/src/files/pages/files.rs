//! The pages of input files and URLs, one after the other.

use std::io::{BufRead, Read as _};
use std::path::{Path, PathBuf};

use crawl::{Download, DownloadKind, Downloader, Settings};

use crate::files::input::{self, BYTE_ORDER_MARK, Line, Lines, url_of};
use crate::files::json_pages::max_line_bytes;
use crate::files::pages::{Content, Fault, RawPage, too_large};
use crate::files::warc::{Reader, Record};

/// Passes every page of the files and URLs to `take`, in order, until it returns `false`. Input faults are passed as pages too.
pub(super) fn each(
    files: &[PathBuf],
    mut web: Option<BlockingDownloader>,
    limit: usize,
    mut take: impl FnMut(RawPage) -> bool,
) {
    for file in files {
        if let (Some(url), Some(web)) = (url_of(file), &mut web) {
            if !take(web.page(url, limit)) {
                return;
            }
            continue;
        }
        let mut take = |location, content| {
            take(RawPage {
                location,
                limit,
                content,
            })
        };
        let location = file.display().to_string();
        let opened = input::open(file).and_then(|reader| with_kind(file, reader));
        let wants_more = match opened {
            Ok((reader, Kind::Html)) => {
                let page = html_page(reader, limit);
                take(location, page.unwrap_or_else(|error| unreadable(&error)))
            }
            Ok((reader, Kind::Lines)) => line_pages(reader, &location, limit, &mut take),
            Ok((reader, Kind::Warc)) => archived_pages(reader, &location, limit, &mut take),
            Err(error) => take(location, unreadable(&error)),
        };
        if !wants_more {
            return;
        }
    }
}

/// The first page of a file; `None` if it has none.
pub(crate) fn first(file: &Path, limit: usize) -> Option<RawPage> {
    let mut first = None;
    each(&[file.to_owned()], None, limit, |page| {
        first = Some(page);
        false
    });
    first
}

/// What a file holds.
#[derive(Debug, Clone, Copy)]
enum Kind {
    /// One page.
    Html,
    /// Lines of JSON, one per page.
    Lines,
    /// The responses of a WARC file.
    Warc,
}

/// The kind of a file: by its extension if that is of HTML, else by its first bytes, and by an extension of lines.
fn with_kind<R: BufRead>(file: &Path, mut reader: R) -> std::io::Result<(R, Kind)> {
    let name = file.to_string_lossy().to_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let ends_in = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    if ends_in(&[".html", ".htm", ".xhtml"]) {
        return Ok((reader, Kind::Html));
    }
    let start = reader.fill_buf()?;
    let start = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start);
    let opens = start.iter().find(|byte| !byte.is_ascii_whitespace());
    let kind = match opens {
        Some(b'{') => Kind::Lines,
        _ if ends_in(&[".jsonl", ".ndjson"]) => Kind::Lines,
        _ if start.starts_with(b"WARC/") => Kind::Warc,
        _ => Kind::Html,
    };
    Ok((reader, kind))
}

/// A page that cannot be read further.
fn unreadable(error: &dyn std::fmt::Display) -> Content {
    Content::Fault(Fault::Input(error.to_string()))
}

fn html_page(mut reader: impl BufRead, limit: usize) -> std::io::Result<Content> {
    let mut bytes = Vec::new();
    let mut within = reader.by_ref().take(limit as u64 + 1);
    within.read_to_end(&mut bytes)?;
    if bytes.len() <= limit {
        return Ok(Content::Html(bytes));
    }
    let rest = std::io::copy(&mut reader, &mut std::io::sink())?;
    let bytes = bytes.len() as u64 + rest;
    Ok(Content::Fault(too_large(bytes, limit)))
}

/// The HTML responses of a WARC file. A record that cannot be read is a page with a fault, as is the end of a damaged file.
fn archived_pages(
    reader: impl BufRead,
    file: &str,
    limit: usize,
    take: &mut impl FnMut(String, Content) -> bool,
) -> bool {
    let mut records = Reader::new(reader, limit);
    loop {
        let (location, content) = match records.next_record() {
            Ok(None) => return true,
            Ok(Some(Record::Response(response))) if response.is_page() => {
                let page = Download {
                    content_type: response.header("content-type").map(str::to_owned),
                    url: response.url,
                    status: Some(response.status),
                    body: response.body,
                };
                (page.url.clone(), Content::Web(page))
            }
            Ok(Some(Record::Faulty { url, offset, fault })) => {
                let location = url.unwrap_or_else(|| format!("{file}:{offset}"));
                (location, Content::Fault(Fault::Record(fault.to_string())))
            }
            Ok(Some(
                Record::Response(_) | Record::Info(_) | Record::Metadata { .. } | Record::Other(_),
            )) => continue,
            Err(error) => return take(file.to_owned(), unreadable(&error)),
        };
        if !take(location, content) {
            return false;
        }
    }
}

fn line_pages(
    reader: impl BufRead,
    file: &str,
    limit: usize,
    take: &mut impl FnMut(String, Content) -> bool,
) -> bool {
    let mut last = 0;
    for line in Lines::new(reader, max_line_bytes(limit)) {
        let (number, content) = match line {
            Ok((number, Line::Whole(line))) => (number, Content::Line(line)),
            Ok((number, Line::TooLong { bytes })) => {
                (number, Content::Fault(too_large(bytes, limit)))
            }
            Err(error) => return take(format!("{file}:{}", last + 1), unreadable(&error)),
        };
        last = number;
        if !take(format!("{file}:{number}"), content) {
            return false;
        }
    }
    true
}

/// Downloads a page. A failure becomes a page with a fault.
pub(crate) async fn download(downloader: &mut Downloader, url: &str, limit: usize) -> RawPage {
    let content = match downloader.get(url, DownloadKind::Page).await {
        Ok(download) => Content::Web(download),
        Err(error) => Content::NotFetched(error),
    };
    RawPage {
        location: url.to_owned(),
        limit,
        content,
    }
}

/// Downloads pages for synchronous code.
#[derive(Debug)]
pub(super) struct BlockingDownloader {
    runtime: tokio::runtime::Runtime,
    downloader: Downloader,
}

impl BlockingDownloader {
    pub(super) fn new(settings: &Settings) -> anyhow::Result<Self> {
        Ok(Self {
            runtime: tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?,
            downloader: Downloader::new(settings)?,
        })
    }

    /// Downloads a page, blocking the thread.
    pub(super) fn page(&mut self, url: &str, limit: usize) -> RawPage {
        self.runtime
            .block_on(download(&mut self.downloader, url, limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::pages::Page;

    #[test]
    fn an_escaped_page_may_be_as_long_as_any_other() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pages.jsonl");
        let line = format!(r#"{{"html": "{}"}}"#, "\\u0436".repeat(500));
        std::fs::write(&file, line).unwrap();
        let mut pages = Vec::new();
        each(&[file], None, 1000, |page| {
            pages.push(page.read().html.unwrap());
            true
        });
        assert_eq!(pages, ["ж".repeat(500)]);
    }

    /// The pages of a file with this name and content.
    fn pages_of(name: &str, content: &[u8]) -> Vec<Page> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name);
        std::fs::write(&file, content).unwrap();
        let mut pages = Vec::new();
        each(&[file], None, 1000, |page| {
            pages.push(page.read());
            true
        });
        pages
    }

    #[test]
    fn the_status_of_a_line_is_read_as_data_frames_write_it() {
        for (fields, status) in [
            (r#""http_status": 404"#, Some(404)),
            (r#""status": "404", "http_status": null"#, Some(404)),
            (r#""status": 404.0"#, Some(404)),
            (r#""status": null, "http_status": """#, None),
            (r#""http_status": " ", "status": 404"#, Some(404)),
        ] {
            let line = format!(r#"{{{fields}, "html": "<p>x"}}"#);
            let page = pages_of("pages.jsonl", line.as_bytes()).remove(0);
            assert_eq!((page.http_status, page.html.is_ok()), (status, true));
        }
        let wrong = pages_of(
            "pages.jsonl",
            br#"{"id": 7, "status": "fine", "html": "x"}"#,
        );
        let fault = wrong[0].html.as_ref().unwrap_err().to_string();
        assert!(fault.contains("status is \"fine\""), "{fault}");
        assert_eq!(wrong[0].id, 7);
    }

    #[test]
    fn a_record_that_cannot_be_used_is_not_the_end() {
        let large = "x".repeat(2000);
        let record = |body: &str| {
            let length = body.len();
            format!(
                "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://news.example/a\r\n\
                 Content-Length: {length}\r\n\r\n{body}\r\n\r\n"
            )
        };
        let image = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\npng";
        let page = "HTTP/1.1 200 OK\r\n\r\n<p>x";
        let records = [large.as_str(), image, page].map(record).concat();
        let pages = pages_of("pages.warc", records.as_bytes());
        assert_eq!(pages.len(), 2);
        let fault = pages[0].html.as_ref().unwrap_err();
        assert!(
            fault.to_string().contains("record of the archive"),
            "{fault}"
        );
        assert!(!matches!(fault, Fault::Input(_)), "{fault}");
        assert_eq!(pages[1].url.as_deref(), Some("https://news.example/a"));
        assert_eq!(pages[1].html, Ok("<p>x".to_owned()));
    }
}
