//! Incoming connections, bounded in number and in duration: they share the file descriptors of the process with the
//! crawler.

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

/// Connections that are open at a time, at most; others wait to be accepted.
const MAX_CONNECTIONS: usize = 256;
/// How long a connection may last: enough for a push and some requests. Hubs reconnect.
const MAX_DURATION: Duration = Duration::from_mins(1);

/// A listener with a bound on its connections.
#[derive(Debug)]
pub(crate) struct BoundedListener {
    listener: TcpListener,
    permits: Arc<Semaphore>,
}

/// A connection, which counts against the bound until it is dropped.
#[derive(Debug)]
pub(crate) struct BoundedConnection {
    stream: TcpStream,
    deadline: Pin<Box<Sleep>>,
    /// `None` only if the semaphore was closed, which it never is.
    _permit: Option<OwnedSemaphorePermit>,
}

impl BoundedListener {
    pub(crate) fn new(listener: TcpListener) -> Self {
        Self {
            listener,
            permits: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
        }
    }
}

impl Listener for BoundedListener {
    type Io = BoundedConnection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (BoundedConnection, SocketAddr) {
        let permit = Arc::clone(&self.permits).acquire_owned().await.ok();
        let (stream, from) = Listener::accept(&mut self.listener).await;
        let connection = BoundedConnection {
            stream,
            deadline: Box::pin(tokio::time::sleep(MAX_DURATION)),
            _permit: permit,
        };
        (connection, from)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl BoundedConnection {
    /// The stream; an error once the time is over.
    fn stream(&mut self, context: &mut Context<'_>) -> io::Result<Pin<&mut TcpStream>> {
        match self.deadline.as_mut().poll(context) {
            Poll::Ready(()) => Err(io::ErrorKind::TimedOut.into()),
            Poll::Pending => Ok(Pin::new(&mut self.stream)),
        }
    }
}

impl AsyncRead for BoundedConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream(context)?.poll_read(context, buffer)
    }
}

impl AsyncWrite for BoundedConnection {
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
    async fn an_incomplete_request_does_not_keep_its_connection() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async {
            axum::serve(BoundedListener::new(listener), axum::Router::new()).await
        });
        let mut half = TcpStream::connect(address).await.unwrap();
        half.write_all(b"GET / HTTP/1.1\r\nHost: a.example\r\n")
            .await
            .unwrap();
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(MAX_DURATION * 2, half.read_to_end(&mut rest)).await;
        assert!(ended.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_above_the_bound_waits_until_another_ends() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut listener = BoundedListener::new(listener);
        let mut accepted = Vec::new();
        let mut clients = Vec::new();
        for _ in 0..MAX_CONNECTIONS {
            clients.push(TcpStream::connect(address).await.unwrap());
            accepted.push(listener.accept().await.0);
        }
        clients.push(TcpStream::connect(address).await.unwrap());
        let none = tokio::time::timeout(Duration::from_secs(1), listener.accept()).await;
        assert!(none.is_err());
        accepted.pop();
        listener.accept().await;
    }
}
