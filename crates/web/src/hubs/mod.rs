//! The callbacks of `WebSub` hubs.

pub(crate) mod callbacks;
mod push;
pub(crate) mod signature;
pub(crate) mod verify;

use axum::Router;
use axum::routing::get;

pub use callbacks::Callbacks;

/// The routes for hubs (`WebSub`, sections 5.3 and 7): `/websub/{callback}`, GET to verify intent, POST to push content.
pub fn websub(callbacks: Callbacks) -> Router {
    Router::new()
        .route(
            "/websub/{callback}",
            get(verify::verify).post(push::receive),
        )
        .with_state(callbacks)
}
