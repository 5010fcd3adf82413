//! Finds the pages of a multi-page article step by step, as each page links to others. No I/O.

use std::collections::{HashMap, HashSet};

use ::crawl::CanonicalUrl;
use extract::pagination::Pagination;

/// Maximum pages of an article.
const MAX_PAGES: usize = 30;

/// The pages of an article found so far.
#[derive(Debug)]
pub(crate) struct Series<T> {
    stem: String,
    /// URLs already looked up, including that of the first page.
    requested: HashSet<String>,
    /// URLs and their pages, by page number.
    found: HashMap<u32, (String, T)>,
}

impl<T> Series<T> {
    pub(crate) fn of(first: &Pagination) -> Self {
        let here = first.first.as_ref().and_then(|url| canonical(url.as_str()));
        Self {
            stem: first.stem.clone(),
            requested: here.into_iter().collect(),
            found: HashMap::new(),
        }
    }

    /// URLs of further pages that have not been looked up yet; none beyond [`MAX_PAGES`].
    pub(crate) fn wanted(&mut self, paging: &Pagination) -> Vec<String> {
        let named = paging.all.iter().chain(&paging.next);
        let urls = named.filter_map(|url| canonical(url.as_str()));
        urls.filter(|url| self.requested.len() < MAX_PAGES && self.requested.insert(url.clone()))
            .collect()
    }

    /// Adds a page if it belongs to the article, and returns the URLs of further pages.
    pub(crate) fn add(&mut self, url: String, page: T, paging: &Pagination) -> Vec<String> {
        if paging.stem != self.stem {
            return Vec::new();
        }
        self.found.entry(paging.number).or_insert((url, page));
        self.wanted(paging)
    }

    /// The pages after the first, in order and without gaps, and their URLs.
    pub(crate) fn in_order(mut self) -> (Vec<T>, Vec<String>) {
        let pages = (2..).map_while(|number| self.found.remove(&number));
        pages.map(|(url, page)| (page, url)).unzip()
    }
}

/// The canonical form of a URL, as used in the frontier.
pub(crate) fn canonical(url: &str) -> Option<String> {
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
        let mut asked = 0;
        while let Some(url) = wanted.pop() {
            asked += 1;
            // each page links to a few that no other page links to
            let links: Vec<String> = (1..=4)
                .map(|n| format!("{base}?page={}", asked * 4 % 90 + n))
                .collect();
            let paging = Pagination {
                all: links.iter().map(|url| url.parse().unwrap()).collect(),
                ..first.clone()
            };
            wanted.extend(series.add(url, String::new(), &paging));
        }
        assert_eq!(asked, MAX_PAGES - 1);
    }
}
