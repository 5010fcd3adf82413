//! Articles on several pages: the first takes the texts of the others, and the others are no articles of their own.

use std::collections::HashMap;
use std::sync::Arc;

use ::crawl::CanonicalUrl;
use anyhow::Context as _;
use extract::pages::Paging;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use store::{PageKey, Reading, Store, StoredPage};

use super::desk::Desk;
use crate::stored::Read;

/// Pages of one article, at most.
const MOST: u32 = 30;

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
    let readings = batch.into_iter().map(|read| read.reading).collect();
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
            if let Some((url, key)) = first(store, desk, read, &paging).await? {
                read.continues(&url, paging.number);
                first_pages.push(key);
            }
        } else {
            let (texts, urls) = further(store, desk, read.host_id, paging).await?;
            if !texts.is_empty() {
                read.join(&texts, urls);
            }
        }
    }
    first_pages.sort_unstable();
    first_pages.dedup();
    Ok(first_pages)
}

/// The first page of the article that `read` goes on with, if it is stored and says itself that it is one.
async fn first(
    store: &Store,
    desk: &Arc<Desk>,
    read: &Read,
    paging: &Paging,
) -> anyhow::Result<Option<(String, PageKey)>> {
    let host_id = read.host_id;
    let url = paging.first.as_ref().and_then(|url| spelled(url.as_str()));
    let urls: Vec<String> = url.into_iter().collect();
    let stored = store.pages_of_urls(host_id, &urls).await?.pop();
    let Some(page) = stored.filter(|page| page.key != read.reading.key) else {
        return Ok(None);
    };
    let (url, key) = (page.url.clone(), page.key);
    let desk = Arc::clone(desk);
    let read = move || desk.read(&page).paging;
    let first = tokio::task::spawn_blocking(read).await?;
    let is_first = first.is_some_and(|first| first.number == 1);
    Ok(is_first.then_some((url, key)))
}

/// The texts of the pages after the first, in order, up to the first that is not stored; and their addresses.
async fn further(
    store: &Store,
    desk: &Arc<Desk>,
    host_id: i64,
    paging: Paging,
) -> anyhow::Result<(Vec<String>, Vec<String>)> {
    let mut found: HashMap<u32, (String, String)> = HashMap::new();
    let mut asked: Vec<String> = Vec::new();
    let mut wanted = neighbours(&paging, &asked);
    while !wanted.is_empty() && found.len() < MOST as usize {
        let pages = store.pages_of_urls(host_id, &wanted).await?;
        asked.append(&mut wanted);
        let desk = Arc::clone(desk);
        let read = tokio::task::spawn_blocking(move || -> Vec<(String, Read)> {
            let read = |page: &StoredPage| (page.url.clone(), desk.read_part(page));
            pages.iter().map(read).collect()
        });
        for (url, read) in read.await? {
            let (Some(article), Some(paging)) = (read.reading.article, read.paging) else {
                continue;
            };
            wanted.extend(neighbours(&paging, &asked));
            found.entry(paging.number).or_insert((url, article.text));
        }
        wanted.sort_unstable();
        wanted.dedup();
    }
    let in_order = (2..=MOST).map_while(|number| found.remove(&number));
    Ok(in_order.map(|(url, text)| (text, url)).unzip())
}

/// Addresses of pages of the article that were not asked for yet.
fn neighbours(paging: &Paging, asked: &[String]) -> Vec<String> {
    let named = paging.all.iter().chain(&paging.next);
    let urls = named.filter_map(|url| spelled(url.as_str()));
    urls.filter(|url| !asked.contains(url))
        .take(MOST as usize)
        .collect()
}

/// An address in the spelling of the frontier.
fn spelled(url: &str) -> Option<String> {
    Some(CanonicalUrl::parse(url).ok()?.as_str().to_owned())
}
