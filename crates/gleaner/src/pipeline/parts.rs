//! Articles on several pages: the first takes the texts of the others, and the others are no articles of their own.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use ::crawl::CanonicalUrl;
use anyhow::Context as _;
use extract::pagination::Pagination;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use store::{PageKey, Reading, Store, StoredPage};

use super::desk::Desk;
use crate::stored::Read;

/// Pages of one article, at most.
const MOST: usize = 30;

/// Reads pages, and joins those of one article. Gives the first pages of articles whose further pages were among them.
pub(super) async fn read(
    store: &Store,
    desk: &Arc<Desk>,
    pages: Vec<StoredPage>,
) -> anyhow::Result<(Vec<Reading>, Vec<PageKey>)> {
    let at_work = Arc::clone(desk);
    let batch = tokio::task::spawn_blocking(move || {
        pages.par_iter().map(|page| at_work.read(page)).collect()
    });
    let mut batch: Vec<Read> = batch.await.context("reading a batch of pages")?;
    let first_pages = join(store, desk, &mut batch).await?;
    let readings = batch.into_iter().map(|read| desk.saved(read)).collect();
    Ok((readings, first_pages))
}

/// Joins what was read with the further pages that are stored. Gives the first pages of those that turned out to be
/// further pages: they are to be read again, since they may have been read without.
async fn join(store: &Store, desk: &Arc<Desk>, batch: &mut [Read]) -> anyhow::Result<Vec<PageKey>> {
    let mut first_pages = Vec::new();
    for read in batch {
        let Some(paging) = read.paging.take() else {
            continue;
        };
        if paging.number > 1 {
            if let Some((url, keys)) = first(store, desk, read, &paging).await? {
                read.continues(&url, paging.number);
                first_pages.extend(keys);
            }
        } else {
            let (texts, urls) = further(store, desk, read, &paging).await?;
            if !texts.is_empty() {
                read.join(&texts, urls);
            }
        }
    }
    first_pages.sort_unstable();
    first_pages.dedup();
    Ok(first_pages)
}

/// The first page of the article that `read` goes on with, if it is stored and says itself that it is one: its address,
/// and what was fetched from there that `read` may belong to.
async fn first(
    store: &Store,
    desk: &Arc<Desk>,
    read: &Read,
    paging: &Pagination,
) -> anyhow::Result<Option<(String, Vec<PageKey>)>> {
    let url = paging.first.as_ref().and_then(|url| spelled(url.as_str()));
    let Some(url) = url else { return Ok(None) };
    let own = read.reading.key;
    let mut keys = store
        .first_pages(read.host_id, &url, own.fetched_at)
        .await?;
    keys.retain(|key| *key != own);
    // the article may have got its second page between two visits to the first
    let pages = store.pages(&keys[..keys.len().min(2)]).await?;
    let (desk, stem) = (Arc::clone(desk), paging.stem.clone());
    let find = move || {
        let is_first = |paging: Pagination| paging.number == 1 && paging.stem == stem;
        let mut pages = pages.into_iter();
        pages.find(|page| desk.read(page).paging.is_some_and(is_first))
    };
    let first = tokio::task::spawn_blocking(find).await?;
    Ok(first.map(|page| (page.url, keys)))
}

/// The texts of the pages after the first, in order, up to the first that is not stored; and their addresses.
async fn further(
    store: &Store,
    desk: &Arc<Desk>,
    first: &Read,
    paging: &Pagination,
) -> anyhow::Result<(Vec<String>, Vec<String>)> {
    let mut series = Series::of(paging);
    let mut wanted = series.wants(paging);
    while !wanted.is_empty() {
        let pages = store.further_pages(first.reading.key, &wanted).await?;
        let desk = Arc::clone(desk);
        let read = tokio::task::spawn_blocking(move || -> Vec<(String, Read)> {
            let read = |page: &StoredPage| (page.url.clone(), desk.read_part(page));
            pages.iter().map(read).collect()
        });
        wanted.clear();
        for (url, read) in read.await? {
            let (Some(article), Some(paging)) = (read.article, read.paging) else {
                continue;
            };
            wanted.extend(series.take(url, article.text, &paging));
        }
    }
    Ok(series.in_order())
}

/// The pages of an article, as they are found.
#[derive(Debug)]
struct Series {
    stem: String,
    /// Addresses that were asked for, that of the first page among them.
    asked: HashSet<String>,
    /// Addresses and texts by number.
    found: HashMap<u32, (String, String)>,
}

impl Series {
    fn of(first: &Pagination) -> Self {
        let here = first.first.as_ref().and_then(|url| spelled(url.as_str()));
        Self {
            stem: first.stem.clone(),
            asked: here.into_iter().collect(),
            found: HashMap::new(),
        }
    }

    /// Addresses of further pages that nobody asked for yet; none if there were enough.
    fn wants(&mut self, paging: &Pagination) -> Vec<String> {
        let named = paging.all.iter().chain(&paging.next);
        let urls = named.filter_map(|url| spelled(url.as_str()));
        urls.filter(|url| self.asked.len() < MOST && self.asked.insert(url.clone()))
            .collect()
    }

    /// Takes a page, if it is one of the article, and gives the addresses of more.
    fn take(&mut self, url: String, text: String, paging: &Pagination) -> Vec<String> {
        if paging.stem != self.stem {
            return Vec::new();
        }
        self.found.entry(paging.number).or_insert((url, text));
        self.wants(paging)
    }

    /// Texts and addresses of the pages after the first.
    fn in_order(mut self) -> (Vec<String>, Vec<String>) {
        let pages = (2..).map_while(|number| self.found.remove(&number));
        pages.map(|(url, text)| (text, url)).unzip()
    }
}

/// An address in the spelling of the frontier.
fn spelled(url: &str) -> Option<String> {
    Some(CanonicalUrl::parse(url).ok()?.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use html::parse;
    use url::Url;

    use super::*;

    /// The paging of a page with these links, each of them to the page after and called so.
    fn paging(url: &str, links: &[String]) -> Pagination {
        let link = |href: &String| format!("<link rel=next href='{href}'>");
        let html: String = links.iter().map(link).collect();
        Pagination::of(&parse(&html), Url::parse(url).ok().as_ref()).unwrap()
    }

    #[test]
    fn a_page_of_another_series_is_not_taken_and_leads_nowhere() {
        let first = paging("https://a.test/s/story", &["/s/story/2".to_owned()]);
        let mut series = Series::of(&first);
        let second = "https://a.test/s/story/2";
        assert_eq!(series.wants(&first), [second]);
        let other = paging(second, &["/s/story/2/2".to_owned()]);
        assert!(
            series
                .take(second.to_owned(), "other".to_owned(), &other)
                .is_empty()
        );
        assert_eq!(series.in_order(), (vec![], vec![]));
    }

    #[test]
    fn so_many_pages_are_asked_for_and_no_more() {
        let base = "https://a.test/s/story";
        let first = paging(base, &[format!("{base}?page=2")]);
        let mut series = Series::of(&first);
        let mut wanted = series.wants(&first);
        let mut asked = 0;
        while let Some(url) = wanted.pop() {
            asked += 1;
            // each page has a few more that no other knows
            let links: Vec<String> = (1..=4)
                .map(|n| format!("{base}?page={}", asked * 4 % 90 + n))
                .collect();
            let paging = Pagination {
                all: links.iter().map(|url| url.parse().unwrap()).collect(),
                ..first.clone()
            };
            wanted.extend(series.take(url, String::new(), &paging));
        }
        assert_eq!(asked, MOST - 1);
    }
}
