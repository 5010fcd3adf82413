//! POST requests to a URL of the operator's own. They are independent of the crawl: no robots.txt, no delay, and
//! private addresses are allowed.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderValue};
use reqwest::{Client, Proxy};
use serde_json::Value;
use url::Url;

use crate::BoxFuture;
use crate::http::proxy::Proxies;
use crate::settings::Settings;

/// Maximum duration of a request, from connecting to the response headers.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A URL to which JSON is posted. It works like a password, so only its host is ever shown.
pub struct Webhook {
    url: Url,
    client: Client,
}

impl fmt::Debug for Webhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Webhook({})", self.host())
    }
}

impl Webhook {
    /// A webhook behind the proxies of the settings.
    ///
    /// # Errors
    /// A sentence that names the setting, without the URL, if that is not a web URL or the proxies are wrong.
    pub fn new(settings: &Settings, url: &str) -> Result<Self, String> {
        let url = match Url::parse(url.trim()) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => url,
            Ok(_) | Err(url::ParseError::RelativeUrlWithoutBase) => {
                return Err(
                    "`notify.webhook` is not a web address: it begins with neither https:// nor http://"
                        .to_owned(),
                );
            }
            Err(error) => return Err(format!("`notify.webhook` is not a web address: {error}")),
        };
        let proxies = Proxies::new(&settings.proxy, &settings.no_proxy, |name| {
            std::env::var(name).ok()
        })?;
        let proxies = Arc::new(proxies);
        let client = Client::builder()
            .user_agent(concat!("gleaner/", env!("CARGO_PKG_VERSION")))
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .timeout(TIMEOUT)
            .no_proxy()
            .proxy(Proxy::custom(move |url| proxies.of(url).cloned()))
            .build()
            .map_err(|error| error.to_string())?;
        Ok(Self { url, client })
    }

    /// The host, with its port unless it is the default.
    pub fn host(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        match self.url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    /// Posts the JSON. Only a status of 200 to 299 is a success; redirects are not followed.
    ///
    /// # Errors
    /// A sentence without the URL.
    pub fn post<'a>(&'a self, json: &'a Value) -> BoxFuture<'a, Result<(), String>> {
        Box::pin(async move {
            let request = self
                .client
                .post(self.url.clone())
                .header(CONTENT_TYPE, HeaderValue::from_static("application/json"))
                .body(json.to_string());
            match request.send().await {
                Ok(response) if response.status().is_success() => Ok(()),
                Ok(response) => Err(format!(
                    "{} responded with {}",
                    self.host(),
                    response.status()
                )),
                Err(error) => Err(format!("{}: {}", self.host(), causes(error))),
            }
        })
    }
}

/// The chain of causes, outermost first, without the URL.
fn causes(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut message = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(inner) = cause {
        message.push_str(": ");
        message.push_str(&inner.to_string());
        cause = inner.source();
    }
    message
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;
    use std::thread::JoinHandle;

    use serde_json::json;

    use super::*;

    /// Serves one request with this response, and returns the request.
    fn once(listener: TcpListener, answer: &'static str) -> JoinHandle<String> {
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = Vec::new();
            let mut piece = [0; 4096];
            while !request.ends_with(b"}") {
                let read = stream.read(&mut piece).unwrap();
                assert!(read > 0, "{}", String::from_utf8_lossy(&request));
                request.extend_from_slice(&piece[..read]);
            }
            stream.write_all(answer.as_bytes()).unwrap();
            String::from_utf8(request).unwrap()
        })
    }

    fn listener() -> (TcpListener, u16) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        (listener, port)
    }

    fn settings() -> Settings {
        Settings {
            proxy: "none".to_owned(),
            ..Settings::with_contact("")
        }
    }

    #[tokio::test]
    async fn json_is_posted_to_a_private_address_without_a_contact() {
        let (listener, port) = listener();
        let server = once(listener, "HTTP/1.1 204 No Content\r\n\r\n");
        let url = format!("http://127.0.0.1:{port}/services/secret?key=secret");
        let webhook = Webhook::new(&settings(), &url).unwrap();
        assert_eq!(webhook.host(), format!("127.0.0.1:{port}"));
        assert_eq!(webhook.post(&json!({ "text": "hello" })).await, Ok(()));
        let request = server.join().unwrap().to_ascii_lowercase();
        assert!(
            request.starts_with("post /services/secret?key=secret "),
            "{request}"
        );
        assert!(
            request.contains("content-type: application/json\r\n"),
            "{request}"
        );
        assert!(
            request.ends_with("\r\n\r\n{\"text\":\"hello\"}"),
            "{request}"
        );
    }

    #[tokio::test]
    async fn a_redirect_is_a_failure_and_no_failure_shows_the_address() {
        let (listener, port) = listener();
        let moved =
            "HTTP/1.1 307 Temporary Redirect\r\nlocation: /secret\r\ncontent-length: 0\r\n\r\n";
        let server = once(listener, moved);
        let url = format!("http://me:secret@127.0.0.1:{port}/secret");
        let webhook = Webhook::new(&settings(), &url).unwrap();
        let redirected = webhook.post(&json!({})).await.unwrap_err();
        assert!(redirected.contains("responded with 307"), "{redirected}");
        server.join().unwrap();
        // The listener is gone.
        let unreachable = webhook.post(&json!({})).await.unwrap_err();
        assert!(
            unreachable.starts_with(&format!("127.0.0.1:{port}: ")),
            "{unreachable}"
        );
        let debug = format!("{webhook:?}");
        for text in [redirected, unreachable, debug] {
            assert!(!text.contains("secret"), "{text}");
        }
        for wrong in ["hooks.example/secret", "ftp://hooks.example/secret", ""] {
            let error = Webhook::new(&settings(), wrong).unwrap_err();
            assert!(
                error.contains("not a web address") && !error.contains("secret"),
                "{error}"
            );
        }
    }

    #[tokio::test]
    async fn it_goes_through_the_proxy_of_the_settings() {
        let (listener, port) = listener();
        let server = once(listener, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
        let settings = Settings {
            proxy: format!("http://127.0.0.1:{port}"),
            ..settings()
        };
        let webhook = Webhook::new(&settings, "http://hooks.invalid/x").unwrap();
        assert_eq!(webhook.post(&json!({})).await, Ok(()));
        let request = server.join().unwrap();
        assert!(
            request.starts_with("POST http://hooks.invalid/x "),
            "{request}"
        );
    }
}
