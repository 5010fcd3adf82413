//! All articles that a search finds, as one file.

use std::sync::Arc;

use axum::BoxError;
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use formats::{Buffer, Compression, Encoding, Profile, Writer};
use futures_util::stream;
use serde::Deserialize;
use store::{ExportQuery, SearchOrder, SearchQuery, Store, StoreError};
use tokio::sync::OwnedSemaphorePermit;
use utoipa::ToSchema;

use super::problem::ApiError;
use crate::reader::Reader;

/// Articles that are read at a time.
const BATCH: i64 = 50;

/// The format of hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Format {
    /// A page of hits.
    Json,
    /// All articles as CSV, as in exports.
    Csv,
    /// All articles as JSON lines.
    Jsonl,
    /// All articles as Parquet.
    Parquet,
}

impl Format {
    /// The encoding of all articles.
    pub(super) fn encoding(self) -> Option<Encoding> {
        match self {
            Self::Json => None,
            Self::Csv => Some(Encoding::Csv),
            Self::Jsonl => Some(Encoding::Jsonl(Compression::None)),
            Self::Parquet => Some(Encoding::Parquet),
        }
    }
}

/// What is left of a download.
struct Rest {
    store: Store,
    search: SearchQuery,
    query: ExportQuery,
    buffer: Buffer,
    /// `None` at the end.
    writer: Option<Writer<Buffer>>,
    _permit: OwnedSemaphorePermit,
}

impl Rest {
    /// Reads articles until there are bytes to send.
    async fn next(mut self) -> Result<Option<(Vec<u8>, Self)>, BoxError> {
        while let Some(mut writer) = self.writer.take() {
            let matches = self.store.export_matches(&self.search, 0, &self.query);
            let (batch, next) = matches.await?;
            let is_last = next.is_none();
            self.search.after = next;
            let written = tokio::task::spawn_blocking(move || {
                batch.rows.into_iter().try_for_each(|row| writer.add(row))?;
                if is_last {
                    return writer.finish().map(|_| None);
                }
                Ok(Some(writer))
            });
            self.writer = written.await??;
            let bytes = self.buffer.take();
            if !bytes.is_empty() {
                return Ok(Some((bytes, self)));
            }
        }
        Ok(None)
    }
}

/// Sends all articles that a search finds, the newest first, in bounded memory.
pub(super) async fn download(
    reader: &Reader,
    search: SearchQuery,
    encoding: Encoding,
    without: Vec<String>,
) -> Result<Response, ApiError> {
    let Ok(permit) = Arc::clone(&reader.downloads).try_acquire_owned() else {
        let why = "Too many downloads are running. Try again in a minute.";
        return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, why));
    };
    let failed = |error: std::io::Error| ApiError::from(StoreError::Invalid(error.to_string()));
    let columns = Profile::native().columns(&[], None);
    let columns = columns.map_err(|error| ApiError::invalid(error.to_string()))?;
    reader.store.export_end().await?; // gives what is new its place
    let buffer = Buffer::default();
    let rest = Rest {
        store: reader.store.clone(),
        search: SearchQuery {
            order: SearchOrder::Newest,
            limit: BATCH,
            after: None,
            ..search
        },
        query: ExportQuery {
            without,
            ..ExportQuery::default()
        },
        writer: Some(Writer::new(encoding, columns, buffer.clone()).map_err(failed)?),
        buffer,
        _permit: permit,
    };
    let body = Body::from_stream(stream::try_unfold(rest, Rest::next));
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(encoding.media_type()),
    );
    let name = format!("attachment; filename=\"search.{}\"", encoding.name());
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}
