//! A hostile newsroom: one host per nuisance, on a server that speaks its own HTTP so that it can break it.

mod act;
mod bodies;
mod channels;
mod faces;
mod heads;
mod mazes;
mod moves;
mod scene;
mod spellings;
mod wire;

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
};

use tokio::{net::TcpListener, runtime::Handle, task::JoinHandle};

use crate::log::{Log, Request};

/// Hosts that do what no host should, `NAME.localhost` for each of [`Hostile::scenes`], served until dropped.
///
/// The front page of each links to its nuisances first and to two ordinary pages, `/ordinary/1` and
/// `/ordinary/2`, last: a crawler that survives has those too.
#[derive(Debug)]
pub struct Hostile {
    port: u16,
    log: Arc<Log>,
    server: JoinHandle<()>,
}

impl Hostile {
    /// Binds a free port of 127.0.0.1 and serves in a task of the current tokio runtime.
    ///
    /// # Errors
    /// When there is no runtime, or no port.
    pub fn start() -> io::Result<Self> {
        let runtime = Handle::try_current().map_err(io::Error::other)?;
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let listener = TcpListener::from_std(listener)?;
        let log = Arc::new(Log::default());
        let server = runtime.spawn(wire::serve(listener, port, Arc::clone(&log)));
        Ok(Self { port, log, server })
    }

    /// The names of the hosts, without `.localhost`.
    pub fn scenes() -> impl Iterator<Item = &'static str> {
        scene::SCENES.iter().map(|scene| scene.0)
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.port).into()
    }

    /// `http://{scene}.localhost:{port}{path}`; `path` begins with a slash.
    pub fn url(&self, scene: &str, path: &str) -> String {
        format!("http://{scene}.localhost:{}{path}", self.port)
    }

    /// Every request so far in order of arrival. Its status is 0 where the answer has none.
    pub fn log(&self) -> Vec<Request> {
        self.log.all()
    }
}

impl Drop for Hostile {
    fn drop(&mut self) {
        self.server.abort();
    }
}
