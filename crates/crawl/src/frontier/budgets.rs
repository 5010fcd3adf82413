//! Link budgets per URL pattern, against crawler traps.
//!
//! Items of feeds and news sitemaps and links of the front page are not bounded, since a site announces a finite number
//! of pages. Traps consist of other links. In the first run these are bounded by the form of their URLs, later by
//! the share of articles among the pages of the same [pattern](crate::url::pattern). A high share gives a large budget
//! and a high priority, whatever the form. A very low share gives a small budget, but never zero, since a site may change what it uses a
//! pattern for.

use std::collections::{HashMap, HashSet};

use store::{PatternStats, Via};
use url::Url;

use crate::frontier::hash;
use crate::url::pattern::pattern;

/// Maximum links to one path with several query parameters, per crawl of a host. They may be filters.
const PER_QUERIED_PATH: usize = 400;
/// Maximum links of a pattern, per crawl of a host.
const MAX_BUDGET: usize = 20_000;

/// Maximum links of a pattern that hardly ever leads to an article, per crawl of a host: enough to notice a change.
const MIN_BUDGET: usize = 20;
/// Articles and pages that every pattern starts with, a Beta(2, 2) distribution: its mean is one half, and some tens of
/// pages are needed to move far from it.
const PRIOR: (f64, f64) = (2.0, 4.0);
/// Share of articles from which a pattern has the whole budget. Below it, the budget falls with the square.
const FULL_SHARE: f64 = 0.25;
/// Share of articles from which the form of a pattern's URLs does not matter: that of three articles on three pages.
const PROVEN_SHARE: f64 = 0.7;
/// Maximum change of a priority by the share of articles of a pattern.
const MAX_SHIFT: f64 = 20.0;

/// Maximum URLs and counts kept. Forgotten URLs are counted again; the lower half of the counts is forgotten.
const MAX_ADMITTED: usize = 1 << 14;
const MAX_COUNTS: usize = 1 << 14;

/// Counts the links that one crawl of a host admits, by pattern.
#[derive(Debug, Default)]
pub(crate) struct Budgets {
    counts: HashMap<u64, usize>,
    admitted: HashSet<u64>,
    /// Expected share of articles, by hash of host and pattern.
    shares: HashMap<u64, f64>,
    /// The probability that a URL is that of an article. `None`: one half.
    prior: Option<ArticlePrior>,
}

/// The probability that a URL is an article's, judged by the URL alone.
pub type ArticlePrior = fn(&Url) -> f32;

/// The expected share of articles among a pattern's pages: the mean of the Beta distribution of prior and counts.
fn share(pages: i32, articles: i32) -> f64 {
    let pages = f64::from(pages.max(0));
    let articles = f64::from(articles.max(0)).min(pages);
    (articles + PRIOR.0) / (pages + PRIOR.1)
}

/// The budget of a pattern per crawl of a host, by its share of articles.
fn budget(share: f64) -> usize {
    let part = (share / FULL_SHARE).clamp(0.0, 1.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "between 0 and the bound, which is small"
    )]
    let links = (MAX_BUDGET as f64 * part * part) as usize;
    links.max(MIN_BUDGET)
}

/// The change of a page's priority by its pattern's share of articles. Lower numbers are visited earlier.
fn shift(share: f64) -> i16 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at most MAX_SHIFT either way"
    )]
    let shift = ((0.5 - share.clamp(0.0, 1.0)) * 2.0 * MAX_SHIFT).round() as i16;
    shift
}

impl Budgets {
    /// Budgets from the pattern statistics of a site.
    pub(crate) fn learned(stats: &[PatternStats], prior: ArticlePrior) -> Self {
        let shares = stats.iter().map(|known| {
            let key = hash(&("pattern", known.authority.as_str(), known.pattern.as_str()));
            (key, share(known.pages, known.articles))
        });
        Self {
            shares: shares.collect(),
            prior: Some(prior),
            ..Self::default()
        }
    }

    /// Whether a link is admitted. Adjusts its priority. Announced items always are.
    pub(crate) fn admit(&mut self, url: &Url, via: Via, priority: &mut i16) -> bool {
        if !matches!(
            via,
            Via::FrontPage | Via::Section | Via::Link | Via::Sitemap
        ) {
            return true;
        }
        let known = if self.shares.is_empty() {
            None
        } else {
            let key = hash(&("pattern", url.authority(), pattern(url).as_str()));
            self.shares.get(&key).map(|share| (key, *share))
        };
        // The prior is used until pages of the pattern have been classified.
        let share = match (known, self.prior) {
            (Some((_, share)), _) => share,
            (None, Some(prior)) => prior(url).into(),
            (None, None) => 0.5,
        };
        *priority += shift(share);
        let mut bounds = Vec::new();
        let is_proven = known.is_some_and(|(_, share)| share >= PROVEN_SHARE);
        let is_linked = matches!(via, Via::Link | Via::Section);
        if is_linked && !is_proven && url.query_pairs().nth(1).is_some() {
            let key = hash(&("path", url.authority(), url.path()));
            bounds.push((key, PER_QUERIED_PATH));
        }
        // The front page has few links; a sitemap may list every tag.
        if via != Via::FrontPage {
            bounds.extend(known.map(|(key, share)| (key, budget(share))));
        }
        bounds.is_empty() || self.allow(url, bounds)
    }

    /// Whether a link is within these bounds. A URL that was admitted before is admitted again and not counted.
    fn allow(&mut self, url: &Url, bounds: Vec<(u64, usize)>) -> bool {
        let identity = hash(url.as_str());
        if self.admitted.contains(&identity) {
            return true;
        }
        if bounds
            .iter()
            .any(|(key, max)| self.counts.get(key).is_some_and(|count| count >= max))
        {
            return false;
        }
        for (key, _) in bounds {
            *self.counts.entry(key).or_default() += 1;
        }
        if self.admitted.len() >= MAX_ADMITTED {
            self.admitted.clear();
        }
        self.admitted.insert(identity);
        if self.counts.len() >= MAX_COUNTS {
            self.forget_counts();
        }
        true
    }

    /// Forgets the lower half of the counts. The cost is constant per count on average.
    fn forget_counts(&mut self) {
        let mut counts: Vec<(usize, u64)> = self.counts.iter().map(|(k, n)| (*n, *k)).collect();
        let middle = counts.len() / 2;
        let median = *counts.select_nth_unstable(middle).1;
        self.counts.retain(|key, count| (*count, *key) > median);
    }
}

#[cfg(test)]
mod tests;
