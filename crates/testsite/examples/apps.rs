//! Serves the three ordinary single-page sites until its standard input ends, then says what was requested.
//!
//! `apps ARTICLES SEEDS`: articles on each site; the seed file that it writes. Prints the front pages, one a line, and an empty line.

use std::io::{Read as _, Write as _};

use testsite::AppSites;

const SITES: [&str; 3] = ["client", "stream", "data"];

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(articles), Some(seeds)) = (arguments.next(), arguments.next()) else {
        return Err(std::io::Error::other("usage: apps ARTICLES SEEDS"));
    };
    let articles = articles.parse().map_err(std::io::Error::other)?;
    let sites = AppSites::start(articles).await?;
    std::fs::write(seeds, sites.seeds_toml(&SITES, "auto"))?;
    let mut out = std::io::stdout();
    for site in SITES {
        writeln!(out, "{}", sites.home(site))?;
    }
    writeln!(out)?;
    out.flush()?;
    tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await??;
    let log = sites.log();
    let pages = log
        .iter()
        .filter(|request| request.path.starts_with("/artikel/"));
    writeln!(out, "requests={}", log.len())?;
    writeln!(out, "requests_for_articles={}", pages.count())?;
    writeln!(out, "unwanted_requests={}", sites.unwanted().len())
}
