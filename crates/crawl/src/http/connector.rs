//! The connections of the HTTP client: proxies, TLS, and a bound on the bytes that a server sends besides bodies.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::http::Extensions;
use hyper::http::uri::{Scheme, Uri};
use hyper_rustls::{HttpsConnector, MaybeHttpsStream};
use hyper_util::client::legacy;
use hyper_util::client::legacy::connect::dns::Name;
use hyper_util::client::legacy::connect::proxy::{SocksV5, Tunnel};
use hyper_util::client::legacy::connect::{Connected, Connection, HttpConnector};
use hyper_util::client::proxy::matcher::Intercept;
use hyper_util::rt::TokioIo;
use reqwest::header::{self, HeaderMap, HeaderValue};
use rustls::ClientConfig;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tower::util::BoxCloneSyncService;
use tower::{ServiceExt as _, service_fn};

use crate::http::address_policy::AddressPolicy;
use crate::http::proxy::Proxies;
use crate::settings::Settings;

/// An error of any layer.
pub(crate) type BoxError = Box<dyn Error + Send + Sync>;
/// A connection to a proxy or a server, with or without TLS.
type Wire = MaybeHttpsStream<TokioIo<Metered>>;
/// Opens the connection for a URL.
pub(crate) type Connector = BoxCloneSyncService<Uri, MaybeHttpsStream<Wire>, BoxError>;

/// Time after which the system checks whether an idle connection still exists.
const KEEPALIVE: Duration = Duration::from_secs(15);
/// Maximum bytes of the alert with which TLS closes a connection. The first line of a response in TLS has more.
const TLS_ALERT: usize = 31;
/// Why a connection is closed that brings too much besides bodies.
pub(crate) const OVERRUN: &str = "too many bytes besides the body";

/// What a connection is made with.
#[derive(Clone)]
struct Route {
    tcp: BoxCloneSyncService<Uri, TokioIo<TcpStream>, io::Error>,
    policy: AddressPolicy,
    proxies: Arc<Proxies>,
    /// The TLS of proxies, without HTTP/2.
    tls: Arc<ClientConfig>,
    user_agent: HeaderValue,
    /// Bytes besides bodies per response.
    limit: usize,
}

/// A connector that resolves names through `policy`. A server may send `limit` bytes besides the body of a response.
pub(crate) fn connector(
    settings: &Settings,
    policy: &AddressPolicy,
    proxies: &Arc<Proxies>,
    tls: ClientConfig,
    user_agent: HeaderValue,
    limit: usize,
) -> Connector {
    let resolver = {
        let policy = policy.clone();
        service_fn(move |name: Name| {
            let policy = policy.clone();
            async move {
                let found = policy.addresses(name.as_str()).await?;
                let sockets = found
                    .into_iter()
                    .map(|address| SocketAddr::from((address, 0)));
                Ok::<_, BoxError>(sockets)
            }
        })
    };
    let mut tcp = HttpConnector::new_with_resolver(resolver);
    tcp.enforce_http(false);
    tcp.set_nodelay(true);
    tcp.set_keepalive(Some(KEEPALIVE));
    // Divided evenly among the addresses of a name, so that one that drops packets leaves time for the others.
    tcp.set_connect_timeout(Some(settings.idle_timeout));
    // A request that timed out must not arrive later. Without this option the system keeps sending the data of a
    // closed connection for minutes, and a route that recovers delivers it in the middle of a delay.
    #[cfg(any(target_os = "android", target_os = "fuchsia", target_os = "linux"))]
    tcp.set_tcp_user_timeout(Some(settings.idle_timeout.min(settings.timeout)));
    let mut tls_of_proxies = tls.clone();
    tls_of_proxies.alpn_protocols.clear();
    let route = Route {
        tcp: BoxCloneSyncService::new(tcp.map_err(io::Error::other)),
        policy: policy.clone(),
        proxies: Arc::clone(proxies),
        tls: Arc::new(tls_of_proxies),
        user_agent,
        limit,
    };
    let tls = Arc::new(tls);
    let patience = settings.idle_timeout;
    BoxCloneSyncService::new(service_fn(move |uri: Uri| {
        let route = route.clone();
        let wire = service_fn(move |uri| route.clone().open(uri));
        let https = HttpsConnector::from((wire, Arc::clone(&tls)));
        async move { timeout(patience, https.oneshot(uri)).await? }
    }))
}

impl Route {
    /// Connects to the server, through its proxy if it has one.
    async fn open(self, uri: Uri) -> io::Result<Wire> {
        let Some(proxy) = self.proxies.intercept(&uri) else {
            let io = self.metered(false).oneshot(uri).await?;
            return Ok(MaybeHttpsStream::Http(io));
        };
        let at = proxy.uri().clone();
        let scheme = at.scheme_str().unwrap_or_default();
        if scheme.starts_with("socks") {
            return self.socks(&proxy, &uri).await;
        }
        let is_tunnel = uri.scheme() == Some(&Scheme::HTTPS);
        let to_proxy = self.to_proxy(!is_tunnel);
        if !is_tunnel {
            return to_proxy.oneshot(at).await;
        }
        let agent = HeaderMap::from_iter([(header::USER_AGENT, self.user_agent)]);
        let mut tunnel = Tunnel::new(at, to_proxy).with_headers(agent);
        if let Some(auth) = proxy.basic_auth() {
            tunnel = tunnel.with_auth(auth.clone());
        }
        tunnel.oneshot(uri).await.map_err(io::Error::other)
    }

    async fn socks(self, proxy: &Intercept, uri: &Uri) -> io::Result<Wire> {
        let at = proxy.uri().clone();
        let scheme = at.scheme_str().unwrap_or_default();
        let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
        // With `socks5h` the proxy resolves names.
        let address = if scheme == "socks5" {
            let found = self.policy.addresses(host).await;
            found.map_err(io::Error::other)?.first().copied()
        } else {
            host.parse().ok()
        };
        let is_tls = uri.scheme() == Some(&Scheme::HTTPS);
        let port = uri.port_u16().unwrap_or(if is_tls { 443 } else { 80 });
        let authority = match address {
            Some(address) => SocketAddr::from((address, port)).to_string(),
            None => format!("{host}:{port}"),
        };
        let target = Uri::builder().scheme("http").authority(authority);
        let target = target.path_and_query("/").build();
        let target = target.map_err(io::Error::other)?;
        let mut socks = SocksV5::new(at, self.metered(false));
        if let Some((user, password)) = proxy.raw_auth() {
            socks = socks.with_auth(user.to_owned(), password.to_owned());
        }
        let io = socks.oneshot(target).await.map_err(io::Error::other)?;
        Ok(MaybeHttpsStream::Http(io))
    }

    /// The connector of HTTP proxies.
    fn to_proxy(&self, is_proxied: bool) -> BoxCloneSyncService<Uri, Wire, io::Error> {
        let https = HttpsConnector::from((self.metered(is_proxied), Arc::clone(&self.tls)));
        BoxCloneSyncService::new(https.map_err(io::Error::other))
    }

    /// The TCP connector, whose connections are metered. With `is_proxied`, whole URLs are requested on them.
    fn metered(&self, is_proxied: bool) -> BoxCloneSyncService<Uri, TokioIo<Metered>, io::Error> {
        let limit = self.limit;
        let tcp = self.tcp.clone().map_response(move |io| {
            TokioIo::new(Metered {
                io: io.into_inner(),
                meter: Meter::new(limit),
                is_proxied,
            })
        });
        BoxCloneSyncService::new(tcp)
    }
}

/// The bytes that may still arrive on a connection besides bodies: heads, interim responses, the framing of chunks
/// and of HTTP/2, TLS. Parsers skip such bytes without an end.
#[derive(Debug, Clone)]
pub(crate) struct Meter {
    left: Arc<AtomicUsize>,
    /// Whether a response has begun on the connection.
    answered: Arc<AtomicBool>,
    limit: usize,
}

impl Meter {
    fn new(limit: usize) -> Self {
        Self {
            left: Arc::new(AtomicUsize::new(limit)),
            answered: Arc::default(),
            limit,
        }
    }

    /// Begins the count of the next response.
    pub(crate) fn reset(&self) {
        self.answered.store(true, Ordering::Relaxed);
        self.left.store(self.limit, Ordering::Relaxed);
    }

    /// Takes back the bytes of a body, which has a bound of its own.
    pub(crate) fn is_body(&self, bytes: usize) {
        self.left.fetch_add(bytes, Ordering::Relaxed);
    }

    fn count(&self, bytes: usize) -> io::Result<()> {
        let counted = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(bytes)
            });
        counted.map(|_| ()).map_err(|_| io::Error::other(OVERRUN))
    }
}

/// Whether a request failed because the server had closed a kept connection of HTTP/1: there was a response before, and none has begun.
pub(crate) fn was_closed_before(error: &legacy::Error) -> bool {
    let connection = error.connect_info().filter(|at| !at.is_negotiated_h2());
    connection.is_some_and(|connection| {
        let mut extras = Extensions::new();
        connection.get_extras(&mut extras);
        extras.get::<Meter>().is_some_and(|meter| {
            let left = meter.left.load(Ordering::Relaxed);
            meter.answered.load(Ordering::Relaxed) && meter.limit.saturating_sub(left) <= TLS_ALERT
        })
    })
}

/// A TCP connection that ends when its meter does.
#[derive(Debug)]
pub(crate) struct Metered {
    io: TcpStream,
    meter: Meter,
    is_proxied: bool,
}

impl Connection for Metered {
    fn connected(&self) -> Connected {
        let connected = self.io.connected().extra(self.meter.clone());
        connected.proxy(self.is_proxied)
    }
}

impl AsyncRead for Metered {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.io).poll_read(context, buffer))?;
        Poll::Ready(self.meter.count(buffer.filled().len() - before))
    }
}

impl AsyncWrite for Metered {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(context)
    }
}
