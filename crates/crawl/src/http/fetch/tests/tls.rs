use std::path::Path;

use http::Response as Answer;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

use super::*;

/// Self-signed; see `tests/tls/README.md`.
const CERTIFICATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/cert.pem");
const KEY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/key.pem");

/// The configuration of a server with a self-signed certificate for `paper.localhost`.
pub(crate) fn server_config() -> rustls::ServerConfig {
    let provider = rustls::crypto::aws_lc_rs::default_provider();
    rustls::ServerConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![CertificateDer::from_pem_file(Path::new(CERTIFICATE)).unwrap()],
            PrivateKeyDer::from_pem_file(Path::new(KEY)).unwrap(),
        )
        .unwrap()
}

/// Serves HTTP/2 over TLS.
async fn secure() -> Url {
    let mut config = server_config();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(stream) = acceptor.accept(stream).await else {
                    return;
                };
                let mut connection = h2::server::handshake(stream).await.unwrap();
                while let Some(Ok((request, mut respond))) = connection.accept().await {
                    let filler = if request.uri().path() == "/much" {
                        70_000
                    } else {
                        1
                    };
                    let answer = Answer::builder()
                        .header("content-type", "text/html")
                        .header("x-filler", "x".repeat(filler));
                    if let Ok(mut body) = respond.send_response(answer.body(()).unwrap(), false) {
                        let _ = body.send_data("<p>ja".into(), true);
                    }
                }
            });
        }
    });
    Url::parse(&format!("https://paper.localhost:{port}/")).unwrap()
}

/// A fetcher that trusts the certificate of [`server_config`].
pub(crate) fn trusting(settings: &Settings) -> Fetcher {
    let pem = std::fs::read(CERTIFICATE).unwrap();
    let certificate = reqwest::Certificate::from_pem(&pem).unwrap();
    Fetcher::with(settings, |builder| builder.tls_certs_only([certificate])).unwrap()
}

#[tokio::test]
async fn a_server_without_tls_is_named_as_such() {
    use tokio::io::AsyncWriteExt as _;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    });
    let url = Url::parse(&format!("https://paper.localhost:{port}/")).unwrap();
    let fetch = Fetcher::new(&settings()).unwrap().get(page(&url)).await;
    let detail = fetch.detail.unwrap();
    assert!(
        detail.ends_with("does not speak TLS (https) on this port"),
        "{detail}"
    );
}

#[tokio::test]
async fn a_certificate_that_nobody_signed_is_refused_and_the_failure_has_its_name() {
    let url = secure().await;
    let fetch = Fetcher::new(&settings()).unwrap().get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::TlsFailure, "{:?}", fetch.detail);
    assert!(fetch.detail.unwrap().contains("certificate"));
}

#[tokio::test]
async fn a_certificate_for_another_name_is_refused() {
    let mut url = secure().await;
    url.set_host(Some("other.localhost")).unwrap();
    let fetch = trusting(&settings()).get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::TlsFailure, "{:?}", fetch.detail);
}

#[tokio::test]
async fn a_server_that_speaks_no_tls_is_a_tls_failure() {
    let (mut url, _heads) = server(|_| b"HTTP/1.1 400 Bad\r\n\r\n".to_vec(), Duration::ZERO).await;
    url.set_scheme("https").unwrap();
    let mut settings = settings();
    settings.first_byte_timeout = Duration::from_secs(5);
    let fetch = Fetcher::new(&settings).unwrap().get(page(&url)).await;
    assert!(
        matches!(fetch.outcome, Outcome::TlsFailure | Outcome::Timeout),
        "{:?}",
        fetch.detail
    );
}

#[tokio::test]
async fn a_trusted_server_is_spoken_to_in_http_2_with_bounds_on_its_headers() {
    let url = secure().await;
    let fetcher = trusting(&settings());
    let fetch = fetcher.get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::Fetched, "{:?}", fetch.detail);
    assert_eq!(fetch.body, b"<p>ja");
    let much = fetcher.get(page(&url.join("/much").unwrap())).await;
    assert_ne!(much.outcome, Outcome::Fetched, "{much:?}");
}
