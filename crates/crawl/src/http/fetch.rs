//! A single request, checked against the address policy and bounded in time and size. It always has an outcome.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::Utc;
use reqwest::header::{self, HeaderMap, HeaderValue};
use reqwest::{Client, ClientBuilder, Proxy, RequestBuilder};
use store::Outcome;
use tokio::time::timeout;
use url::Url;

use crate::http::address_policy::AddressPolicy;
use crate::http::body::CODINGS;
use crate::http::cookies::CookieJar;
use crate::http::proxy::Proxies;
use crate::http::receive::ResponseReader;
use crate::http::request::{Accept, Request};
use crate::http::response::{Fetch, failure};
use crate::settings::Settings;

/// HTTP/2 flow-control windows of a stream and of a connection, in bytes. They bound the data buffered while a body
/// waits for memory.
const STREAM_WINDOW: u32 = 256 << 10;
const CONNECTION_WINDOW: u32 = 512 << 10;

/// The HTTP client. It follows no redirects and obeys the address policy.
#[derive(Debug, Clone)]
pub(crate) struct Fetcher {
    http: Client,
    policy: AddressPolicy,
    proxies: Arc<Proxies>,
    first_byte: Duration,
    reader: ResponseReader,
    /// The cookies of the host being crawled.
    jar: Option<Arc<Mutex<CookieJar>>>,
}

impl Fetcher {
    pub(crate) fn new(settings: &Settings) -> Result<Self, reqwest::Error> {
        Self::with(settings, |builder| builder)
    }

    fn with(
        settings: &Settings,
        adapt: impl FnOnce(ClientBuilder) -> ClientBuilder,
    ) -> Result<Self, reqwest::Error> {
        // `Settings::check` has already reported errors in the proxy settings.
        let proxies = Proxies::new(&settings.proxy, &settings.no_proxy, |name| {
            std::env::var(name).ok()
        })
        .unwrap_or_default();
        let proxies = Arc::new(proxies);
        let policy = AddressPolicy::new(settings, proxies.hosts());
        let http = adapt(client_builder(settings, &policy, &proxies)).build()?;
        Ok(Self {
            http,
            policy,
            proxies,
            first_byte: settings.first_byte_timeout,
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

    /// The HTTP client, for spider.
    pub(crate) fn client(&self) -> &Client {
        &self.http
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
        let jar = self.jar.as_ref()?;
        Some(use_it(
            &mut jar.lock().unwrap_or_else(PoisonError::into_inner),
        ))
    }

    /// Sends a GET. It never fails: every failure is an outcome.
    pub(crate) async fn get(&self, request: Request<'_>) -> Fetch {
        let (accept, codings) = request.accept.headers();
        let mut builder = self
            .http
            .get(request.url.clone())
            .header(header::ACCEPT, accept)
            .header(header::ACCEPT_ENCODING, codings);
        if let Some(etag) = request.etag {
            builder = builder.header(header::IF_NONE_MATCH, etag);
        }
        if let Some(last_modified) = request.last_modified {
            builder = builder.header(header::IF_MODIFIED_SINCE, last_modified);
        }
        self.exchange(builder, request.url, request.accept).await
    }

    /// Sends a POST of a form, within the same bounds.
    pub(crate) async fn post_form(&self, url: &Url, form: &[(&str, &str)]) -> Fetch {
        let body = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(form)
            .finish();
        let builder = self
            .http
            .post(url.clone())
            .header(header::ACCEPT_ENCODING, CODINGS)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(body);
        self.exchange(builder, url, Accept::Reply).await
    }

    async fn exchange(&self, mut builder: RequestBuilder, url: &Url, accept: Accept) -> Fetch {
        let begun = Instant::now();
        if let Err(refused) = self.policy.check(url) {
            return Fetch::without_answer(refused.outcome(), refused.to_string());
        }
        let before = self.with_jar(|jar| (jar.header(url), jar.changes));
        let (cookie, cookies) = before.unwrap_or_default();
        if let Some(cookie) = cookie {
            builder = builder.header(header::COOKIE, cookie);
        }
        let mut fetch = match timeout(self.first_byte, builder.send()).await {
            Ok(Ok(response)) => {
                if let (Some(host), Some(peer)) = (url.host_str(), response.remote_addr()) {
                    self.policy.prefer(host, peer.ip());
                }
                self.reader.read(response, url, accept).await
            }
            Ok(Err(error)) => {
                let (outcome, detail) = failure(&error);
                Fetch::without_answer(outcome, detail)
            }
            Err(_) => Fetch::without_answer(Outcome::Timeout, "no response in time".to_owned()),
        };
        let after = self.with_jar(|jar| {
            jar.store(url, &fetch.headers, Utc::now());
            jar.changes
        });
        fetch.cookies = (cookies, after.unwrap_or_default());
        fetch.duration = begun.elapsed();
        fetch
    }
}

/// A client that follows no redirects, keeps no cookies, decodes nothing and resolves names through `policy`.
///
/// HTTP/1 accepts at most 100 headers of 400 KiB in total: the parser's own limits, below which `max_header_bytes`
/// applies.
fn client_builder(
    settings: &Settings,
    policy: &AddressPolicy,
    proxies: &Arc<Proxies>,
) -> ClientBuilder {
    let mut headers = HeaderMap::new();
    if let Ok(language) = HeaderValue::from_str(&settings.accept_language) {
        headers.insert(header::ACCEPT_LANGUAGE, language);
    }
    let builder = Client::builder()
        .user_agent(settings.user_agent())
        .default_headers(headers)
        .dns_resolver(policy.clone())
        .redirect(reqwest::redirect::Policy::none())
        .referer(false)
        .retry(reqwest::retry::never())
        .no_gzip()
        .no_brotli()
        .no_zstd()
        .no_deflate()
        .no_proxy()
        .connect_timeout(settings.idle_timeout)
        .timeout(settings.timeout)
        .pool_idle_timeout(Duration::from_mins(2))
        .pool_max_idle_per_host(settings.concurrency_per_host)
        .http2_initial_stream_window_size(STREAM_WINDOW)
        .http2_initial_connection_window_size(CONNECTION_WINDOW)
        .http2_max_header_list_size(u32::try_from(settings.max_header_bytes).unwrap_or(u32::MAX));
    // A request that timed out must not arrive later. Without this option the system keeps sending the data of a
    // closed connection for minutes, and a route that recovers delivers it in the middle of a delay.
    #[cfg(any(target_os = "android", target_os = "fuchsia", target_os = "linux"))]
    let builder = builder.tcp_user_timeout(settings.idle_timeout.min(settings.timeout));
    if proxies.hosts().is_empty() {
        return builder;
    }
    let proxies = Arc::clone(proxies);
    builder.proxy(Proxy::custom(move |url| proxies.of(url).cloned()))
}

#[cfg(test)]
pub(crate) mod tests;
