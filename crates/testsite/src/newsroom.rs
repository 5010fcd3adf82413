//! The running newsroom.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{net::TcpListener, runtime::Handle, task::JoinHandle};

use crate::{
    expected::Expected,
    log::Request,
    server,
    settings::Settings,
    state::{Changes, Disturbance, State},
};

/// Several fictional news sites on one port, served until stopped or dropped.
#[derive(Debug)]
pub struct Newsroom {
    state: Arc<State>,
    server: JoinHandle<()>,
}

impl Newsroom {
    /// Binds [`Settings::address`] and serves in a task of the current tokio runtime.
    ///
    /// # Errors
    /// When there is no runtime, or the port is taken.
    pub fn start(settings: Settings) -> io::Result<Self> {
        let runtime = Handle::try_current().map_err(io::Error::other)?;
        let listener = std::net::TcpListener::bind((settings.address, settings.port))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let listener = TcpListener::from_std(listener)?;
        let state = Arc::new(State::new(settings, port));
        let server = runtime.spawn(server::serve(listener, Arc::clone(&state)));
        Ok(Self { state, server })
    }

    /// Stops serving and waits until open answers are done, for one second at most.
    pub async fn stop(mut self) {
        self.state.stop();
        let _ = tokio::time::timeout(Duration::from_secs(1), &mut self.server).await;
    }

    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.state.port
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        (self.state.settings.address, self.state.port).into()
    }

    /// `http://{site}.localhost:{port}{path}`; `path` begins with a slash.
    pub fn url(&self, site: &str, path: &str) -> String {
        self.state.url(site, path)
    }

    /// The sites as a seed file.
    pub fn seeds_toml(&self) -> String {
        crate::seeds::toml(&self.state)
    }

    /// Every request since the start or the last [`clear_log`](Self::clear_log), in order of arrival.
    pub fn log(&self) -> Vec<Request> {
        self.state.log.all()
    }

    /// How many requests [`log`](Self::log) would give; cheap.
    pub fn requests(&self) -> usize {
        self.state.log.len()
    }

    /// Forgets the requests so far.
    pub fn clear_log(&self) {
        self.state.log.clear();
    }

    /// What a good crawler would find today.
    pub fn expected(&self) -> Expected {
        crate::gold::expected(&self.state)
    }

    /// The next day begins: on each site some articles are updated, some are new, one is
    /// withdrawn (410) and one moves (301). Returns what changed. On each bench host every third page,
    /// from `/story/1` on, has a correction.
    pub fn advance(&self) -> Changes {
        self.state.advance()
    }

    /// Slows or breaks every answer of a host, as `morgenblatt.localhost`, until changed again.
    pub fn disturb(&self, host: &str, disturbance: Disturbance) {
        self.state.disturb(host, disturbance);
    }
}

impl Drop for Newsroom {
    fn drop(&mut self) {
        self.state.stop();
    }
}
