//! The routes, and the server with a graceful shutdown.

use std::time::Duration;

use axum::Router;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::callbacks::Callbacks;
use crate::connections::BoundedListener;
use crate::{BoxFuture, push, verify};

/// How long running requests may take after the server was told to stop: a little longer than a push.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(35);

/// The routes of hubs (`WebSub`, sections 5.3 and 7): `/websub/{callback}`, by GET to verify an intent, by POST with content.
pub fn websub(callbacks: Callbacks) -> Router {
    Router::new()
        .route(
            "/websub/{callback}",
            get(verify::verify).post(push::receive),
        )
        .with_state(callbacks)
}

/// Serves `router` until `stop` is cancelled. Running requests are finished; an incomplete one is waited for only
/// for a bounded time.
///
/// # Errors
/// If the listener fails for good.
pub fn serve(
    listener: TcpListener,
    router: Router,
    stop: CancellationToken,
) -> BoxFuture<'static, std::io::Result<()>> {
    Box::pin(async move {
        let stopped = stop.clone().cancelled_owned();
        let serving =
            axum::serve(BoundedListener::new(listener), router).with_graceful_shutdown(stopped);
        let timeout = async {
            stop.cancelled().await;
            tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
        };
        tokio::select! {
            served = serving => served,
            () = timeout => Ok(()),
        }
    })
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use tokio::io::AsyncWriteExt as _;
    use tokio::net::TcpStream;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_incomplete_request_does_not_keep_the_server_from_stopping() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let serving = tokio::spawn(serve(listener, Router::new(), stop.clone()));
        let mut half = TcpStream::connect(address).await.unwrap();
        half.write_all(b"GET / HTTP/1.1\r\nHost: a.example\r\n")
            .await
            .unwrap();
        // Real time, in which the server reads the request.
        let real = || std::thread::sleep(Duration::from_millis(200));
        tokio::task::spawn_blocking(real).await.unwrap();
        stop.cancel();
        let begun = tokio::time::Instant::now();
        serving.await.unwrap().unwrap();
        assert!(begun.elapsed() <= SHUTDOWN_TIMEOUT + Duration::from_secs(1));
    }
}
