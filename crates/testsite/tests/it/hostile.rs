//! The hostile newsroom over a real connection: its nuisances are real.

#![expect(clippy::unwrap_used, reason = "a failing helper is a failing test")]

use std::time::Duration;

use testsite::Hostile;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// Asks for a path and reads what comes within a second, `at_most` bytes of it.
async fn ask(site: &Hostile, scene: &str, path: &str, at_most: u64) -> String {
    let mut stream = TcpStream::connect(site.address()).await.unwrap();
    let port = site.address().port();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {scene}.localhost:{port}\r\nUser-Agent: test\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    let mut limited = stream.take(at_most);
    let _ = timeout(Duration::from_secs(1), limited.read_to_end(&mut bytes)).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn every_host_has_a_front_page_and_an_ordinary_one() {
    let site = Hostile::start().unwrap();
    for scene in Hostile::scenes() {
        for path in ["/", "/ordinary/1"] {
            let answer = ask(&site, scene, path, 60).await;
            assert!(
                answer.starts_with("HTTP/1.1 200 OK\r\n"),
                "{scene}{path}: {answer}"
            );
        }
    }
    let log = site.log();
    assert_eq!(log.len(), 2 * Hostile::scenes().count());
    assert!(log.iter().all(|request| request.status == 200));
}

#[tokio::test]
async fn what_should_not_end_does_not_end() {
    let site = Hostile::start().unwrap();
    for (scene, path) in [
        ("gzip-bomb", "/bomb"),
        ("zstd-bomb", "/bomb"),
        ("endless-body", "/stream"),
        ("boaster", "/announced"),
        ("endless-head", "/many"),
        ("endless-head", "/long"),
    ] {
        let answer = ask(&site, scene, path, 100_000).await;
        assert!(
            answer.len() >= 100_000 / 4,
            "{scene}{path}: {}",
            answer.len()
        );
    }
    for (scene, path) in [("trickle", "/drop"), ("slow-head", "/slow")] {
        let answer = ask(&site, scene, path, 100_000).await;
        assert!((20..400).contains(&answer.len()), "{scene}{path}: {answer}");
    }
    assert_eq!(ask(&site, "silent", "/silence", 1).await, "");
}

#[tokio::test]
async fn a_cookie_opens_the_door_and_only_a_cookie() {
    let site = Hostile::start().unwrap();
    assert!(
        ask(&site, "cookie-door", "/paper", 200)
            .await
            .contains("Location: /door")
    );
    assert!(
        ask(&site, "cookie-door", "/door", 200)
            .await
            .contains("Set-Cookie: door=open")
    );
    let with = ask(
        &site,
        "cookie-door",
        "/paper HTTP/1.1\r\nCookie: door=open\r\nX-Rest:",
        200,
    )
    .await;
    assert!(with.starts_with("HTTP/1.1 200 OK"), "{with}");
}
