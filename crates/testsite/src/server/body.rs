//! Response bodies as they are sent, and the log entry when they end.

use std::{
    io,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::body::Bytes;
use tokio::{sync::watch, time::sleep};

use super::{log::Log, reply::Payload};

/// Number of pieces of a slow body.
const SLOW_PIECES: u32 = 8;
/// Maximum length of an endless body; no client should read more.
const MAX_ENDLESS_BYTES: u64 = 1 << 30;
/// Announced length of a body that breaks off.
const ANNOUNCED: u64 = 1 << 20;

/// A response body that updates the log when it is dropped.
pub(crate) struct Served {
    rest: Rest,
    /// The pause before the next piece.
    pause: Duration,
    stopped: watch::Receiver<bool>,
    log: Arc<Log>,
    index: usize,
    started: Instant,
    sent: u64,
}

enum Rest {
    Pieces {
        bytes: Bytes,
        piece: usize,
        pause: Duration,
    },
    Endless,
    BreakOff,
    Done,
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
        let rest = match payload {
            Payload::Whole(bytes) => Rest::Pieces {
                piece: bytes.len(),
                bytes: bytes.into(),
                pause: Duration::ZERO,
            },
            Payload::Slow(bytes, time) => Rest::Pieces {
                piece: bytes.len() / SLOW_PIECES as usize + 1,
                bytes: bytes.into(),
                pause: time / SLOW_PIECES,
            },
            Payload::Endless => Rest::Endless,
            Payload::BreakOff => Rest::BreakOff,
        };
        Self {
            rest,
            pause: Duration::ZERO,
            stopped,
            log,
            index,
            started,
            sent: 0,
        }
    }

    /// The length that the response announces, if it does.
    pub(crate) fn length(&self) -> Option<u64> {
        match &self.rest {
            Rest::Pieces { bytes, .. } => Some(bytes.len() as u64),
            Rest::BreakOff => Some(ANNOUNCED),
            Rest::Endless | Rest::Done => None,
        }
    }

    /// The next piece, after the pause before it.
    pub(crate) async fn next(mut self) -> Option<(io::Result<Bytes>, Self)> {
        if !self.pause.is_zero() {
            sleep(self.pause).await;
        }
        let piece = match &mut self.rest {
            Rest::Pieces {
                bytes,
                piece,
                pause,
            } => {
                if bytes.is_empty() {
                    return None;
                }
                self.pause = *pause;
                bytes.split_to((*piece).clamp(1, bytes.len()))
            }
            Rest::Endless => {
                if self.sent >= MAX_ENDLESS_BYTES || *self.stopped.borrow() {
                    return None;
                }
                self.pause = Duration::from_micros(200);
                let text = format!(
                    "<p>{} Und so weiter, ohne Ende und ohne Sinn.</p>\n",
                    self.sent
                );
                text.repeat(64).into()
            }
            Rest::BreakOff => {
                self.rest = Rest::Done;
                self.pause = Duration::from_millis(20);
                Bytes::from_static(b"<!doctype html><title>Halb</title><p>Diese Seite bricht ")
            }
            Rest::Done => return Some((Err(io::Error::other("broken off on purpose")), self)),
        };
        self.sent += piece.len() as u64;
        Some((Ok(piece), self))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.log.end(self.index, self.started, self.sent);
    }
}
