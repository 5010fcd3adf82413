use std::path::Path;

use http::Response as Answer;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

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

/// Serves TLS with these protocols.
async fn tls_server<F>(
    protocols: &[&str],
    converse: impl Fn(TlsStream<TcpStream>) -> F + Send + 'static,
) -> Url
where
    F: Future<Output = ()> + Send + 'static,
{
    let mut config = server_config();
    let protocols = protocols.iter().map(|name| name.as_bytes().to_vec());
    config.alpn_protocols = protocols.collect();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let (listener, url) = listener("https").await;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // a client that does not trust the certificate hangs up
            if let Ok(stream) = acceptor.accept(stream).await {
                tokio::spawn(converse(stream));
            }
        }
    });
    url
}

/// Serves HTTP/2 over TLS.
async fn secure() -> Url {
    let converse = |stream: TlsStream<TcpStream>| async move {
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
    };
    tls_server(&["h2"], converse).await
}

/// A fetcher that trusts the certificate of [`server_config`].
pub(crate) fn trusting(settings: &Settings) -> Fetcher {
    let mut roots = rustls::RootCertStore::empty();
    let certificate = CertificateDer::from_pem_file(Path::new(CERTIFICATE)).unwrap();
    roots.add(certificate).unwrap();
    let tls = tls_builder().unwrap().with_root_certificates(roots);
    Fetcher::with(settings, tls.with_no_client_auth()).unwrap()
}

#[tokio::test]
async fn a_server_without_tls_is_named_as_such() {
    let (listener, url) = listener("https").await;
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    });
    let fetch = fetcher().get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::TlsFailure);
    let detail = fetch.detail.unwrap();
    assert!(
        detail.ends_with("does not speak TLS (https) on this port"),
        "{detail}"
    );
}

#[tokio::test]
async fn a_certificate_that_nobody_signed_or_for_another_name_is_refused() {
    let mut url = secure().await;
    let fetch = fetcher().get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::TlsFailure, "{:?}", fetch.detail);
    assert!(fetch.detail.unwrap().contains("certificate"));
    url.set_host(Some("other.localhost")).unwrap();
    let fetch = trusting(&settings()).get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::TlsFailure, "{:?}", fetch.detail);
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

/// A frame of HTTP/2.
fn frame(kind: u8, flags: u8, stream: u8, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let head = [
        length[1], length[2], length[3], kind, flags, 0, 0, 0, stream,
    ];
    [&head, payload].concat()
}

/// Answers the first request of a connection in HTTP/2 with these frames.
async fn answer_in_frames(mut stream: TlsStream<TcpStream>, frames: &[u8]) {
    stream.write_all(&frame(4, 0, 0, &[])).await.unwrap();
    // The preface, then frames up to the head of the request.
    stream.read_exact(&mut [0; 24]).await.unwrap();
    loop {
        let mut head = [0; 9];
        stream.read_exact(&mut head).await.unwrap();
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
        let mut payload = vec![0; length as usize];
        stream.read_exact(&mut payload).await.unwrap();
        if head[3] == 1 {
            break;
        }
    }
    let (mut answers, mut out) = tokio::io::split(stream);
    tokio::spawn(async move { tokio::io::copy(&mut answers, &mut tokio::io::sink()).await });
    let _ = out.write_all(frames).await;
    let _ = out.flush().await;
    // The connection stays open until the client closes it.
    std::future::pending::<()>().await;
}

/// Serves HTTP/1.1 over TLS, and offers HTTP/2, in which it answers with these frames.
async fn framed(frames: Vec<u8>) -> Url {
    let converse = move |mut stream: TlsStream<TcpStream>| {
        let frames = frames.clone();
        async move {
            if stream.get_ref().1.alpn_protocol() == Some(b"h2".as_slice()) {
                answer_in_frames(stream, &frames).await;
            } else {
                let _ = stream.read(&mut [0; 4_096]).await;
                let answer = ok("content-length: 5", b"<p>ja");
                let _ = stream.write_all(&answer).await;
                let _ = stream.shutdown().await;
            }
        }
    };
    tls_server(&["h2", "http/1.1"], converse).await
}

#[tokio::test]
async fn a_server_that_fails_in_http_2_is_spoken_to_in_http_1_from_the_next_request_on() {
    // `RST_STREAM` with `PROTOCOL_ERROR`.
    let reset = frame(3, 0, 1, &[0, 0, 0, 1]);
    // `:status: 200` and the beginning of a body.
    let begun = [frame(1, 4, 1, &[0x88]), frame(0, 0, 1, b"<p>")].concat();
    // A ping has eight bytes.
    let bad = frame(6, 0, 0, &[0; 3]);
    for (name, frames) in [
        ("a request that is reset", reset.clone()),
        ("a body that is reset", [begun.clone(), reset].concat()),
        ("a bad frame within a body", [begun, bad].concat()),
    ] {
        let url = framed(frames).await;
        let fetcher = trusting(&settings());
        let failed = fetcher.get(page(&url)).await;
        assert_eq!(failed.outcome, Outcome::Unreachable, "{name}: {failed:?}");
        let fetch = fetcher.for_host().get(page(&url)).await;
        assert_eq!(
            fetch.outcome,
            Outcome::Fetched,
            "{name}: {:?}",
            fetch.detail
        );
        assert_eq!(fetch.body, b"<p>ja", "{name}");
    }
}

/// Gets a page over HTTP/2, after as many of these frames as make up so many bytes.
async fn after(before: &[u8], bytes: usize) -> Fetch {
    let flood = before.repeat(bytes / before.len() + 1);
    // `:status: 200` and a body.
    let last = [frame(1, 4, 1, &[0x88]), frame(0, 1, 1, b"<p>ja")].concat();
    let url = framed([flood, last].concat()).await;
    trusting(&settings()).get(page(&url)).await
}

#[tokio::test]
async fn frames_besides_the_body_are_counted_like_the_body() {
    let kinds = [
        ("interim responses", frame(1, 4, 1, b"\x08\x03103")),
        ("pings", frame(6, 0, 0, &[0; 8])),
        ("unknown frames", frame(0x42, 0, 0, &[0; 90])),
        ("priorities", frame(2, 0, 1, &[0, 0, 0, 0, 9])),
    ];
    for (name, kind) in kinds {
        let flood = after(&kind, 2 << 20).await;
        assert_eq!(flood.outcome, Outcome::TooLarge, "{name}: {flood:?}");
        let few = after(&kind, 9).await;
        assert_eq!(
            (few.outcome, &*few.body),
            (Outcome::Fetched, &b"<p>ja"[..]),
            "{name}"
        );
    }
}
