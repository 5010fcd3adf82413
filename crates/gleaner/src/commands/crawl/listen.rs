//! Receives the callbacks of hubs during a crawl, and renews the subscriptions.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context as _;
use store::Store;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::console::failure::Advise as _;

/// A running listener.
#[derive(Debug)]
pub(crate) struct Listener {
    /// Notified when the URLs of a push have entered the frontier.
    pub(crate) pushed: Arc<Notify>,
    callbacks: web::Callbacks,
    stop: CancellationToken,
    tasks: JoinSet<()>,
}

/// Listens on `address` for the callbacks of hubs to `callback_url`, its public URL.
pub(crate) async fn start(
    store: &Store,
    settings: &crawl::Settings,
    address: SocketAddr,
    callback_url: &str,
) -> anyhow::Result<Listener> {
    let subscriber = crawl::Subscriber::new(store, settings, callback_url).advise(
        "give the public URL of this listener with --callback-url or websub.callback_url",
    )?;
    let listener = TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address}"))
        .advise("choose a free address with --listen")?;
    let pushed = Arc::new(Notify::new());
    let callbacks = web::Callbacks::new(store, settings, Arc::clone(&pushed));
    let stop = CancellationToken::new();
    let mut tasks = JoinSet::new();
    tracing::info!(
        listen = %listener.local_addr()?,
        callback_url,
        "listening for hubs"
    );
    let serving = web::serve(
        listener,
        web::websub(callbacks.clone()),
        web::Connections::Hubs,
        stop.clone(),
    );
    tasks.spawn(serving);
    let ended = stop.clone();
    tasks.spawn(async move { subscriber.run(&ended).await });
    Ok(Listener {
        pushed,
        callbacks,
        stop,
        tasks,
    })
}

impl Listener {
    /// Stops listening, and returns when all acknowledged pushes are processed.
    pub(crate) async fn finish(mut self) {
        self.stop.cancel();
        while self.tasks.join_next().await.is_some() {}
        self.callbacks.finish().await;
    }
}
