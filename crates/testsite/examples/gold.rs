//! Writes the articles of the newsroom with their gold texts, one JSON object a line: `{"id","url","html","gold_text","gold_language"}`.
//!
//! ```console
//! cargo run --release -p testsite --example gold -- 100 > newsroom.jsonl   # articles on each site
//! gleaner eval extract --gold newsroom.jsonl --extractor all
//! ```

use std::io::{self, Write as _};

use testsite::{Newsroom, Settings};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

#[tokio::main(flavor = "current_thread")]
#[expect(
    clippy::disallowed_methods,
    reason = "an example has no other place to write to"
)]
async fn main() -> io::Result<()> {
    let articles = std::env::args().nth(1).and_then(|count| count.parse().ok());
    let newsroom = Newsroom::start(Settings {
        articles_per_site: articles.unwrap_or(Settings::default().articles_per_site),
        ..Settings::default()
    })?;
    let mut out = io::stdout().lock();
    for article in newsroom.expected().articles {
        let line = serde_json::json!({
            "id": article.url,
            "url": article.url,
            "html": page(&newsroom, &article.url).await?,
            "gold_text": article.text,
            "gold_language": article.language,
        });
        writeln!(out, "{line}")?;
    }
    newsroom.stop().await;
    Ok(())
}

/// The body of a page. What is not UTF-8 is taken for Latin-1, which has the letters of windows-1252 right.
async fn page(newsroom: &Newsroom, url: &str) -> io::Result<String> {
    let (host, path) = url
        .strip_prefix("http://")
        .and_then(|rest| Some((rest, rest.find('/')?)))
        .map(|(rest, slash)| rest.split_at(slash))
        .ok_or_else(|| io::Error::other(format!("{url} is no address of a page")))?;
    loop {
        let mut connection = TcpStream::connect(newsroom.address()).await?;
        let request = format!("GET {path} HTTP/1.0\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        connection.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        connection.read_to_end(&mut answer).await?;
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
        let body = answer.split_off(end.map_or(answer.len(), |end| end + 4));
        // One page is busy the first time.
        if !answer.starts_with(b"HTTP/1.0 429") && !answer.starts_with(b"HTTP/1.1 429") {
            return Ok(String::from_utf8(body)
                .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()));
        }
    }
}
