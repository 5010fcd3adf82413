//! Writes the articles of the newsroom with their gold texts, one JSON object per line: `{"id","url","html","gold_text","gold_language"}`.
//!
//! ```console
//! cargo run --release -p testsite --example gold -- 100 > newsroom.jsonl   # articles on each site
//! workshop eval extract --gold newsroom.jsonl --extractor all
//! ```

use std::io::{self, Write as _};

use testsite::{Newsroom, Settings};

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
        // Anything but UTF-8 is decoded as Latin-1, which is right for the letters of windows-1252.
        let html = String::from_utf8(newsroom.page(&article.url))
            .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
        let line = serde_json::json!({
            "id": article.url,
            "url": article.url,
            "html": html,
            "gold_text": article.text,
            "gold_language": article.language,
        });
        writeln!(out, "{line}")?;
    }
    newsroom.stop().await;
    Ok(())
}
