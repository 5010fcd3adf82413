//! Turns a stored page into a verdict and an article, ready to be saved. No I/O.

mod plausibility;
pub(crate) mod time_zone;

use chrono_tz::Tz;
use classify::{PageType, UrlRules};
use crawl::SeedRules;
use extract::pagination::{self, Pagination};
use extract::{Extraction, RuleText, RulesApplied, SiteRules};
use store::StoredPage;

pub(crate) use self::plausibility::canonical;

use crate::article::Article;
use crate::files::pages::Fault;
use crate::reading::{Judge, Judged, PageInput, UNREADABLE, boxes_of, composed, model_identity};
use crate::settings::{Settings, time_zone_named};

#[derive(Debug)]
pub(crate) struct ExtractedPage {
    pub(crate) host_id: i64,
    /// Without the article.
    pub(crate) verdict: store::NewVerdict,
    /// `None` if the page is rejected.
    pub(crate) article: Option<Article>,
    /// Its position among the pages of its article, if there are several.
    pub(crate) paging: Option<Pagination>,
    /// The rules of its site that matched.
    pub(crate) applied: Option<RulesApplied>,
}

impl ExtractedPage {
    /// Adds the texts of the article's further pages.
    pub(crate) fn join(&mut self, texts: &[String], addresses: Vec<String>) {
        let Some(article) = &mut self.article else {
            return;
        };
        let own = std::iter::once(article.text.as_str());
        let all: Vec<&str> = own.chain(texts.iter().map(String::as_str)).collect();
        article.set_text(pagination::join(&all));
        article.parts = Some(addresses);
    }

    /// Rejects the page as a further page of an article.
    pub(crate) fn reject_as_continuation(&mut self, first: &str, number: u32) {
        let verdict = &mut self.verdict;
        (self.article, verdict.layout) = (None, None);
        // the function `is_rejected` in the schema uses this name
        "rule:continuation".clone_into(&mut verdict.label_source);
        verdict.reason = format!("page {number} of {first}");
    }
}

/// Extracts and classifies stored pages with one extractor and one classifier.
#[derive(Debug)]
pub(crate) struct PageExtractor {
    judge: Judge,
    /// Identifies the code and the weights. When it changes, all pages are extracted again.
    pub(crate) version: String,
    /// Whether a page is kept although its article already had the same text.
    pub(crate) keeps_repeated: bool,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct CompiledRules {
    pub(crate) selectors: SiteRules,
    pub(crate) addresses: UrlRules,
    /// The time zone of times without an offset.
    pub(crate) time_zone: Option<Tz>,
    pub(crate) revision: i32,
}

impl CompiledRules {
    /// Compiles the rules of a seed. The error names the key and the selector or pattern.
    pub(crate) fn new(rules: &SeedRules, revision: i32) -> Result<Self, String> {
        let selectors = SiteRules::compile(&RuleText {
            text: &rules.text,
            keep: &rules.keep,
            drop: &rules.drop,
            title: &rules.title,
            author: &rules.author,
            date: &rules.date,
        });
        let addresses = UrlRules::new(&rules.articles, &rules.not_articles);
        let time_zone = rules.time_zone.as_deref().map(time_zone_named).transpose();
        Ok(Self {
            selectors: selectors.map_err(|error| error.to_string())?,
            addresses: addresses.map_err(|error| error.to_string())?,
            time_zone: time_zone.map_err(|error| format!("`time_zone`: {error}"))?,
            revision,
        })
    }

    /// Whether there are no rules. Rules that were withdrawn leave an empty set.
    pub(crate) fn is_empty(&self) -> bool {
        self.selectors.is_empty()
            && self.addresses.patterns().next().is_none()
            && self.time_zone.is_none()
    }
}

impl PageExtractor {
    /// Creates the extractor and the classifier named in the settings.
    pub(crate) fn new(settings: &Settings) -> anyhow::Result<Self> {
        let judge = Judge::new(settings, None, None)?;
        let version = format!(
            "{} {}{}, {} {}",
            judge.options.extractor.name,
            extract::VERSION,
            judge.options,
            model_identity(&settings.classify, &judge.model)?,
            classify::VERSION
        );
        Ok(Self {
            judge,
            version,
            keeps_repeated: settings.retention.repeated_pages,
        })
    }

    /// Extracts and classifies a page with the rules of its site. Every page gets a verdict, whatever its bytes.
    pub(crate) fn extract(
        &self,
        page: &StoredPage,
        rules: Option<&CompiledRules>,
    ) -> ExtractedPage {
        self.read(page, rules, false)
    }

    /// Extracts a further page of an article. Its own verdict does not count.
    pub(crate) fn extract_further_page(
        &self,
        page: &StoredPage,
        rules: Option<&CompiledRules>,
    ) -> ExtractedPage {
        self.read(page, rules, true)
    }

    fn read(
        &self,
        page: &StoredPage,
        rules: Option<&CompiledRules>,
        is_further: bool,
    ) -> ExtractedPage {
        let mut extracted = self.unreadable(page, rules);
        if page.damage.is_some() {
            return extracted;
        }
        let html = html::decode(&page.body, page.content_type.as_deref()).text;
        let boxes = boxes_of(page);
        let selectors = rules.map(|rules| &rules.selectors);
        let Judged {
            mut extraction,
            mut verdict,
        } = self.judge.judge(&PageInput {
            html: &html,
            url: Some(&page.url),
            http_status: u16::try_from(page.http_status).ok(),
            rules: selectors.filter(|rules| !rules.is_empty()),
            boxes: &boxes,
            time_zone: time_zone::of(page, rules),
        });
        if let Some(rules) = rules {
            verdict = rules.addresses.judge(&page.url, verdict);
        }
        if is_further {
            verdict.page_type = PageType::Article;
        }
        let is_article = verdict.is_article();
        extracted.verdict = store::NewVerdict {
            page_type: verdict.page_type.as_str().to_owned(),
            news_score: verdict.news_score,
            features: serde_json::to_value(&verdict.features).unwrap_or_default(),
            label_source: verdict.label_source,
            reason: verdict.reason,
            pattern: crawl::pattern_of(&page.url_requested),
            layout: extraction.layout.filter(|_| is_article),
            is_unreadable: false,
            ..extracted.verdict
        };
        extracted.applied = extraction.rules.take();
        extracted.paging = extraction.paging.take().filter(|_| is_article);
        extracted.article = is_article.then(|| article(page, extraction));
        extracted
    }

    /// The result for a page whose stored body is damaged, from which that for others begins.
    fn unreadable(&self, page: &StoredPage, rules: Option<&CompiledRules>) -> ExtractedPage {
        let damage = page.damage.clone().unwrap_or_default();
        ExtractedPage {
            host_id: page.host_id,
            verdict: store::NewVerdict {
                key: page.key,
                version: self.version.clone(),
                page_type: PageType::Error.as_str().to_owned(),
                news_score: 0.0,
                features: serde_json::json!({}),
                label_source: UNREADABLE.to_owned(),
                reason: Fault::Damaged(damage).to_string(),
                // a damaged page says nothing about its URL pattern
                pattern: String::new(),
                layout: None,
                rules_revision: rules.map_or(0, |rules| rules.revision),
                article: None,
                is_unreadable: true,
            },
            article: None,
            paging: None,
            applied: None,
        }
    }

    /// The verdict with the article, to be saved.
    pub(crate) fn verdict_of(&self, page: ExtractedPage) -> store::NewVerdict {
        let article = page.article;
        store::NewVerdict {
            article: article.map(|article| article.columns(self.judge.options.extractor.name)),
            ..page.verdict
        }
    }
}

/// The article of a stored page: its plausible values, completed from the feed or news sitemap that named it.
fn article(page: &StoredPage, mut extraction: Extraction) -> Article {
    let text = composed(std::mem::take(&mut extraction.text));
    let mut article = Article::new(extraction, text);
    if page.headers.get(crawl::TRUNCATED_HEADER).is_some() {
        article.is_truncated = Some(true);
    }
    plausibility::check(&mut article, page);
    let own = identity(&page.url);
    article.identity = article
        .url_canonical
        .as_deref()
        .map_or_else(|| own.clone(), identity);
    article.own_identity = Some(own).filter(|own| *own != article.identity);
    article
}

/// The id that the article of a page would have in the database, given its URL and the canonical URL that it names.
pub(crate) fn article_id(url: &str, named: Option<&str>) -> String {
    let named = named.and_then(|named| canonical(named, url));
    store::article_id(&identity(named.as_deref().unwrap_or(url)))
}

/// The normalised URL that identifies an article. Index files, AMP and print views without a canonical URL are not separate
/// articles.
fn identity(url: &str) -> String {
    crawl::preferred_url(url).unwrap_or_else(|| url.to_owned())
}
