//! Loads stored pages, and applies the rules of their sites.

use std::fmt;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use classify::Verdict;
use crawl::CanonicalUrl;
use extract::Extraction;
use serde::Serialize;
use serde_json::Value;
use store::{CopyGroup, PageKey, STAND_IN, StoredVerdict};

use crate::console::clean;
use crate::console::table;
use crate::database;
use crate::files::pages::{Fault, Page};
use crate::pipeline::KnownRules;
use crate::program::Context;
use crate::reading::stored::{CompiledRules, time_zone};
use crate::reading::{PageInput, boxes_of, composed};

/// Maximum characters of the text shown.
const MAX_SHOWN: usize = 100;

/// What the database has about a URL or article.
#[derive(Debug)]
pub(super) struct Stored {
    /// The page last fetched from the URL, or the page from which the article was extracted.
    pub(super) page: Page,
    /// Its site, and the rules of that, if it has any.
    site_id: String,
    pub(super) rules: Option<CompiledRules>,
    pub(super) time_zone: Option<Tz>,
    pub(super) copies: Option<CopyGroup>,
    /// The server's response, if the page was rendered.
    pub(super) plain: Option<Plain>,
    /// The stored text of the article that was extracted from the page, unless it is joined from several.
    pub(super) extracted: Option<String>,
    /// Whether its text is known to stand in for articles of its host.
    pub(super) is_stand_in: bool,
}

/// The server's response for a page that was rendered.
#[derive(Debug)]
pub(super) struct Plain {
    pub(super) html: String,
    /// URL that was requested.
    url: String,
    /// URL of the rendered page, and the time of the rendering.
    rendered: String,
    at: DateTime<Utc>,
}

/// What the rules of a site find on a page.
#[derive(Debug, Serialize)]
pub(super) struct ByRules {
    site_id: String,
    selectors: Vec<Matched>,
    /// No selector for the text matched, so the text is the extractor's.
    fell_back: bool,
    text: String,
}

#[derive(Debug, Serialize)]
struct Matched {
    key: String,
    rule: String,
    elements: u32,
}

/// Loads the page to explain; `None` if none is stored.
pub(super) async fn load(target: &str, context: &Context) -> anyhow::Result<Option<Stored>> {
    let mut known = KnownRules::default();
    let (found, plain, copies, verdict) = database::with(context, async |store| {
        let (found, article) = if let Ok(url) = CanonicalUrl::parse(target) {
            let article = store::article_id(url.as_str());
            (store.page_of_url(url.as_str()).await?, article)
        } else {
            let prefix = target.to_ascii_lowercase();
            let article = store.article_with_prefix(&prefix).await;
            let article = database::one(article)?.unwrap_or(prefix);
            (store.page_of_article(&article).await?, article)
        };
        known.refresh(store, found.as_slice()).await?;
        let plain = match found.as_ref().filter(|page| page.rendered) {
            Some(page) => store.server_response(page.key).await?,
            None => None,
        };
        let keys: Vec<PageKey> = found.iter().map(|page| page.key).collect();
        let verdict = store.stored_verdicts(&keys).await?.into_values().next();
        Ok((found, plain, store.copy_group(&article).await?, verdict))
    })
    .await?;
    let Some(stored) = found else {
        return Ok(None);
    };
    let is_stand_in = verdict
        .as_ref()
        .is_some_and(|verdict| verdict.label_source == STAND_IN);
    let extracted = verdict.and_then(extracted_text);
    let time_zone = time_zone::of(&stored, known.of(&stored.site_id));
    let rules = known.of(&stored.site_id).cloned();
    let plain = plain.map(|plain| Plain {
        html: html::decode(&plain.body, plain.content_type.as_deref()).text,
        url: stored.url_requested.clone(),
        rendered: stored.url.clone(),
        at: stored.fetched_at,
    });
    let page = Page {
        id: Value::String(target.to_owned()),
        html: match &stored.damage {
            Some(damage) => Err(Fault::Damaged(damage.clone())),
            None => Ok(html::decode(&stored.body, stored.content_type.as_deref()).text),
        },
        boxes: boxes_of(&stored),
        url: Some(stored.url),
        http_status: u16::try_from(stored.http_status).ok(),
    };
    Ok(Some(Stored {
        page,
        site_id: stored.site_id,
        rules: rules.filter(|rules| !rules.is_empty()),
        time_zone,
        copies,
        plain,
        extracted,
        is_stand_in,
    }))
}

/// The stored text of an article, unless it is joined from several pages.
fn extracted_text(verdict: StoredVerdict) -> Option<String> {
    let article = verdict.article?;
    let is_joined = !article["parts"].is_null();
    let text = article["text"].as_str().filter(|_| !is_joined)?;
    Some(text.to_owned())
}

impl Stored {
    /// Says so if the page would now be extracted with another text, by other code or rules.
    pub(super) fn outdated(&self, text: String) -> Option<String> {
        (self.extracted.as_ref() != Some(&composed(text))).then(|| {
            format!(
                "\nread with the present code and rules; the stored text differs: gleaner extract --all --diff --site {}\n",
                clean::line(&self.site_id)
            )
        })
    }

    /// What the rules of the site found on the page, extracted with them.
    pub(super) fn found(&self, extraction: &Extraction) -> Option<ByRules> {
        let applied = extraction.rules.clone().unwrap_or_default();
        let selectors = self.rules.as_ref()?.selectors.selectors();
        Some(ByRules {
            site_id: self.site_id.clone(),
            selectors: selectors
                .zip(applied.matched)
                .map(|((key, rule), elements)| Matched {
                    key: key.to_string(),
                    rule: rule.to_owned(),
                    elements,
                })
                .collect(),
            fell_back: applied.fell_back,
            text: extraction.text.clone(),
        })
    }
}

impl Plain {
    /// The input for the verdict without a browser.
    pub(super) fn input(&self, http_status: Option<u16>) -> PageInput<'_> {
        PageInput::new(&self.html, Some(&self.url), http_status)
    }

    /// Describes the rendering, and the verdict without a browser.
    pub(super) fn describe(&self, verdict: &Verdict) -> String {
        format!(
            "\nthe page was rendered at {}, as {}\nthe server's response has {} bytes; verdict without a browser: {}, {}\n",
            self.at.format("%Y-%m-%d %H:%M UTC"),
            clean::line(&self.rendered),
            self.html.len(),
            verdict.page_type,
            clean::line(&verdict.reason)
        )
    }
}

impl fmt::Display for ByRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let site = clean::line(&self.site_id);
        let what = if self.selectors.is_empty() {
            "they apply only to URLs"
        } else {
            "they are the last step of the blocks above"
        };
        writeln!(f, "\nthe rules of the site {site} are in force; {what}")?;
        for found in &self.selectors {
            let (rule, elements) = (&found.rule, found.elements);
            writeln!(f, "{:>12}  {rule:?} matches {elements} elements", found.key)?;
        }
        let words = aggregate::word_count(&self.text);
        let by = if self.fell_back {
            ", by the extractor, because `text` matches nothing"
        } else {
            ""
        };
        writeln!(
            f,
            "{:>12}  {words} words{by}: {}",
            "text",
            table::cut(&self.text, MAX_SHOWN)
        )
    }
}
