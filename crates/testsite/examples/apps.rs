//! Serves the three ordinary single-page sites until its standard input ends, then prints how many requests there were.
//!
//! `apps ARTICLES SEEDS`: number of articles on each site, and the seed file to write. Prints the front pages, one per line, and an
//! empty line.

use std::io::Read as _;

use testsite::AppSites;

const SITES: [&str; 3] = ["client", "stream", "data"];

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the answers are its output")]
async fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(articles), Some(seeds)) = (arguments.next(), arguments.next()) else {
        return Err(std::io::Error::other("usage: apps ARTICLES SEEDS"));
    };
    let articles = articles.parse().map_err(std::io::Error::other)?;
    let sites = AppSites::start(articles).await?;
    std::fs::write(seeds, sites.seeds_toml(&SITES, "auto"))?;
    for site in SITES {
        println!("{}", sites.home(site));
    }
    println!();
    tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await??;
    let log = sites.log();
    let pages = log
        .iter()
        .filter(|request| request.path.starts_with("/artikel/"));
    println!("requests={}", log.len());
    println!("requests_for_articles={}", pages.count());
    println!("unwanted_requests={}", sites.unwanted().len());
    Ok(())
}
