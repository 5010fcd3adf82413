//! The HTTP server: limits on the number and duration of connections, and graceful shutdown.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::middleware;
use axum::response::Response;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;

use crate::BoxFuture;

/// Maximum number of open connections; further ones wait to be accepted. When there are as many, each ends with its next answer. They
/// share the file descriptors of the process with the crawler.
const MAX_CONNECTIONS: usize = 256;
/// Maximum time to receive the head of a request. A client that sends half of it occupies a connection no longer than this.
const MAX_HEAD: Duration = Duration::from_secs(3);
/// Maximum time in which a client reads nothing of an answer. One that never reads does not keep others out.
const MAX_WRITE: Duration = Duration::from_secs(30);
/// Maximum duration of a connection. Browsers request page after page, and follow runs.
const MAX_DURATION: Duration = Duration::from_hours(1);
/// Time allowed for running requests after shutdown begins.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);
/// Pause after a failed accept, which may mean that the file descriptors are used up.
const PAUSE: Duration = Duration::from_secs(1);

/// Serves `router` until `stop` is cancelled. Running requests are finished; those that take longer than a bounded time
/// are then aborted.
pub fn serve(
    listener: TcpListener,
    router: Router,
    stop: CancellationToken,
) -> BoxFuture<'static, ()> {
    Box::pin(async move {
        let mut open = JoinSet::new();
        let accepting = accept(&listener, &router, &mut open);
        stop.run_until_cancelled(accepting).await;
        drop(listener);
        let finished = async { while open.join_next().await.is_some() {} };
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, finished)
            .await
            .is_err()
        {
            open.abort_all();
        }
    })
}

/// Accepts connections and serves each in its own task.
async fn accept(listener: &TcpListener, router: &Router, open: &mut JoinSet<()>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(MAX_HEAD);
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    // Without it, clients that send request after request would keep others out.
    let full = Arc::clone(&permits);
    let router = router
        .clone()
        .layer(middleware::map_response(move |mut response: Response| {
            if full.available_permits() == 0 {
                let close = HeaderValue::from_static("close");
                response.headers_mut().insert(header::CONNECTION, close);
            }
            std::future::ready(response)
        }));
    // The semaphore is never closed.
    while let Ok(permit) = Arc::clone(&permits).acquire_owned().await {
        while open.try_join_next().is_some() {}
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) if is_connection_error(&error) => continue,
            Err(error) => {
                tracing::error!(%error, "a connection could not be accepted");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(MAX_WRITE));
        let service = TowerToHyperService::new(router.clone());
        let serving = http.serve_connection(TokioIo::new(Box::pin(stream)), service);
        open.spawn(async move {
            // Errors of the client are answered or end the connection.
            let _ = tokio::time::timeout(MAX_DURATION, serving).await;
            drop(permit);
        });
    }
}

/// Whether the client went away before its connection was accepted.
fn is_connection_error(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, SocketAddr};

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;

    use super::*;

    const HALF: &[u8] = b"GET / HTTP/1.1\r\nHost: a.example\r\n";

    async fn serving() -> (SocketAddr, CancellationToken, tokio::task::JoinHandle<()>) {
        serving_with(Router::new()).await
    }

    async fn serving_with(
        router: Router,
    ) -> (SocketAddr, CancellationToken, tokio::task::JoinHandle<()>) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let serving = tokio::spawn(serve(listener, router, stop.clone()));
        (address, stop, serving)
    }

    async fn half(address: SocketAddr) -> TcpStream {
        let mut half = TcpStream::connect(address).await.unwrap();
        half.write_all(HALF).await.unwrap();
        half
    }

    /// The answer to the rest of a request: how long it took. There is no such page.
    async fn waited(mut request: TcpStream, rest_of_request: &[u8]) -> Duration {
        let begun = tokio::time::Instant::now();
        request.write_all(rest_of_request).await.unwrap();
        let answer = rest(request).await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
        begun.elapsed()
    }

    /// Everything that is sent back before the connection ends.
    async fn rest(mut stream: TcpStream) -> String {
        let mut rest = Vec::new();
        // The connection is reset if more was sent than read.
        let _ = stream.read_to_end(&mut rest).await;
        String::from_utf8(rest).unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn an_incomplete_request_does_not_keep_its_connection() {
        let (address, ..) = serving().await;
        let half = half(address).await;
        let ended = tokio::time::timeout(MAX_HEAD * 2, rest(half)).await;
        assert!(ended.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn incomplete_requests_on_every_connection_delay_a_complete_one_for_seconds() {
        let (address, ..) = serving().await;
        let mut halves = Vec::new();
        for _ in 0..MAX_CONNECTIONS + 44 {
            halves.push(half(address).await);
        }
        let waited = waited(half(address).await, b"Connection: close\r\n\r\n").await;
        assert!(waited < MAX_HEAD * 3, "{waited:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn connections_that_are_kept_alive_do_not_keep_others_out() {
        let (address, ..) = serving().await;
        let mut kept = Vec::new();
        for _ in 0..MAX_CONNECTIONS {
            let mut whole = half(address).await;
            whole.write_all(b"\r\n").await.unwrap();
            kept.push(whole);
        }
        let waited = waited(half(address).await, b"Connection: close\r\n\r\n").await;
        assert!(waited < MAX_HEAD, "{waited:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn answers_that_nobody_reads_on_every_connection_delay_another_by_a_bounded_time() {
        // more than the buffers of a connection hold
        let long = axum::body::Bytes::from(vec![b'x'; 32 << 20]);
        let long = axum::routing::get(move || std::future::ready(long.clone()));
        let (address, ..) = serving_with(Router::new().route("/", long)).await;
        let mut unread = Vec::new();
        for _ in 0..MAX_CONNECTIONS {
            let mut whole = half(address).await;
            whole.write_all(b"\r\n").await.unwrap();
            unread.push(whole);
        }
        let other = TcpStream::connect(address).await.unwrap();
        let request = b"GET /none HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n";
        let waited = waited(other, request).await;
        assert!(waited <= MAX_WRITE * 11 / 10, "{waited:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn an_incomplete_request_does_not_keep_the_server_from_stopping() {
        let (address, stop, serving) = serving().await;
        let _half = half(address).await;
        // Real time, for the server to read the request.
        let real = || std::thread::sleep(Duration::from_millis(200));
        tokio::task::spawn_blocking(real).await.unwrap();
        stop.cancel();
        let begun = tokio::time::Instant::now();
        serving.await.unwrap();
        assert!(begun.elapsed() <= SHUTDOWN_TIMEOUT + Duration::from_secs(1));
    }
}
