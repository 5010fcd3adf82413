//! Connections from outside: so many at a time, and each for so long, whatever is sent over it or not. They share
//! the process' file descriptors with the crawler.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Sleep;

/// Connections at a time; more wait to be accepted.
const PLACES: usize = 256;
/// How long a connection lasts: enough for a push and a few questions. Hubs connect again.
const STAY: Duration = Duration::from_mins(1);

/// A listener with so many places.
#[derive(Debug)]
pub(crate) struct Guests {
    listener: TcpListener,
    places: Arc<Semaphore>,
}

/// One connection, which holds its place until it ends.
#[derive(Debug)]
pub(crate) struct Guest {
    stream: TcpStream,
    end: Pin<Box<Sleep>>,
    /// The semaphore is never closed; if it were, there would be no bound to keep.
    _place: Option<OwnedSemaphorePermit>,
}

impl Guests {
    pub(crate) fn new(listener: TcpListener) -> Self {
        Self {
            listener,
            places: Arc::new(Semaphore::new(PLACES)),
        }
    }
}

impl Listener for Guests {
    type Io = Guest;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Guest, SocketAddr) {
        let place = Arc::clone(&self.places).acquire_owned().await.ok();
        let (stream, from) = Listener::accept(&mut self.listener).await;
        let guest = Guest {
            stream,
            end: Box::pin(tokio::time::sleep(STAY)),
            _place: place,
        };
        (guest, from)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Guest {
    /// The stream, until the time is over.
    fn stream(&mut self, context: &mut Context<'_>) -> io::Result<Pin<&mut TcpStream>> {
        match self.end.as_mut().poll(context) {
            Poll::Ready(()) => Err(io::ErrorKind::TimedOut.into()),
            Poll::Pending => Ok(Pin::new(&mut self.stream)),
        }
    }
}

impl AsyncRead for Guest {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream(context)?.poll_read(context, buffer)
    }
}

impl AsyncWrite for Guest {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream(context)?.poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream(context)?.poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream(context)?.poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn whoever_sends_half_a_request_is_shown_out() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async { axum::serve(Guests::new(listener), axum::Router::new()).await });
        let mut half = TcpStream::connect(address).await.unwrap();
        half.write_all(b"GET / HTTP/1.1\r\nHost: a.example\r\n")
            .await
            .unwrap();
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(STAY * 2, half.read_to_end(&mut rest)).await;
        assert!(ended.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn who_comes_when_all_places_are_taken_waits_for_one() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut guests = Guests::new(listener);
        let mut inside = Vec::new();
        let mut outside = Vec::new();
        for _ in 0..PLACES {
            outside.push(TcpStream::connect(address).await.unwrap());
            inside.push(guests.accept().await.0);
        }
        outside.push(TcpStream::connect(address).await.unwrap());
        let none = tokio::time::timeout(Duration::from_secs(1), guests.accept()).await;
        assert!(none.is_err());
        inside.pop();
        guests.accept().await;
    }
}
