//! Response bodies as they are sent, and the log entry when they end.

use std::{
    io, iter,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::body::Bytes;
use tokio::{sync::watch, time::sleep};

use super::{log::Log, reply::Payload};

/// Number of pieces of a slow body.
const SLOW_PIECES: u32 = 8;
/// Number of pieces of an endless body, some KiB each; no client should read more.
const ENDLESS_PIECES: u64 = 1 << 18;
/// Announced length of a body that breaks off.
const ANNOUNCED: u64 = 1 << 20;

/// A piece of a body, and the pause before it.
type Piece = (Duration, io::Result<Bytes>);

fn piece(pause: Duration, bytes: impl Into<Bytes>) -> Piece {
    (pause, Ok(bytes.into()))
}

/// A response body that updates the log when it is dropped.
pub(crate) struct Served {
    pieces: Box<dyn Iterator<Item = Piece> + Send>,
    /// The length that the response announces, if it does.
    pub(crate) length: Option<u64>,
    log: Arc<Log>,
    index: usize,
    started: Instant,
    sent: u64,
}

impl Served {
    /// The body of the response to the request at `index` in the log.
    pub(crate) fn new(
        payload: Payload,
        log: Arc<Log>,
        stopped: watch::Receiver<bool>,
        index: usize,
        started: Instant,
    ) -> Self {
        let length = match &payload {
            Payload::Whole(bytes) | Payload::Slow(bytes, _) => Some(bytes.len() as u64),
            Payload::BreakOff => Some(ANNOUNCED),
            Payload::Endless => None,
        };
        let pieces: Box<dyn Iterator<Item = Piece> + Send> = match payload {
            Payload::Whole(bytes) => Box::new(iter::once(piece(Duration::ZERO, bytes))),
            Payload::Slow(bytes, time) => {
                let bytes = Bytes::from(bytes);
                let size = bytes.len() / SLOW_PIECES as usize + 1;
                Box::new((0..bytes.len()).step_by(size).map(move |at| {
                    let end = bytes.len().min(at + size);
                    piece(time / SLOW_PIECES, bytes.slice(at..end))
                }))
            }
            Payload::Endless => {
                let numbers = (0..ENDLESS_PIECES).take_while(move |_| !*stopped.borrow());
                Box::new(numbers.map(|number| {
                    let text = format!("<p>{number} Und so weiter, ohne Ende und ohne Sinn.</p>\n");
                    piece(Duration::from_micros(200), text.repeat(64))
                }))
            }
            Payload::BreakOff => {
                let begun = "<!doctype html><title>Halb</title><p>Diese Seite bricht ";
                let end = io::Error::other("broken off on purpose");
                let pieces = [
                    piece(Duration::ZERO, begun),
                    (Duration::from_millis(20), Err(end)),
                ];
                Box::new(pieces.into_iter())
            }
        };
        Self {
            pieces,
            length,
            log,
            index,
            started,
            sent: 0,
        }
    }

    /// The next piece, after the pause before it.
    pub(crate) async fn next(mut self) -> Option<(io::Result<Bytes>, Self)> {
        let (pause, piece) = self.pieces.next()?;
        if !pause.is_zero() {
            sleep(pause).await;
        }
        self.sent += piece.as_ref().map_or(0, |piece| piece.len() as u64);
        Some((piece, self))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.log.end(self.index, self.started, self.sent);
    }
}
