//! One stored page to its verdict and its article: where the values of the stages become rows. No I/O.

mod kept;

use classify::{AddressRules, PageType, Verdict};
use crawl::SeedRules;
use extract::host_knowledge::{FORMAT, PageSignature};
use extract::pagination::{self, Pagination};
use extract::{Extraction, HostKnowledge, RuleText, RulesApplied, SiteRules};
use store::{HostTrace, StoredPage};

use crate::article::Article;
use crate::reading::{Judge, Judged, PageInput, composed};
use crate::settings::Settings;

/// A stored page, read.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) host_id: i64,
    /// Without the article.
    pub(crate) reading: store::Reading,
    /// `None`: the page is rejected.
    pub(crate) article: Option<Article>,
    /// Its place among the pages of its article, if it is an article on several.
    pub(crate) paging: Option<Pagination>,
    /// What the rules of its site found on it.
    pub(crate) applied: Option<RulesApplied>,
}

impl Read {
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

    /// Says that the page is the further page of an article, and no article of its own.
    pub(crate) fn continues(&mut self, first: &str, number: u32) {
        let reading = &mut self.reading;
        (self.article, reading.layout, reading.trace) = (None, None, None);
        "rule:continuation".clone_into(&mut reading.label_source);
        reading.reason = format!("page {number} of {first}");
    }
}

/// Reads stored pages with one extractor and one classifier.
#[derive(Debug)]
pub(crate) struct StoredReader {
    judge: Judge,
    version: String,
    /// Whether pages are read with what is known of their hosts.
    pub(crate) on_hosts: bool,
}

/// The rules of a site, by which its pages are read.
#[derive(Debug, Clone, Default)]
pub(crate) struct ReadBy {
    pub(crate) selectors: SiteRules,
    pub(crate) addresses: AddressRules,
    /// Of the rules in the store.
    pub(crate) revision: i32,
}

impl ReadBy {
    /// The rules of a seed, ready for use. The error names key and selector or pattern.
    pub(crate) fn new(rules: &SeedRules, revision: i32) -> Result<Self, String> {
        let selectors = SiteRules::compile(&RuleText {
            text: &rules.text,
            drop: &rules.drop,
            title: &rules.title,
            author: &rules.author,
            date: &rules.date,
        });
        let addresses = AddressRules::new(&rules.articles, &rules.not_articles);
        Ok(Self {
            selectors: selectors.map_err(|error| error.to_string())?,
            addresses: addresses.map_err(|error| error.to_string())?,
            revision,
        })
    }
}

impl StoredReader {
    /// The extractor and the classifier the settings name.
    pub(crate) fn new(settings: &Settings) -> anyhow::Result<Self> {
        let judge = Judge::new(settings, None, None)?;
        let on_hosts = settings.extract.host_knowledge;
        let version = format!(
            "{} {}{}{}, {} {}",
            judge.options.extractor.name,
            extract::VERSION,
            judge.options,
            if on_hosts { "" } else { " alone" },
            judge.model.name(),
            classify::VERSION
        );
        Ok(Self {
            judge,
            version,
            on_hosts,
        })
    }

    /// Names the code and the weights that read; another version reads all pages again.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Reads a page by the rules of its site, with what is known of its host if the settings want that. Whatever its
    /// bytes are, there is a verdict.
    pub(crate) fn read(
        &self,
        page: &StoredPage,
        host: &HostKnowledge,
        rules: Option<&ReadBy>,
    ) -> Read {
        let (verdict, extraction) = self.judged(page, host, rules);
        self.reading(page, verdict, extraction, rules)
    }

    /// Reads the further page of an article: whatever it looks like by itself, it is part of one.
    pub(crate) fn read_part(
        &self,
        page: &StoredPage,
        host: &HostKnowledge,
        rules: Option<&ReadBy>,
    ) -> Read {
        let (mut verdict, extraction) = self.judged(page, host, rules);
        verdict.page_type = PageType::Article;
        self.reading(page, verdict, extraction, rules)
    }

    fn judged(
        &self,
        page: &StoredPage,
        host: &HostKnowledge,
        rules: Option<&ReadBy>,
    ) -> (Verdict, Extraction) {
        let html = html::decode(&page.body, page.content_type.as_deref()).text;
        let selectors = rules.map(|rules| &rules.selectors);
        let Judged {
            extraction,
            verdict,
        } = self.judge.judge(&PageInput {
            html: &html,
            url: Some(&page.url),
            http_status: u16::try_from(page.http_status).ok(),
            host: self.on_hosts.then_some(host),
            rules: selectors.filter(|rules| !rules.is_empty()),
        });
        let verdict = match rules {
            Some(rules) => rules.addresses.judge(&page.url, verdict),
            None => verdict,
        };
        (verdict, extraction)
    }

    fn reading(
        &self,
        page: &StoredPage,
        verdict: Verdict,
        mut extraction: Extraction,
        rules: Option<&ReadBy>,
    ) -> Read {
        let applied = extraction.rules.take();
        let is_article = verdict.is_article();
        let paging = extraction.paging.take().filter(|_| is_article);
        let layout = extraction.layout.filter(|_| is_article);
        let trace = extraction
            .signature
            .as_ref()
            .filter(|_| is_article)
            .map(stored);
        let article = is_article.then(|| article(page, extraction));
        let reading = store::Reading {
            key: page.key,
            version: self.version.clone(),
            page_type: verdict.page_type.as_str().to_owned(),
            news_score: verdict.news_score,
            features: serde_json::to_value(&verdict.features).unwrap_or_default(),
            label_source: verdict.label_source,
            reason: verdict.reason,
            pattern: crawl::pattern_of(&page.url_requested),
            layout,
            trace,
            rules_revision: rules.map_or(0, |rules| rules.revision),
            article: None,
        };
        Read {
            host_id: page.host_id,
            reading,
            article,
            paging,
            applied,
        }
    }

    /// What is saved of a page.
    pub(crate) fn saved(&self, read: Read) -> store::Reading {
        let article = read.article;
        store::Reading {
            article: article.map(|article| article.columns(self.judge.options.extractor.name)),
            ..read.reading
        }
    }
}

/// The article of a stored page: what the page says, as far as that can be, and what the channel said that named it.
fn article(page: &StoredPage, mut extraction: Extraction) -> Article {
    let text = composed(std::mem::take(&mut extraction.text));
    let mut article = Article::new(extraction, text);
    kept::check(&mut article, page);
    article.identity = identity(article.url_canonical.as_deref().unwrap_or(&page.url));
    article
}

/// A signature as the store keeps it.
fn stored(signature: &PageSignature) -> HostTrace {
    HostTrace {
        place: signature.slot(),
        format: FORMAT,
        bytes: signature.to_bytes(),
    }
}

/// What an article is known by: its address in the spelling of the page itself, so that index files, AMP and print
/// views that name no canonical address are no articles of their own.
fn identity(url: &str) -> String {
    crawl::preferred_url(url).unwrap_or_else(|| url.to_owned())
}
