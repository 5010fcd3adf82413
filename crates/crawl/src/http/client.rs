//! The HTTP client underneath, with what bounds connections and headers.

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{self, HeaderMap, HeaderValue};
use reqwest::{Client, ClientBuilder, Proxy};

use crate::http::proxy::Proxies;
use crate::http::resolver::AddressPolicy;
use crate::settings::Settings;

/// Bytes that a server may send ahead of our reading, on one HTTP/2 stream and on one connection: what waits
/// for room must not pile up here.
const STREAM_WINDOW: u32 = 256 << 10;
const CONNECTION_WINDOW: u32 = 512 << 10;

/// A client that follows no redirect, keeps no cookie, decodes nothing and asks `policy` where names lead.
///
/// HTTP/1 takes 100 headers and 400 KiB of them at most: the parser's own bounds, below which
/// `max_header_bytes` decides.
pub(crate) fn builder(
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
    // A request that is given up must not arrive later: without this, the system goes on sending what lies in a closed
    // connection for minutes, and a road that opens again brings it in the middle of a pause.
    #[cfg(any(target_os = "android", target_os = "fuchsia", target_os = "linux"))]
    let builder = builder.tcp_user_timeout(settings.idle_timeout.min(settings.timeout));
    if proxies.hosts().is_empty() {
        return builder;
    }
    let proxies = Arc::clone(proxies);
    builder.proxy(Proxy::custom(move |url| proxies.of(url).cloned()))
}
