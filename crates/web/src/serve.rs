//! Serving until told to stop.

use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::BoxFuture;
use crate::guests::Guests;

/// How long requests in hand may take once serving is to stop: a little more than a push.
const FAREWELL: Duration = Duration::from_secs(35);

/// Serves `router` until `stop` is cancelled; requests in hand are finished, but whoever has sent half a
/// request is not waited for without end.
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
        let serving = axum::serve(Guests::new(listener), router).with_graceful_shutdown(stopped);
        let farewell = async {
            stop.cancelled().await;
            tokio::time::sleep(FAREWELL).await;
        };
        tokio::select! {
            served = serving => served,
            () = farewell => Ok(()),
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
    async fn half_a_request_does_not_keep_the_server_from_stopping() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let serving = tokio::spawn(serve(listener, Router::new(), stop.clone()));
        let mut half = TcpStream::connect(address).await.unwrap();
        half.write_all(b"GET / HTTP/1.1\r\nHost: a.example\r\n")
            .await
            .unwrap();
        // Real time, in which the server reads.
        let real = || std::thread::sleep(Duration::from_millis(200));
        tokio::task::spawn_blocking(real).await.unwrap();
        stop.cancel();
        let begun = tokio::time::Instant::now();
        serving.await.unwrap().unwrap();
        assert!(begun.elapsed() <= FAREWELL + Duration::from_secs(1));
    }
}
