//! Reports what rules would change on the stored pages of a site. Writes nothing.

mod report;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use ::crawl::SeedRules;
use anyhow::Context as _;
use chrono::SecondsFormat;
use extract::DatePrecision;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::Serialize;
use store::{NewVerdict, Store, StoredPage};
use web::{ChangedPage, ChangedValue, RuleTrial, RuleUse};

use super::context::KnownRules;
use crate::article::Article;
use crate::reading::stored::{CompiledRules, ExtractedPage, PageExtractor};

/// Extracts up to `limit` of the newest stored pages of a site twice, with the rules in force and with `rules`, until `is_over`.
pub(crate) async fn try_rules(
    store: &Store,
    extractor: &Arc<PageExtractor>,
    site_id: &str,
    rules: &SeedRules,
    limit: u32,
    is_over: impl Fn() -> bool + Send + Sync + 'static,
) -> anyhow::Result<Trial> {
    let after = CompiledRules::new(rules, 0).map_err(anyhow::Error::msg)?;
    let patterns = after.addresses.patterns();
    let patterns: Vec<String> = patterns.map(|(_, pattern)| pattern.to_owned()).collect();
    let found = store.test_pages(site_id, limit.into(), &patterns).await?;
    let mut before = KnownRules::default();
    before.refresh(store, &found.pages).await?;
    let mut trial = Trial::begin(site_id, &after, found.has_queued);
    trial.stored = usize::try_from(found.stored).unwrap_or_default();
    let extractor = Arc::clone(extractor);
    let tried = tokio::task::spawn_blocking(move || {
        let try_page = |page: &StoredPage| {
            (!is_over()).then(|| TriedPage {
                url: page.url.clone(),
                before: extractor.extract(page, before.of(&page.site_id)),
                after: extractor.extract(page, Some(&after)),
            })
        };
        found
            .pages
            .par_iter()
            .map(try_page)
            .collect::<Vec<Option<TriedPage>>>()
    });
    let tried = tried.await.context("reading the pages")?;
    trial.found.left = tried.iter().filter(|page| page.is_none()).count();
    Ok(tried.into_iter().flatten().fold(trial, Trial::add))
}

/// A page extracted twice: with the rules in force, and with those on trial.
#[derive(Debug)]
pub(crate) struct TriedPage {
    pub(crate) url: String,
    pub(crate) before: ExtractedPage,
    pub(crate) after: ExtractedPage,
}

/// The result of trying the rules of a site.
#[derive(Debug, Serialize)]
pub(crate) struct Trial {
    site_id: String,
    /// Pages from which they were chosen: the newest that are stored.
    stored: usize,
    #[serde(flatten)]
    pub(crate) found: RuleTrial,
    #[serde(skip)]
    compiled: CompiledRules,
}

impl Trial {
    pub(crate) fn begin(site_id: &str, rules: &CompiledRules, has_queued: bool) -> Self {
        let selectors = rules.selectors.selectors();
        let selectors = selectors.map(|(key, rule)| (key.to_string(), rule));
        let patterns = rules.addresses.patterns();
        let patterns = patterns.map(|(key, rule)| (key.to_owned(), rule));
        let rules_used = selectors.chain(patterns).map(|(key, rule)| RuleUse {
            key,
            rule: rule.to_owned(),
            pages: 0,
        });
        Self {
            site_id: site_id.to_owned(),
            stored: 0,
            found: RuleTrial {
                has_queued,
                rules: rules_used.collect(),
                ..RuleTrial::default()
            },
            compiled: rules.clone(),
        }
    }

    pub(crate) fn add(mut self, tried: TriedPage) -> Self {
        self.found.pages += 1;
        if let Some(applied) = &tried.after.applied {
            self.found.fell_back += usize::from(applied.fell_back && tried.after.article.is_some());
            let matched = applied.matched.iter();
            for (used, matched) in self.found.rules.iter_mut().zip(matched) {
                used.pages += usize::from(*matched > 0);
            }
        }
        if let Some((key, pattern)) = self.compiled.addresses.first(&tried.url) {
            let mut rules = self.found.rules.iter_mut();
            if let Some(used) = rules.find(|used| used.key == key && used.rule == pattern) {
                used.pages += 1;
            }
        }
        self.found.changed.extend(change(tried));
        self
    }
}

/// Compares the two extractions; `None` if nothing changes.
fn change(tried: TriedPage) -> Option<ChangedPage> {
    let TriedPage { url, before, after } = tried;
    let mut values = BTreeMap::new();
    let mut compare = |field, before: Option<String>, after: Option<String>| {
        if before != after {
            values.insert(field, ChangedValue { before, after });
        }
    };
    if before.verdict.page_type != after.verdict.page_type {
        let [before, after] = [&before, &after].map(|page| Some(describe(&page.verdict)));
        compare("verdict", before, after);
    }
    let nothing = Article::default();
    let [old, new] = [&before, &after].map(|page| page.article.as_ref().unwrap_or(&nothing));
    // Of a page that is no longer an article, only its verdict and the lost text are reported.
    if after.article.is_some() {
        compare("title", old.title.clone(), new.title.clone());
        compare("authors", authors(old), authors(new));
        compare("date", date(old), date(new));
    }
    let texts = (old.text != new.text).then(|| [old.text.clone(), new.text.clone()]);
    let is_lost = before.article.is_some() && after.article.is_none();
    let identities = [&before, &after].map(|page| page.article.as_ref());
    let article = identities.into_iter().flatten().next();
    let article_id = article.map(|article| store::article_id(&article.identity));
    let unreadable = after.applied.and_then(|applied| applied.unreadable_date);
    let unreadable_date = unreadable.filter(|_| after.article.is_some());
    let changed = !values.is_empty() || texts.is_some() || unreadable_date.is_some();
    changed.then_some(ChangedPage {
        url,
        article_id,
        values,
        texts,
        unreadable_date,
        is_lost,
    })
}

/// `other (rule:site: the URL matches …)`.
fn describe(verdict: &NewVerdict) -> String {
    let (source, reason) = (&verdict.label_source, &verdict.reason);
    format!("{} ({source}: {reason})", verdict.page_type)
}

fn authors(article: &Article) -> Option<String> {
    (!article.authors.is_empty()).then(|| article.authors.join(", "))
}

fn date(article: &Article) -> Option<String> {
    let at = article.date_published?;
    Some(match article.date_published_precision {
        Some(DatePrecision::Day | DatePrecision::Month) => at.date_naive().to_string(),
        _ => at.to_rfc3339_opts(SecondsFormat::Secs, true),
    })
}
