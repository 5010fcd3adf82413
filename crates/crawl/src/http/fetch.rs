//! A single request, checked against the address policy and bounded in time and size. It always has an outcome.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::Utc;
use hyper::Uri;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpInfo;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use reqwest::header::{self, HeaderMap, HeaderValue};
use rustls::ClientConfig;
use rustls_platform_verifier::BuilderVerifierExt as _;
use store::Outcome;
use tokio::time::timeout;
use tower::layer::layer_fn;
use tower::service_fn;
use url::Url;

use crate::http::address_policy::AddressPolicy;
use crate::http::connector::{BoxError, Connector, connector, was_closed_before};
use crate::http::cookies::CookieJar;
use crate::http::proxy::Proxies;
use crate::http::receive::ResponseReader;
use crate::http::request::{Accept, Request};
use crate::http::response::{Fetch, failure, is_of_http2};
use crate::locked;
use crate::settings::Settings;

/// HTTP/2 flow-control windows of a stream and of a connection, in bytes. They bound the data buffered while a body
/// waits for memory.
const STREAM_WINDOW: u32 = 256 << 10;
const CONNECTION_WINDOW: u32 = 512 << 10;
/// Bytes of `max_header_bytes` per header that is parsed. Real ones have five times as many.
const HEADER_BYTES: usize = 16;
/// Maximum headers that are parsed. A `HeaderMap` panics above twice as many.
const MAX_HEADERS: usize = 12_000;

/// Maximum servers known to fail in HTTP/2. At this number they are forgotten.
const MAX_HTTP1_SERVERS: usize = 10_000;

/// The HTTP client. It follows no redirects and obeys the address policy.
#[derive(Debug, Clone)]
pub(crate) struct Fetcher {
    http: Client<Connector, String>,
    /// The client for servers that fail in HTTP/2.
    http1: Client<Connector, String>,
    http1_servers: Arc<Mutex<HashSet<String>>>,
    /// The headers of every request.
    headers: HeaderMap,
    /// The client that spider wants. It connects to nothing.
    spider: reqwest::Client,
    policy: AddressPolicy,
    proxies: Arc<Proxies>,
    first_byte: Duration,
    total: Duration,
    reader: ResponseReader,
    /// The cookies of the host being crawled.
    jar: Option<Arc<Mutex<CookieJar>>>,
}

impl Fetcher {
    pub(crate) fn new(settings: &Settings) -> Result<Self, BoxError> {
        let tls = tls_builder()?.with_platform_verifier()?;
        Self::with(settings, tls.with_no_client_auth())
    }

    /// A fetcher that trusts the servers that `tls` trusts.
    fn with(settings: &Settings, mut tls: ClientConfig) -> Result<Self, BoxError> {
        // `Settings::check` has already reported errors in the proxy settings.
        let proxies = Arc::new(Proxies::of_settings(settings).unwrap_or_default());
        let policy = AddressPolicy::new(settings, proxies.hosts());
        let user_agent = HeaderValue::from_str(&settings.user_agent())?;
        let mut headers = HeaderMap::new();
        headers.insert(header::USER_AGENT, user_agent.clone());
        if let Ok(language) = HeaderValue::from_str(&settings.accept_language) {
            headers.insert(header::ACCEPT_LANGUAGE, language);
        }
        let spider = reqwest::Client::builder()
            .tls_backend_preconfigured(tls.clone())
            .connector_layer(layer_fn(|_| {
                service_fn(|_| async { Err(BoxError::from("spider sends nothing")) })
            }));
        tls.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        let ahead =
            settings.max_body_bytes + settings.max_header_bytes + CONNECTION_WINDOW as usize;
        let mut tls_of_http1 = tls.clone();
        tls_of_http1.alpn_protocols = vec![b"http/1.1".to_vec()];
        let client_with = |tls| {
            let user_agent = user_agent.clone();
            let connector = connector(settings, &policy, &proxies, tls, user_agent, ahead);
            client(settings, connector)
        };
        Ok(Self {
            http: client_with(tls),
            http1: client_with(tls_of_http1),
            http1_servers: Arc::default(),
            headers,
            spider: spider.build()?,
            policy,
            proxies,
            first_byte: settings.first_byte_timeout,
            total: settings.timeout,
            reader: ResponseReader::new(settings),
            jar: None,
        })
    }

    /// A fetcher for the crawl of one host, with its own cookies.
    pub(crate) fn for_host(&self) -> Self {
        Self {
            jar: Some(Arc::default()),
            ..self.clone()
        }
    }

    /// A client that connects to nothing, for spider.
    pub(crate) fn spider_client(&self) -> reqwest::Client {
        self.spider.clone()
    }

    /// The IP address that a request to this URL will connect to. The name is resolved under the policy and pinned
    /// for some minutes. `None` if there is none, or a proxy resolves it.
    pub(crate) async fn address(&self, url: &Url) -> Option<IpAddr> {
        if self.policy.check(url).is_err() || self.proxies.of(url).is_some() {
            return None;
        }
        match url.host()? {
            url::Host::Ipv4(address) => Some(IpAddr::V4(address)),
            url::Host::Ipv6(address) => Some(IpAddr::V6(address)),
            url::Host::Domain(name) => self.policy.addresses(name).await.ok()?.first().copied(),
        }
    }

    /// Enables cookies in this crawl of a host.
    pub(crate) fn send_cookies(&self) {
        self.with_jar(|jar| jar.enabled = true);
    }

    fn with_jar<T>(&self, use_it: impl FnOnce(&mut CookieJar) -> T) -> Option<T> {
        Some(use_it(&mut locked(self.jar.as_ref()?)))
    }

    /// Sends a GET. It never fails: every failure is an outcome.
    pub(crate) async fn get(&self, request: Request<'_>) -> Fetch {
        let mut headers = self.headers.clone();
        let tags = request.tags();
        let conditions = [
            (header::IF_NONE_MATCH, tags.as_deref()),
            (header::IF_MODIFIED_SINCE, request.last_modified),
        ];
        for (name, value) in conditions {
            if let Some(Ok(value)) = value.map(HeaderValue::from_str) {
                headers.insert(name, value);
            }
        }
        let is_conditional = headers.len() > self.headers.len();
        let fetch = self.exchange(headers, request.url, request.accept).await;
        if fetch.outcome == Outcome::NotModified && !is_conditional {
            let why = "not modified, although the request had no condition".to_owned();
            return fetch.with_outcome(Outcome::Malformed, why);
        }
        fetch
    }

    async fn exchange(&self, mut headers: HeaderMap, url: &Url, accept: Accept) -> Fetch {
        let begun = Instant::now();
        if let Err(refused) = self.policy.check(url) {
            return Fetch::without_answer(refused.outcome(), refused.to_string());
        }
        let uri = match url.as_str().parse::<Uri>() {
            Ok(uri) => uri,
            Err(error) => return Fetch::without_answer(Outcome::Skipped, error.to_string()),
        };
        let (media, codings) = accept.headers();
        headers.insert(header::ACCEPT, HeaderValue::from_static(media));
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(codings));
        let before = self.with_jar(|jar| (jar.header(url), jar.changes));
        let (cookie, cookies) = before.unwrap_or_default();
        if let Some(cookie) = cookie {
            headers.insert(header::COOKIE, cookie);
        }
        // A tunnel has sent it already.
        if url.scheme() == "http"
            && let Some(proxy) = self.proxies.intercept(&uri)
            && let Some(auth) = proxy.basic_auth()
        {
            headers.insert(header::PROXY_AUTHORIZATION, auth.clone());
        }
        let mut request = hyper::Request::new(String::new());
        *request.uri_mut() = uri;
        *request.headers_mut() = headers;
        let http = if locked(&self.http1_servers).contains(url.authority()) {
            &self.http1
        } else {
            &self.http
        };
        let deadline = tokio::time::Instant::now() + self.total;
        let patience = self.first_byte.min(self.total);
        // A server may close a kept connection just before the next request arrives (RFC 9112, section 9.3.1).
        let response = async {
            match http.request(request.clone()).await {
                Err(error)
                    if was_closed_before(&error) && failure(&error).0 == Outcome::Unreachable =>
                {
                    http.request(request).await
                }
                response => response,
            }
        };
        let mut fetch = match timeout(patience, response).await {
            Ok(Ok(response)) => {
                let peer = response.extensions().get::<HttpInfo>();
                if let (Some(host), Some(peer)) = (url.host_str(), peer) {
                    self.policy.prefer(host, peer.remote_addr().ip());
                }
                self.reader.read(response, url, accept, deadline).await
            }
            Ok(Err(error)) => {
                let (outcome, detail) = failure(&error);
                Fetch {
                    failed_in_http2: is_of_http2(&error),
                    ..Fetch::without_answer(outcome, detail)
                }
            }
            Err(_) => Fetch::without_answer(Outcome::Timeout, "no response in time".to_owned()),
        };
        let after = self.with_jar(|jar| {
            jar.store(url, &fetch.headers, Utc::now());
            // A cookie that an earlier response has set may be what this one wants.
            jar.changes.max(cookies + u64::from(jar.withholds(url)))
        });
        if fetch.failed_in_http2 {
            self.avoid_http2(url);
        }
        fetch.cookies = (cookies, after.unwrap_or_default());
        fetch.duration = begun.elapsed();
        fetch
    }

    /// Further requests to this server use HTTP/1.1: what it sends in HTTP/2 may break the rules, or it refuses ours.
    fn avoid_http2(&self, url: &Url) {
        let mut servers = locked(&self.http1_servers);
        if servers.len() >= MAX_HTTP1_SERVERS {
            servers.clear();
        }
        servers.insert(url.authority().to_owned());
    }
}

/// The one cryptography provider of the program.
fn tls_builder() -> Result<rustls::ConfigBuilder<ClientConfig, rustls::WantsVerifier>, rustls::Error>
{
    let provider = rustls::crypto::aws_lc_rs::default_provider();
    ClientConfig::builder_with_provider(provider.into()).with_safe_default_protocol_versions()
}

/// A client that follows no redirects, keeps no cookies and decodes nothing.
///
/// Names of headers are written as by browsers, since some servers compare them letter by letter. Lines that are no headers are skipped,
/// as by browsers. A head in HTTP/1 has at most 400 KiB, the parser's own limit,
/// below which `max_header_bytes` applies.
fn client(settings: &Settings, connector: Connector) -> Client<Connector, String> {
    let headers = (settings.max_header_bytes / HEADER_BYTES).clamp(100, MAX_HEADERS);
    Client::builder(TokioExecutor::new())
        .timer(TokioTimer::new())
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(Duration::from_mins(2))
        .pool_max_idle_per_host(settings.concurrency_per_host)
        .http1_allow_obsolete_multiline_headers_in_responses(true)
        .http1_allow_spaces_after_header_name_in_responses(true)
        .http1_ignore_invalid_headers_in_responses(true)
        .http1_title_case_headers(true)
        .http1_max_headers(headers)
        .http2_initial_stream_window_size(STREAM_WINDOW)
        .http2_initial_connection_window_size(CONNECTION_WINDOW)
        .http2_max_header_list_size(u32::try_from(settings.max_header_bytes).unwrap_or(u32::MAX))
        .build(connector)
}

#[cfg(test)]
pub(crate) mod tests;
