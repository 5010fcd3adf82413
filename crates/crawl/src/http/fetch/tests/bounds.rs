use super::*;

#[tokio::test]
async fn a_body_is_bounded_after_decompression_and_whatever_is_announced() {
    let fits = served("content-type: text/html", &vec![b'a'; 100_000]).await;
    assert_eq!((fits.outcome, fits.body.len()), (Outcome::Fetched, 100_000));
    let over = served("content-type: text/html", &vec![b'a'; 100_001]).await;
    assert_eq!(
        (over.outcome, over.body.capacity()),
        (Outcome::TooLarge, 0),
        "what is not kept costs no memory"
    );
    let announced = served("content-length: 900000000000", &vec![b'a'; 100_001]).await;
    assert_eq!(announced.outcome, Outcome::TooLarge);
}

#[tokio::test]
async fn a_page_or_channel_above_the_bound_is_read_up_to_it_and_known_as_cut() {
    let (announced, packed) = ("content-length: 200006", "content-encoding: gzip");
    for (accept, begin) in [
        (Accept::Page, "<html>"),
        (Accept::Page, "<rss>\n"),
        (Accept::Feed, "<rss>\n"),
    ] {
        let body = [begin.as_bytes(), &vec![b'a'; 200_000]].concat();
        for answer in [
            ok("x-a: b", &body),
            ok(announced, &body),
            ok(packed, &gz(&body)),
        ] {
            let cut = get_as(accept, answer).await;
            assert_eq!(cut.outcome, Outcome::Fetched, "{:?}", cut.detail);
            assert_eq!(cut.body, body[..100_000]);
            assert_eq!(cut.detail.as_deref(), Some("read up to byte 100000"));
            assert_eq!(cut.headers["warc-truncated"], "length");
        }
    }
    let whole = served("warc-truncated: length", b"<html>").await;
    assert_eq!(whole.outcome, Outcome::Fetched, "{:?}", whole.detail);
    assert!(!whole.headers.contains_key("warc-truncated"));
}

#[tokio::test]
async fn headers_are_bounded_in_number_and_bytes() {
    for (count, outcome) in [(2_000, Outcome::Fetched), (5_000, Outcome::TooLarge)] {
        let many = "x-filler: 0123456789\r\n".repeat(count);
        let many = served(many.trim_end(), b"<html>").await;
        assert_eq!(many.outcome, outcome, "{count}: {:?}", many.detail);
    }
    let long = served(&format!("x-filler: {}", "x".repeat(66_000)), b"<html>").await;
    assert_eq!(long.outcome, Outcome::TooLarge);
    assert!(long.detail.unwrap().contains("headers") && long.headers.is_empty());
    let endless = served(&format!("x-filler: {}", "x".repeat(600_000)), b"").await;
    assert_eq!(endless.outcome, Outcome::TooLarge, "{:?}", endless.detail);
}

#[tokio::test]
async fn headers_that_drip_end_at_the_bound_for_the_first_byte() {
    let mut settings = settings();
    settings.first_byte_timeout = Duration::from_millis(700);
    // A piece arrives every second: there is never a long silence, and never an end.
    let drip = format!("HTTP/1.1 200 OK\r\nx-filler: {}", "x".repeat(16_384 * 20));
    let fetch = get_within(&settings, drip.into_bytes(), Duration::from_secs(1)).await;
    assert_eq!(fetch.outcome, Outcome::Timeout, "{:?}", fetch.detail);
    assert!(
        fetch.duration < Duration::from_mins(1),
        "{:?}",
        fetch.duration
    );
}

#[tokio::test]
async fn a_large_gzipped_sitemap_stays_compressed_and_a_small_one_does_not() {
    for (size, is_compressed) in [(1_000, false), (3 << 20, true)] {
        let text = vec![b' '; size];
        let answer = ok("content-encoding: gzip", &gz(&text));
        let fetch = get_as(Accept::Sitemap, answer).await;
        assert_eq!(fetch.outcome, Outcome::Fetched);
        assert_eq!(
            fetch.body.starts_with(&[0x1f, 0x8b]),
            is_compressed,
            "{size}"
        );
    }
}

#[tokio::test]
async fn a_large_body_keeps_its_room_as_long_as_it_is_held() {
    let mut settings = settings();
    settings.max_body_bytes = 3 << 20;
    // a body that may be larger than that takes all of it
    settings.max_bytes_in_flight = 2 << 20;
    let body = ok("content-type: text/html", &vec![b'a'; 2 << 20]);
    let (url, _heads) = server(body).await;
    let fetcher = Fetcher::new(&settings).unwrap();
    let first = fetcher.get(page(&url)).await;
    assert_eq!(
        (first.outcome, first.body.len()),
        (Outcome::Fetched, 2 << 20)
    );
    assert!(first.memory.is_some());
    // The memory is still held, so the next large body waits.
    let second = timeout(Duration::from_millis(500), fetcher.get(page(&url)));
    assert!(second.await.is_err());
    drop(first);
    let third = fetcher.get(page(&url)).await;
    assert_eq!(third.outcome, Outcome::Fetched);
}

/// More than a server may send besides a body by [`settings`].
const FLOOD: usize = 2 << 20;

/// A chunked page whose chunk sizes stand between the two texts.
fn chunked(size: &str, last: &str) -> Vec<u8> {
    let body = format!("{size}\r\n<p>ja\r\n{last}\r\n\r\n");
    let headers = "content-type: text/html\r\ntransfer-encoding: chunked";
    ok(headers, body.as_bytes())
}

/// Interim responses of at least so many bytes, and a page.
fn interim(head: &str, bytes: usize) -> Vec<u8> {
    let heads = format!("HTTP/1.1 {head}\r\n\r\n").repeat(bytes / head.len() + 1);
    [heads.into_bytes(), ok("content-type: text/html", b"<p>ja")].concat()
}

#[tokio::test]
async fn what_a_server_sends_besides_the_body_is_counted_like_the_body() {
    let hints = "103 Early Hints\r\nlink: </a.js>; rel=preload";
    let long = format!("102 Processing\r\nx-filler: {}", "x".repeat(20_000));
    let kinds = |bytes: usize| {
        let (zeros, blanks) = ("0".repeat(bytes), " ".repeat(bytes));
        [
            ("continue", interim("100 Continue", bytes)),
            ("hints", interim(hints, bytes)),
            ("long heads", interim(&long, bytes)),
            ("zeros of a chunk", chunked(&format!("{zeros}5"), "0")),
            ("zeros of the last chunk", chunked("5", &zeros)),
            ("blanks after a size", chunked(&format!("5{blanks}"), "0")),
            ("extensions", chunked(&format!("5;{blanks}"), "0")),
        ]
    };
    for ((name, flood), (_, few)) in kinds(FLOOD).into_iter().zip(kinds(9)) {
        let flood = get(flood).await;
        assert_eq!(flood.outcome, Outcome::TooLarge, "{name}: {flood:?}");
        let few = get(few).await;
        assert_eq!(
            (few.outcome, &*few.body),
            (Outcome::Fetched, &b"<p>ja"[..]),
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_body_in_the_smallest_chunks_and_many_pages_on_one_connection_are_read() {
    let chunks = "1\r\na\r\n".repeat(100_000) + "0\r\n\r\n";
    let page = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n{chunks}"
    );
    let (listener, url) = listener("http").await;
    tokio::spawn(async move {
        // One connection: a second one would not be answered.
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = [0; 4_096];
        while stream.read(&mut request).await.unwrap_or(0) > 0 {
            let _ = stream.write_all(page.as_bytes()).await;
        }
    });
    let fetcher = fetcher();
    for _ in 0..4 {
        let fetch = fetcher.get(super::page(&url)).await;
        assert_eq!(fetch.outcome, Outcome::Fetched, "{:?}", fetch.detail);
        assert_eq!(fetch.body.len(), 100_000);
    }
}

#[tokio::test]
async fn a_second_response_behind_the_first_is_not_taken_for_the_next_page() {
    let response = |text: &str| {
        let length = text.len();
        format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {length}\r\n\r\n{text}"
        )
    };
    let both = response("announced") + &response("poison");
    let (listener, url) = listener("http").await;
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let both = both.clone();
            tokio::spawn(async move {
                let mut request = [0; 4_096];
                while stream.read(&mut request).await.unwrap_or(0) > 0 {
                    let _ = stream.write_all(both.as_bytes()).await;
                }
            });
        }
    });
    let fetcher = fetcher();
    for _ in 0..4 {
        let fetch = fetcher.get(page(&url)).await;
        assert_eq!(fetch.outcome, Outcome::Fetched, "{:?}", fetch.detail);
        assert_eq!(fetch.body, b"announced");
    }
}
