//! Raw pages out, as WARC archives.

use std::path::Path;

use anyhow::bail;
use chrono::{DateTime, Utc};
use store::{PageKey, RawQuery, Store};
use tokio_util::sync::CancellationToken;

use super::raw::{Export, WHAT};
use super::stream::Stream;
use crate::console::failure::Advise as _;
use crate::console::output::Results;
use crate::files::warc::write::{Files, date};

/// A file that has so many bytes is full.
const FULL: u64 = 1 << 30;

/// Which pages, from where on.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) since: PageKey,
    pub(crate) query: RawQuery,
    /// Also visits that found a page as it was.
    pub(crate) revisits: bool,
    /// Who asks when pages are fetched, where that is set.
    pub(crate) user_agent: Option<String>,
}

pub(crate) async fn run(
    store: &Store,
    wanted: &Wanted,
    out: Option<&Path>,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    // By the clock that the times of fetching are told by.
    let begun = store.server().await?.now;
    let about = about(begun, wanted.user_agent.as_deref());
    let mut export = Export::new(store, wanted, begun, stop);
    if let Some(folder) = out {
        let mut files = Files::begin(folder, begun, FULL, about)
            .advise("name a folder you may write to with --out")?;
        while export.step(&mut files).await? {
            if files.is_full() {
                files.close()?;
                export.write_manifest(folder, &files)?;
            }
        }
        export.finish(&mut files).await?;
        files.close()?;
        export.write_manifest(folder, &files)?;
        let mut out = Results::new();
        out.line(&format!("{} in {}", export.said(), folder.display()))?;
        out.finish()?;
    } else {
        if Results::go_to_a_terminal() {
            bail!(
                "archives are no text for a terminal; name a folder with --out, or send the output on"
            );
        }
        let mut stream = Stream::new(about);
        while export.step(&mut stream).await? {}
        export.finish(&mut stream).await?;
        stream.finish()?;
    }
    export.manifest.tally.warn(WHAT);
    let said = export.said();
    export.progress.finish(&said);
    Ok(())
}

/// What the first record of each file says.
fn about(begun: DateTime<Utc>, user_agent: Option<&str>) -> Vec<(&'static str, String)> {
    let mut about = vec![
        ("software", format!("gleaner/{}", env!("CARGO_PKG_VERSION"))),
        ("format", "WARC File Format 1.1".to_owned()),
        (
            "conformsTo",
            "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/".to_owned(),
        ),
        (
            "description",
            "Pages of news sites. Bodies are stored without content and transfer coding; headers that described them \
             begin with X-Crawler-. Requests are made of their address; their other headers were not kept."
                .to_owned(),
        ),
        ("robots", "obey".to_owned()),
        ("created", date(begun)),
    ];
    if let Some(user_agent) = user_agent {
        about.push(("http-header-user-agent", user_agent.to_owned()));
    }
    about
}
