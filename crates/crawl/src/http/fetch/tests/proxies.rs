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
    let (proxy, mut heads) = server(small_page()).await;
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
    let (proxy, mut heads) = server(small_page()).await;
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
    let (proxy, mut through) = server(small_page()).await;
    let (url, mut direct) = server(small_page()).await;
    let settings = behind(proxy.port().unwrap(), "paper.localhost");
    let fetch = Fetcher::new(&settings).unwrap().get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::Fetched);
    assert!(direct.recv().await.unwrap().starts_with("get / http/1.1"));
    assert!(through.try_recv().is_err());
}

#[tokio::test]
async fn tls_goes_through_the_proxy_as_a_tunnel() {
    let refusal = b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n";
    let (proxy, mut heads) = server(refusal.to_vec()).await;
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

/// Serves one page as a SOCKS5 proxy. Returns what the proxy was asked to connect to: the kind of address, and its bytes.
async fn through_socks(scheme: &str) -> (Fetch, (u8, Vec<u8>)) {
    let (listener, proxy) = listener("http").await;
    let port = proxy.port().unwrap();
    let asked = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut hello = [0; 2];
        stream.read_exact(&mut hello).await.unwrap();
        let mut methods = vec![0; usize::from(hello[1])];
        stream.read_exact(&mut methods).await.unwrap();
        stream.write_all(&[5, 0]).await.unwrap();
        let mut head = [0; 4];
        stream.read_exact(&mut head).await.unwrap();
        let length = match head[3] {
            1 => 4,
            _ => usize::from(stream.read_u8().await.unwrap()),
        };
        let mut address = vec![0; length];
        stream.read_exact(&mut address).await.unwrap();
        assert_eq!(stream.read_u16().await.unwrap(), 80);
        let granted = [5, 0, 0, 1, 0, 0, 0, 0, 0, 0];
        stream.write_all(&granted).await.unwrap();
        let _ = stream.read(&mut [0; 4_096]).await;
        stream.write_all(&small_page()).await.unwrap();
        (head[3], address)
    });
    let mut settings = behind(port, "");
    settings.proxy = format!("{scheme}://127.0.0.1:{port}");
    let url = Url::parse("http://paper.localhost/").unwrap();
    let fetch = Fetcher::new(&settings).unwrap().get(page(&url)).await;
    (fetch, asked.await.unwrap())
}

#[tokio::test]
async fn names_are_resolved_here_for_socks5_and_by_the_proxy_for_socks5h() {
    let cases: [(&str, u8, &[u8]); 2] = [
        ("socks5", 1, &[127, 0, 0, 1]),
        ("socks5h", 3, b"paper.localhost"),
    ];
    for (scheme, kind, address) in cases {
        let (fetch, asked) = through_socks(scheme).await;
        assert_eq!(fetch.outcome, Outcome::Fetched, "{:?}", fetch.detail);
        assert_eq!(asked, (kind, address.to_vec()), "{scheme}");
    }
}
