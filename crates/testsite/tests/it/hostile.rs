//! The hostile newsroom over a real connection: what should be endless is.

use std::time::Duration;

use testsite::Hostile;

use crate::request;

/// Requests a path and reads at most `at_most` bytes within a second.
async fn ask(site: &Hostile, host: &str, path: &str, at_most: u64) -> String {
    let host = format!("{host}.localhost");
    let limit = Duration::from_secs(1);
    let bytes = request(site.address(), &host, path, "", at_most, limit).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn every_host_has_a_front_page_and_an_ordinary_one() {
    let site = Hostile::start().unwrap();
    for host in Hostile::hosts() {
        for path in ["/", "/ordinary/1"] {
            let answer = ask(&site, host, path, 60).await;
            assert!(
                answer.starts_with("HTTP/1.1 200 OK\r\n"),
                "{host}{path}: {answer}"
            );
        }
    }
    let log = site.log();
    assert_eq!(log.len(), 2 * Hostile::hosts().count());
    assert!(log.iter().all(|request| request.status == 200));
}

#[tokio::test]
async fn endless_responses_do_not_end() {
    let site = Hostile::start().unwrap();
    for (host, path) in [
        ("gzip-bomb", "/bomb"),
        ("zstd-bomb", "/bomb"),
        ("endless-body", "/stream"),
        ("boaster", "/announced"),
        ("endless-head", "/many"),
        ("endless-head", "/long"),
    ] {
        let answer = ask(&site, host, path, 100_000).await;
        assert!(
            answer.len() >= 100_000 / 4,
            "{host}{path}: {}",
            answer.len()
        );
    }
    for (host, path) in [("trickle", "/drop"), ("slow-head", "/slow")] {
        let answer = ask(&site, host, path, 100_000).await;
        assert!((20..400).contains(&answer.len()), "{host}{path}: {answer}");
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
