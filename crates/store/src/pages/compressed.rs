//! Bodies of pages, compressed and hashed.

use std::cell::RefCell;
use std::io::{self, Read as _};

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use zstd::bulk::{Compressor, Decompressor};

use crate::{NewPage, PageKey, StoreError, text};

/// Compression level: the library's default, 3, is the best trade-off for HTML.
const ZSTD_LEVEL: i32 = 3;

thread_local! {
    /// Kept, since making one costs more than compressing a page.
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    /// Kept for the same reason.
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Compresses a part of the page at a URL.
fn compress(url: &str, part: &[u8]) -> Result<Vec<u8>, StoreError> {
    let compressed = COMPRESSOR
        .with_borrow_mut(|kept| made(kept, || Compressor::new(ZSTD_LEVEL))?.compress(part));
    compressed.map_err(|error| {
        StoreError::Invalid(format!("the body of {url} cannot be compressed: {error}"))
    })
}

/// The kept value, made if it does not exist yet.
fn made<T>(kept: &mut Option<T>, make: impl FnOnce() -> io::Result<T>) -> io::Result<&mut T> {
    let value = match kept.take() {
        Some(value) => value,
        None => make()?,
    };
    Ok(kept.insert(value))
}

/// The body of a stored page, or how it is damaged.
pub(crate) fn decompress(body: &[u8], size: i64, hash: &[u8]) -> Result<Vec<u8>, String> {
    let size = usize::try_from(size).unwrap_or(0);
    let body = DECOMPRESSOR
        .with_borrow_mut(|kept| made(kept, Decompressor::new)?.decompress(body, size))
        .map_err(|error| format!("it cannot be decompressed: {error}"))?;
    if Sha256::digest(&body).as_slice() == hash {
        Ok(body)
    } else {
        Err("its SHA-256 is not that of the fetched body".to_owned())
    }
}

/// Maximum size of the boxes that are read, in bytes: some twenty thousand pieces of text have less.
const MAX_BOXES: u64 = 4 << 20;

/// Stored boxes as JSON; `None` if they cannot be read, so that the page has none.
pub(super) fn boxes(compressed: &[u8]) -> Option<String> {
    let mut text = String::new();
    let decoder = zstd::stream::read::Decoder::new(compressed).ok()?;
    decoder.take(MAX_BOXES).read_to_string(&mut text).ok()?;
    Some(text)
}

/// A page ready to be written: compressed, hashed and clean.
#[derive(Debug)]
pub(crate) struct CompressedPage {
    pub(crate) url_final: String,
    pub(crate) http_status: i16,
    /// JSON.
    pub(crate) headers: String,
    pub(crate) main: CompressedBody,
    /// The server's response, if the page was rendered.
    pub(crate) plain: Option<CompressedBody>,
    pub(crate) boxes: Option<Vec<u8>>,
}

/// A body ready to be written.
#[derive(Debug)]
pub(crate) struct CompressedBody {
    pub(crate) content_type: Option<String>,
    pub(crate) size: i64,
    pub(crate) hash: Vec<u8>,
    pub(crate) body: Vec<u8>,
}

impl CompressedBody {
    fn new(url: &str, content_type: Option<&str>, body: &[u8]) -> Result<Self, StoreError> {
        Ok(Self {
            content_type: text::optional(content_type),
            size: i64::try_from(body.len()).unwrap_or(i64::MAX),
            hash: Sha256::digest(body).to_vec(),
            body: compress(url, body)?,
        })
    }
}

impl CompressedPage {
    pub(crate) fn compress(page: &NewPage) -> Result<Self, StoreError> {
        let url = &page.url_final;
        let plain = page.plain.as_ref();
        let plain =
            plain.map(|plain| CompressedBody::new(url, plain.content_type.as_deref(), &plain.body));
        let boxes = page.boxes.as_ref();
        let boxes = boxes.map(|boxes| compress(url, boxes.as_bytes()));
        Ok(Self {
            url_final: text::owned(url),
            http_status: page.http_status.clamp(0, 999),
            headers: text::json_text(&page.headers),
            main: CompressedBody::new(url, page.content_type.as_deref(), &page.body)?,
            plain: plain.transpose()?,
            boxes: boxes.transpose()?,
        })
    }

    /// Inserts the page and queues it for extraction.
    pub(crate) async fn insert(
        &self,
        connection: &mut PgConnection,
        host_id: i64,
        url_id: i64,
        fetched_at: DateTime<Utc>,
    ) -> Result<PageKey, StoreError> {
        let (main, plain) = (&self.main, self.plain.as_ref());
        let key = sqlx::query_as!(
            PageKey,
            r#"with page as (
                insert into pages (host_id, url_id, fetched_at, url_final, http_status, content_type, headers,
                    body_size, body_hash, body, rendered, plain_type, plain_size, plain_hash, plain_body, boxes)
                values ($1, $2, $3, $4, $5, $6, $7::text::jsonb, $8, $9, $10, $14::bytea is not null, $11, $12, $13, $14, $15)
                returning fetched_at, page_id
            )
            insert into extract_queue (fetched_at, page_id) select fetched_at, page_id from page
            returning fetched_at, page_id"#,
            host_id,
            url_id,
            fetched_at,
            self.url_final,
            self.http_status,
            main.content_type,
            self.headers,
            main.size,
            main.hash,
            main.body,
            plain.and_then(|plain| plain.content_type.as_deref()),
            plain.map(|plain| plain.size),
            plain.map(|plain| plain.hash.as_slice()),
            plain.map(|plain| plain.body.as_slice()),
            self.boxes.as_deref()
        );
        Ok(key.fetch_one(connection).await?)
    }
}
