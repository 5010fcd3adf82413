//! news-please's `sitelist.hjson`: a list `base_urls` of sites with their crawlers. Only the URLs are used: our own
//! settings decide how sites are crawled, and lists of single articles (crawler `Download`) are not sites.

use super::hjson::{self, Value, ValueKind};
use super::{Seed, SeedEntry};

/// Crawlers of news-please whose URLs are not sites.
const NO_SITES: [&str; 3] = ["Download", "GdeltCrawler", "CommonCrawl"];

/// Parses the sites of a list.
pub(super) fn read(text: &str) -> Result<Vec<SeedEntry>, String> {
    let list = hjson::parse(text)?;
    let Some(entries) = list.member("base_urls") else {
        return Err("`base_urls` is missing".to_owned());
    };
    let ValueKind::List(entries) = &entries.kind else {
        return Err(format!("line {}: `base_urls` is not a list", entries.line));
    };
    Ok(entries.iter().flat_map(entry).collect())
}

fn entry(entry: &Value) -> Vec<SeedEntry> {
    let wrong = |why: &str| vec![SeedEntry::new(Some(entry.line), "", Err(why.to_owned()))];
    let Some(urls) = entry.member("url") else {
        return wrong("this entry of `base_urls` has no `url`");
    };
    let crawler = entry.member("crawler").and_then(Value::text);
    let other = crawler.filter(|crawler| NO_SITES.contains(crawler));
    let each = urls.each().iter().map(|value| {
        let url = value.text().unwrap_or_default().trim();
        let seed = match other {
            Some(crawler) => Err(format!(
                "the crawler {crawler:?} does not list sites; remove this entry"
            )),
            None => Seed::from_home(url).map_err(|error| error.to_string()),
        };
        SeedEntry::new(Some(value.line), url, seed)
    });
    each.collect()
}
