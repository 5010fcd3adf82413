//! Writes every page of the newsroom's first day, at a fixed time, one JSON object per line: `{"id","url","html"}`.
//!
//! ```console
//! cargo run --release -p testsite --example labelled | gleaner classify
//! ```

use std::io::{self, Write as _};

use chrono::DateTime;
use testsite::{Settings, labelled_pages};

#[expect(
    clippy::disallowed_methods,
    reason = "an example has no other place to write to"
)]
fn main() -> io::Result<()> {
    let pages = labelled_pages(Settings {
        now: DateTime::from_timestamp(1_795_176_000, 0).unwrap_or_default(),
        ..Settings::default()
    });
    let mut out = io::stdout().lock();
    for page in pages {
        // Anything but UTF-8 is decoded as Latin-1, which is right for the letters of windows-1252.
        let html = String::from_utf8(page.body)
            .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
        writeln!(
            out,
            "{}",
            serde_json::json!({ "id": page.url, "url": page.url, "html": html })
        )?;
    }
    Ok(())
}
