use super::*;

/// A page whose head has these lines between two others.
fn with_lines(lines: &[u8]) -> Vec<u8> {
    let body = b"<p>ja";
    [
        b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n",
        lines,
        b"x-after: here\r\ncontent-length: 5\r\nconnection: close\r\n\r\n",
        body,
    ]
    .concat()
}

#[tokio::test]
async fn lines_that_are_no_headers_are_skipped() {
    let many = "link: </static/chunk.js>; rel=preload; as=script\r\n".repeat(120);
    let cases: [(&str, &[u8]); 16] = [
        ("quotes", "‘access-control-allow-origin’: *\r\n".as_bytes()),
        ("a blank before the colon", b"X-Cache : HIT\r\n"),
        ("a tab before the colon", b"X-Cache\t: HIT\r\n"),
        (
            "a folded value",
            b"X-Policy: self;\r\n\tscript\r\n    img *\r\n",
        ),
        (
            "a folded value of a header in use",
            b"Vary: Accept,\r\n Cookie\r\n",
        ),
        ("a slash", b"Content/type: text/xml\r\n"),
        ("no colon", b"HIT from edge 7\r\n"),
        ("one word", b"HIT\r\n"),
        ("a control character", b"X-Note: one\x01two\r\n"),
        ("a control character in a name", b"X\x02Note: two\r\n"),
        ("letters of Latin-1", b"X-Ort: M\xfcnchen\r\n"),
        ("a name in Cyrillic", "Заголовок: да\r\n".as_bytes()),
        ("no name", b": nothing\r\n"),
        ("brackets", b"[debug] query took 3 ms: ok\r\n"),
        ("a status of the program behind", b"HTTP/1.0 200 OK\r\n"),
        ("120 headers", many.as_bytes()),
    ];
    for (name, lines) in cases {
        let fetch = get(with_lines(lines)).await;
        assert_eq!(
            (fetch.outcome, &*fetch.body),
            (Outcome::Fetched, &b"<p>ja"[..]),
            "{name}: {:?}",
            fetch.detail
        );
        assert_eq!(fetch.media_type().as_deref(), Some("text/html"), "{name}");
        assert_eq!(fetch.headers["x-after"], "here", "{name}");
    }
    let bare = b"HTTP/1.1 200\nContent-Type: text/html\nConnection: close\n\n<p>ja".to_vec();
    assert_eq!(get(bare).await.body, b"<p>ja");
}

#[tokio::test]
async fn the_bytes_of_a_location_are_sent_back_as_they_came() {
    let cases: [(&[u8], &str); 6] = [
        (
            "/news/münchen-straße".as_bytes(),
            "/news/m%C3%BCnchen-stra%C3%9Fe",
        ),
        (b"/news/m\xfcnchen", "/news/m%FCnchen"),
        (
            b"/news/\xcc\xee\xf1\xea\xe2\xe0?q=\xe4\xe0",
            "/news/%CC%EE%F1%EA%E2%E0?q=%E4%E0",
        ),
        (b"/news/\xb1\xb1\xbe\xa9", "/news/%B1%B1%BE%A9"),
        (b"\\news\\a b%u011f#\xfc", "/news/a%20b%u011f#%FC"),
        (b"  ?p=2  ", "/?p=2"),
    ];
    for (bytes, wanted) in cases {
        let head = [
            b"HTTP/1.1 301 Moved\r\ncontent-length: 0\r\nlocation: ",
            bytes,
            b"\r\n\r\n",
        ];
        let (answer, name) = (head.concat(), String::from_utf8_lossy(bytes));
        let (url, _heads) = server(answer).await;
        let fetch = fetcher().get(page(&url)).await;
        let target = url.join(wanted).unwrap();
        assert_eq!(fetch.location, Some(target), "{name}");
    }
}

#[tokio::test]
async fn every_type_that_servers_compare_with_accept_is_named() {
    let kinds = [
        (
            Accept::Page,
            "text/html application/xhtml+xml application/xml */*",
        ),
        (
            Accept::Feed,
            "application/rss+xml application/atom+xml application/rdf+xml application/feed+json \
             application/json application/xml text/xml text/html */*",
        ),
        (
            Accept::Sitemap,
            "application/xml text/xml text/plain text/html application/rss+xml */*",
        ),
        (Accept::Robots, "text/plain text/html */*"),
    ];
    let (url, mut heads) = server(small_page()).await;
    let fetcher = fetcher();
    for (accept, types) in kinds {
        fetcher.get(Request::new(&url, accept)).await;
        let head = heads.recv().await.unwrap();
        let sent = head.lines().find(|line| line.starts_with("accept: "));
        let sent: Vec<&str> = sent.unwrap()[8..].split(',').collect();
        for wanted in types.split_whitespace() {
            let is_wanted = |part: &&str| part.split(';').next() == Some(wanted);
            assert!(sent.iter().any(is_wanted), "{wanted} in {sent:?}");
        }
    }
}

#[tokio::test]
async fn names_of_headers_are_written_as_browsers_do_in_http_1() {
    let (listener, url) = listener("http").await;
    let served = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut head = [0; 4_096];
        let length = stream.read(&mut head).await.unwrap();
        let _ = stream.write_all(&small_page()).await;
        String::from_utf8_lossy(&head[..length]).into_owned()
    });
    let fetch = fetcher().get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::Fetched, "{:?}", fetch.detail);
    let head = served.await.unwrap();
    for name in ["Host", "User-Agent", "Accept-Encoding"] {
        assert!(head.contains(&format!("\r\n{name}: ")), "{name} in {head}");
    }
}
