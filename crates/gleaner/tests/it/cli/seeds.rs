//! Checks of seeds.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;

use super::{Folder, code, gleaner, stderr, stdout};

/// A site without a robots.txt whose other answers have this status. Returns its front page.
fn site(status: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let home = format!(
        "http://localhost:{}/",
        listener.local_addr().unwrap().port()
    );
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map(Result::unwrap) {
            let mut lines = BufReader::new(&stream).lines().map(Result::unwrap);
            let request = lines.next().unwrap_or_default();
            lines.find(String::is_empty);
            let status = if request.contains("/robots.txt") {
                "404 Not Found"
            } else {
                status
            };
            let answer =
                format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    home
}

#[test]
fn a_check_fails_if_the_front_page_cannot_be_fetched() {
    let folder = Folder::new();
    for (status, meaning) in [
        ("429 Too Many Requests", "asks for fewer requests"),
        ("403 Forbidden", "refuses this crawler"),
        ("404 Not Found", "correct `home`"),
        (
            "500 Internal Server Error",
            "cannot be fetched: server error",
        ),
    ] {
        folder.write("mine.txt", site(status));
        let output = gleaner(&folder)
            .args(["seed", "check", "mine.txt"])
            .env("GLEANER__CRAWL__CONTACT", "https://example.org/bot")
            .env("GLEANER__CRAWL__PRIVATE_HOSTS", "[\"localhost\"]")
            .env("GLEANER__CRAWL__DELAY_SECONDS", "0.05")
            .output()
            .unwrap();
        let printed = stdout(&output).to_owned() + stderr(&output);
        assert_eq!(code(&output), 1, "{printed}");
        assert!(printed.contains(meaning), "{printed}");
        assert!(
            printed.contains("1 of 1 site cannot be crawled at present"),
            "{printed}"
        );
    }
}
