//! Response bodies as they are sent, and the log entry when they end.

use std::{
    future::Future,
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use axum::body::{Bytes, HttpBody};
use http_body::{Frame, SizeHint};
use tokio::{
    sync::watch,
    time::{Sleep, sleep},
};

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
    wait: Option<Pin<Box<Sleep>>>,
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
            wait: None,
            stopped,
            log,
            index,
            started,
            sent: 0,
        }
    }

    /// The next piece, and how long to wait before the one after it.
    fn piece(&mut self) -> Option<io::Result<(Bytes, Duration)>> {
        match &mut self.rest {
            Rest::Pieces {
                bytes,
                piece,
                pause,
            } => {
                if bytes.is_empty() {
                    return None;
                }
                let next = bytes.split_to((*piece).clamp(1, bytes.len()));
                Some(Ok((next, *pause)))
            }
            Rest::Endless if self.sent < MAX_ENDLESS_BYTES && !*self.stopped.borrow() => {
                let text = format!(
                    "<p>{} Und so weiter, ohne Ende und ohne Sinn.</p>\n",
                    self.sent
                );
                Some(Ok((text.repeat(64).into(), Duration::from_micros(200))))
            }
            Rest::BreakOff => {
                self.rest = Rest::Done;
                let text =
                    Bytes::from_static(b"<!doctype html><title>Halb</title><p>Diese Seite bricht ");
                Some(Ok((text, Duration::from_millis(20))))
            }
            Rest::Done => Some(Err(io::Error::other("broken off on purpose"))),
            Rest::Endless => None,
        }
    }
}

impl HttpBody for Served {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        if let Some(wait) = self.wait.as_mut() {
            if wait.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
            self.wait = None;
        }
        Poll::Ready(self.piece().map(|piece| {
            piece.map(|(bytes, pause)| {
                self.sent += bytes.len() as u64;
                self.wait = (!pause.is_zero()).then(|| Box::pin(sleep(pause)));
                Frame::data(bytes)
            })
        }))
    }

    fn size_hint(&self) -> SizeHint {
        match &self.rest {
            Rest::Pieces { bytes, .. } => SizeHint::with_exact(bytes.len() as u64),
            Rest::BreakOff => SizeHint::with_exact(ANNOUNCED),
            Rest::Endless | Rest::Done => SizeHint::default(),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(&self.rest, Rest::Pieces { bytes, .. } if bytes.is_empty())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.log.end(self.index, self.started, self.sent);
    }
}
