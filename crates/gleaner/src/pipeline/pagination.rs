//! Multi-page articles: the first page gets the texts of the others, which are not separate articles.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use ::crawl::CanonicalUrl;
use anyhow::Context as _;
use extract::pagination::{MAX_PAGES, Pagination};
use store::{NewVerdict, PageKey, Store, StoredPage};

use super::context::BatchContext;
use crate::article::MAX_TEXT_BYTES;
use crate::reading::stored::ExtractedPage;

/// Bytes of the texts of further pages in a batch, after which it ends.
const MAX_JOINED_BYTES: usize = 16 << 20;

/// Extracts pages and joins those of one article. Returns the verdicts, and the first pages, not among them, of articles of which
/// further pages were. If the texts of further pages exceed [`MAX_JOINED_BYTES`], only the first of these pages get a verdict.
pub(super) async fn extract(
    store: &Store,
    context: &Arc<BatchContext>,
    pages: Vec<StoredPage>,
) -> anyhow::Result<(Vec<NewVerdict>, Vec<PageKey>)> {
    let shared = Arc::clone(context);
    let batch = tokio::task::spawn_blocking(move || shared.extract_all(&pages));
    let mut batch = batch.await.context("extracting a batch of pages")?;
    let mut first_pages = join(store, context, &mut batch).await?;
    // The first pages of this batch were joined with all stored pages.
    first_pages.retain(|key| batch.iter().all(|page| page.verdict.key != *key));
    let verdicts = batch
        .into_iter()
        .map(|page| context.extractor.verdict_of(page))
        .collect();
    Ok((verdicts, first_pages))
}

/// Joins the pages of a batch with stored further pages. For pages that turned out to be further pages, returns their first
/// pages, which are extracted again, since they may have been extracted without them. Takes out of the batch what follows once
/// the joined texts exceed [`MAX_JOINED_BYTES`].
async fn join(
    store: &Store,
    context: &Arc<BatchContext>,
    batch: &mut Vec<ExtractedPage>,
) -> anyhow::Result<Vec<PageKey>> {
    let mut first_pages = Vec::new();
    let mut joined = 0;
    for at in 0..batch.len() {
        if joined > MAX_JOINED_BYTES {
            batch.truncate(at);
            break;
        }
        let page = &mut batch[at];
        let Some(paging) = page.paging.take() else {
            continue;
        };
        if paging.number > 1 {
            if let Some((url, keys)) = first(store, context, page, &paging).await? {
                page.reject_as_continuation(&url, paging.number);
                first_pages.extend(keys);
            }
        } else {
            let further = further(store, context, page, &paging).await?;
            // an article with the texts of all pages is not replaced by a shorter one
            page.verdict.is_unreadable |= further.any_damaged;
            let (texts, urls) = further.in_order();
            if !texts.is_empty() {
                joined += texts.iter().map(String::len).sum::<usize>();
                page.join(&texts, urls);
            }
        }
    }
    first_pages.sort_unstable();
    first_pages.dedup();
    Ok(first_pages)
}

/// The first page of the article that `further` continues: its URL, and the pages fetched from there to which `further` may belong.
/// `None` unless a stored page is a first page of the series or is damaged, so that this is unknown.
async fn first(
    store: &Store,
    context: &Arc<BatchContext>,
    further: &ExtractedPage,
    paging: &Pagination,
) -> anyhow::Result<Option<(String, Vec<PageKey>)>> {
    let url = paging
        .first
        .as_ref()
        .and_then(|url| canonical(url.as_str()));
    let Some(url) = url else { return Ok(None) };
    let own = further.verdict.key;
    let mut keys = store
        .first_pages(further.host_id, &url, own.fetched_at)
        .await?;
    keys.retain(|key| *key != own);
    // the second page may have been added between two visits to the first
    let pages = store.pages(&keys[..keys.len().min(2)]).await?;
    let (context, stem) = (Arc::clone(context), paging.stem.clone());
    let find = move || {
        let is_first = |paging: Pagination| paging.number == 1 && paging.stem == stem;
        let mut pages = pages.into_iter();
        pages.find(|page| {
            page.damage.is_some() || context.extract(page).paging.is_some_and(is_first)
        })
    };
    let first = tokio::task::spawn_blocking(find).await?;
    Ok(first.map(|page| (page.url, keys)))
}

/// The pages of an article after the first, in order, up to the first one that is not stored, or until the text is as long as that of
/// an article may be.
async fn further(
    store: &Store,
    context: &Arc<BatchContext>,
    first: &ExtractedPage,
    paging: &Pagination,
) -> anyhow::Result<Series> {
    let mut series = Series::of(paging);
    let mut wanted = series.wanted(paging);
    while !wanted.is_empty() {
        let keys = store.further_pages(first.verdict.key, &wanted).await?;
        wanted.clear();
        let mut keys = keys.as_slice();
        while !keys.is_empty() && !series.is_full() {
            let pages = store.pages_of_batch(keys).await?;
            keys = &keys[pages.len().max(1)..];
            series.any_damaged |= pages.iter().any(|page| page.damage.is_some());
            let context = Arc::clone(context);
            let extracted = tokio::task::spawn_blocking(move || -> Vec<(String, ExtractedPage)> {
                let extract =
                    |page: &StoredPage| (page.url.clone(), context.extract_further_page(page));
                pages.iter().map(extract).collect()
            });
            for (url, page) in extracted.await? {
                let (Some(article), Some(paging)) = (page.article, page.paging) else {
                    continue;
                };
                wanted.extend(series.add(url, article.text, &paging));
            }
        }
    }
    Ok(series)
}

/// The pages of an article found so far.
#[derive(Debug)]
struct Series {
    stem: String,
    /// URLs already looked up, including that of the first page.
    requested: HashSet<String>,
    /// URLs and their texts, by page number.
    found: HashMap<u32, (String, String)>,
    /// Bytes of the texts.
    bytes: usize,
    /// Whether one of them is stored but cannot be read.
    any_damaged: bool,
}

impl Series {
    fn of(first: &Pagination) -> Self {
        let here = first.first.as_ref().and_then(|url| canonical(url.as_str()));
        Self {
            stem: first.stem.clone(),
            requested: here.into_iter().collect(),
            found: HashMap::new(),
            bytes: 0,
            any_damaged: false,
        }
    }

    /// Whether the texts are as long as that of an article may be, so that no further page is read.
    fn is_full(&self) -> bool {
        self.bytes > MAX_TEXT_BYTES
    }

    /// URLs of further pages that have not been looked up yet; none beyond [`MAX_PAGES`].
    fn wanted(&mut self, paging: &Pagination) -> Vec<String> {
        let named = paging.all.iter().chain(&paging.next);
        let urls = named.filter_map(|url| canonical(url.as_str()));
        let limit = MAX_PAGES as usize;
        urls.filter(|url| self.requested.len() < limit && self.requested.insert(url.clone()))
            .collect()
    }

    /// Adds a page if it belongs to the article, and returns the URLs of further pages.
    fn add(&mut self, url: String, text: String, paging: &Pagination) -> Vec<String> {
        if paging.stem != self.stem {
            return Vec::new();
        }
        if !self.is_full() && !self.found.contains_key(&paging.number) {
            self.bytes += text.len();
            self.found.insert(paging.number, (url, text));
        }
        self.wanted(paging)
    }

    /// The pages after the first, in order and without gaps, and their URLs.
    fn in_order(mut self) -> (Vec<String>, Vec<String>) {
        let pages = (2..).map_while(|number| self.found.remove(&number));
        pages.map(|(url, text)| (text, url)).unzip()
    }
}

/// The canonical form of a URL, as used in the frontier.
fn canonical(url: &str) -> Option<String> {
    Some(CanonicalUrl::parse(url).ok()?.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use html::parse;
    use url::Url;

    use super::*;

    /// The paging of a page with these links to the next page.
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
        assert_eq!(series.wanted(&first), [second]);
        let other = paging(second, &["/s/story/2/2".to_owned()]);
        assert!(
            series
                .add(second.to_owned(), "other".to_owned(), &other)
                .is_empty()
        );
        assert_eq!(series.in_order(), (vec![], vec![]));
    }

    #[test]
    fn the_number_of_pages_is_bounded() {
        let base = "https://a.test/s/story";
        let first = paging(base, &[format!("{base}?page=2")]);
        let mut series = Series::of(&first);
        let mut wanted = series.wanted(&first);
        let mut count = 0;
        while let Some(url) = wanted.pop() {
            count += 1;
            // each page links to a few that no other page links to
            let links: Vec<String> = (1..=4)
                .map(|n| format!("{base}?page={}", count * 4 % 900 + n))
                .collect();
            let paging = Pagination {
                all: links.iter().map(|url| url.parse().unwrap()).collect(),
                ..first.clone()
            };
            wanted.extend(series.add(url, String::new(), &paging));
        }
        assert_eq!(count, MAX_PAGES - 1, "all that the crawl follows");
    }

    #[test]
    fn no_further_page_is_read_once_the_text_is_as_long_as_that_of_an_article_may_be() {
        let base = "https://a.test/s/story";
        let first = paging(base, &[format!("{base}?page=2")]);
        let mut series = Series::of(&first);
        series.wanted(&first);
        for number in 2..=6 {
            assert_eq!(series.is_full(), number > 4, "{number}");
            let url = format!("{base}?page={number}");
            let paging = paging(&url, &[format!("{base}?page={}", number + 1)]);
            series.add(url, "x".repeat(MAX_TEXT_BYTES / 2), &paging);
        }
        assert_eq!(series.in_order().0.len(), 3);
    }
}
