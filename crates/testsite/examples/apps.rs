//! Serves the single-page sites on loopback until it is ended, for `bench/render.sh`: prints the front page of the first, and
//! writes a seed file in which its pages are always rendered.
//!
//!     cargo run --release -p testsite --example apps -- ARTICLES SEEDS

use testsite::AppSites;

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the address is its output")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let articles = arguments.next().ok_or("how many articles?")?.parse()?;
    let seeds = arguments.next().ok_or("where does the seed file go?")?;
    let sites = AppSites::start(articles).await?;
    std::fs::write(seeds, sites.seeds_toml(&["client"], "always"))?;
    println!("{}", sites.home("client"));
    std::future::pending::<()>().await;
    Ok(())
}
