//! From a connection to an answer.

use std::sync::Arc;

use axum::Router;
use tokio::net::TcpListener;

use crate::state::State;

/// Serves until the state says stop.
pub(crate) async fn serve(listener: TcpListener, state: Arc<State>) {
    let mut stopped = state.stopped();
    let router = Router::new();
    // Accepting can only fail for good when the listener is gone, and then there is nobody to tell.
    let _ = axum::serve(listener, router)
        .with_graceful_shutdown(async move {
            let _ = stopped.wait_for(|stop| *stop).await;
        })
        .await;
}
