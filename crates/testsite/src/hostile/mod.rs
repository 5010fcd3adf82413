//! A hostile newsroom: one host for each way to harm a crawler, on a server with its own HTTP implementation, so that it can
//! violate the protocol.

mod bodies;
mod channels;
mod hosts;
mod mazes;
mod redirects;
mod request;
mod server;

use std::{io, net::Ipv4Addr, sync::Arc};

use tokio::{net::TcpListener, runtime::Handle, task::JoinHandle};

use crate::server::log::{Log, Request};

/// Hosts that misbehave, `NAME.localhost`, served until dropped.
///
/// Each home page links to the hostile responses first and to two ordinary pages, `/ordinary/1` and
/// `/ordinary/2`, last: a crawler that survives finds those too.
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
    /// If there is no runtime, or no port is free.
    pub fn start() -> io::Result<Self> {
        let runtime = Handle::try_current().map_err(io::Error::other)?;
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let listener = TcpListener::from_std(listener)?;
        let log = Arc::new(Log::default());
        let server = runtime.spawn(server::serve(listener, port, Arc::clone(&log)));
        Ok(Self { port, log, server })
    }

    /// `http://{host}.localhost:{port}{path}`; `path` begins with a slash.
    pub fn url(&self, host: &str, path: &str) -> String {
        format!("http://{host}.localhost:{}{path}", self.port)
    }

    /// Every request so far, in order of arrival. The status is 0 if the response has none.
    pub fn log(&self) -> Vec<Request> {
        self.log.all()
    }
}

impl Drop for Hostile {
    fn drop(&mut self) {
        self.server.abort();
    }
}
