use super::*;

/// Settings with a proxy on this port, which resolves the names.
fn behind(port: u16, no_proxy: &str) -> Settings {
    let mut settings = settings();
    settings.proxy = format!("http://user:secret@127.0.0.1:{port}");
    no_proxy.clone_into(&mut settings.no_proxy);
    settings
}

#[tokio::test]
async fn a_proxy_gets_whole_addresses_and_resolves_their_names() {
    let (proxy, mut heads) =
        server(|_| ok("content-type: text/html", b"<p>"), Duration::ZERO).await;
    let fetcher = Fetcher::new(&behind(proxy.port().unwrap(), "")).unwrap();
    let url = Url::parse("http://paper.invalid/a?b").unwrap();
    let fetch = fetcher.get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::Fetched, "{:?}", fetch.detail);
    let head = heads.recv().await.unwrap();
    assert!(
        head.starts_with("get http://paper.invalid/a?b http/1.1"),
        "{head}"
    );
    assert!(
        head.contains("proxy-authorization: basic dxnlcjpzzwnyzxq="),
        "{head}"
    );
    assert_eq!(fetcher.address(&url).await, None);
}

#[tokio::test]
async fn what_is_private_is_refused_before_it_reaches_the_proxy() {
    let (proxy, mut heads) = server(|_| ok("", b"<p>"), Duration::ZERO).await;
    let port = proxy.port().unwrap();
    let mut settings = behind(port, "");
    settings.private_hosts.clear();
    let fetcher = Fetcher::new(&settings).unwrap();
    for text in [
        "http://10.0.0.1/",
        "http://[::1]/",
        "http://paper.localhost/",
        &format!("http://127.0.0.1:{port}/"),
        "http://paper.invalid:25/",
    ] {
        let url = Url::parse(text).unwrap();
        let fetch = fetcher.get(page(&url)).await;
        assert_eq!(
            fetch.outcome,
            Outcome::Skipped,
            "{text}: {:?}",
            fetch.detail
        );
    }
    assert!(heads.try_recv().is_err());
}

#[tokio::test]
async fn hosts_in_no_proxy_bypass_the_proxy() {
    let (proxy, mut through) = server(|_| ok("", b"<p>"), Duration::ZERO).await;
    let (url, mut direct) = server(|_| ok("content-type: text/html", b"<p>"), Duration::ZERO).await;
    let settings = behind(proxy.port().unwrap(), "paper.localhost");
    let fetch = Fetcher::new(&settings).unwrap().get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::Fetched);
    assert!(direct.recv().await.unwrap().starts_with("get / http/1.1"));
    assert!(through.try_recv().is_err());
}

#[tokio::test]
async fn tls_goes_through_the_proxy_as_a_tunnel() {
    let refusal = || b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n".to_vec();
    let (proxy, mut heads) = server(move |_| refusal(), Duration::ZERO).await;
    let fetcher = Fetcher::new(&behind(proxy.port().unwrap(), "")).unwrap();
    let url = Url::parse("https://paper.invalid/").unwrap();
    let fetch = fetcher.get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::Unreachable, "{:?}", fetch.detail);
    assert!(!fetch.detail.unwrap().contains("secret"));
    let head = heads.recv().await.unwrap();
    assert!(
        head.starts_with("connect paper.invalid:443 http/1.1"),
        "{head}"
    );
}
