//! Extracts and classifies a page with the chosen extractor and model, for stored pages and files alike.

pub mod flags;
pub(crate) mod neutral;
pub(crate) mod stored;

use std::borrow::Cow;
use std::sync::Arc;

use anyhow::Context as _;
use chrono_tz::Tz;
use classify::{Classifier, Evidence, FeatureEffect, Verdict};
use extract::{Explanation, Extraction, Extractor, Input, Metadata, Options, SiteRules, Structure};
use html::{Span, TextBox};
use methods::EXTRACTORS;
use sha2::{Digest as _, Sha256};
use store::StoredPage;
use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};
use url::Url;

use crate::console::failure::Advise as _;
use crate::files::pages::{Fault, Page};
use crate::reading::flags::ExtractionFlags;
use crate::reading::neutral::{neutral, neutral_owned};
use crate::reading::stored::CompiledRules;
use crate::settings::{Classify, Settings};

/// The label source of a page that cannot be read.
pub(crate) const UNREADABLE: &str = "rule:unreadable";

/// A page to be extracted and classified, from the store or from a file.
#[derive(Debug, Clone, Copy)]
pub struct PageInput<'a> {
    pub(crate) html: &'a str,
    pub(crate) url: Option<&'a str>,
    pub(crate) http_status: Option<u16>,
    /// The rules of its site.
    pub(crate) rules: Option<&'a SiteRules>,
    /// Positions at which a browser drew its text; empty unless it was rendered and measured.
    pub(crate) boxes: &'a [TextBox],
    /// The time zone of its site, for times without an offset.
    pub(crate) time_zone: Option<Tz>,
}

impl<'a> PageInput<'a> {
    /// A page without rules.
    pub fn new(html: &'a str, url: Option<&'a str>, http_status: Option<u16>) -> Self {
        Self {
            html,
            url,
            http_status,
            rules: None,
            boxes: &[],
            time_zone: None,
        }
    }

    /// A page of the input, or why it cannot be read.
    pub(crate) fn of(page: &'a Page) -> Result<Self, Fault> {
        let html = page.html.as_ref().map_err(Clone::clone)?;
        Ok(Self {
            boxes: &page.boxes,
            ..Self::new(html, page.url.as_deref(), page.http_status)
        })
    }

    /// The page for the extractor, with its parsed URL.
    fn input<'b>(&self, url: Option<&'b Url>) -> Input<'b>
    where
        'a: 'b,
    {
        Input {
            html: self.html,
            url,
            rules: self.rules,
            boxes: self.boxes,
            time_zone: self.time_zone,
        }
    }
}

/// The extraction of a page, and the verdict on it.
#[derive(Debug)]
pub struct Judged {
    pub(crate) extraction: Extraction,
    /// The page type, and what decided it.
    pub verdict: Verdict,
}

/// An extracted and classified page, with the explanation.
#[derive(Debug)]
pub(crate) struct ExplainedPage {
    /// The blocks with their labels, and the metadata; with the rules of the site applied, if there are any.
    pub(crate) explanation: Explanation,
    pub(crate) extraction: Extraction,
    pub(crate) verdict: Verdict,
    /// The effects of its features on its score.
    pub(crate) effects: Vec<FeatureEffect>,
}

/// The chosen extractor and model. Extraction and classification are combined only here.
#[derive(Debug)]
pub struct Judge {
    /// The model.
    pub model: Arc<Classifier>,
    /// The extractor, and how it extracts.
    pub options: Options,
}

impl Judge {
    /// Creates a judge with the given extractor and model, by default those of the settings.
    pub fn new(
        settings: &Settings,
        extractor: Option<&str>,
        model: Option<&str>,
    ) -> anyhow::Result<Self> {
        let extractor = named(extractor.unwrap_or(&settings.extract.extractor))?;
        let model = model.unwrap_or(&settings.classify.model);
        Ok(Self {
            model: Arc::new(classifier(model, &settings.classify)?),
            options: settings.extract.options(extractor),
        })
    }

    /// Applies the options set by the user's flags.
    pub(crate) fn flags(mut self, flags: &ExtractionFlags) -> anyhow::Result<Self> {
        flags.check(self.options.extractor)?;
        self.options = flags.over(self.options);
        Ok(self)
    }

    /// Extracts a page, without a verdict.
    pub(crate) fn extract(&self, page: &PageInput<'_>) -> Extraction {
        let url = parsed(page.url);
        let input = page.input(url.as_ref());
        let mut extraction = extract::extract(&input, &self.options);
        compose_facts(&mut extraction.metadata);
        extraction
    }

    /// Extracts and classifies a page.
    pub fn judge(&self, page: &PageInput<'_>) -> Judged {
        let extraction = self.extract(page);
        let seen = classify::Page::new(page.url, page.http_status, page.html, &extraction);
        Judged {
            verdict: classify::classify(&self.model, &seen),
            extraction,
        }
    }

    /// Extracts and classifies a page, with the rules of its site if it has any, and explains the result.
    pub(crate) fn explain(
        &self,
        page: &PageInput<'_>,
        rules: Option<&CompiledRules>,
    ) -> ExplainedPage {
        let url = parsed(page.url);
        let selectors = rules.map(|rules| &rules.selectors);
        let page = PageInput {
            rules: selectors.filter(|selectors| !selectors.is_empty()),
            ..*page
        };
        let input = page.input(url.as_ref());
        let explanation = extract::explain(&input, &self.options);
        let Judged {
            extraction,
            mut verdict,
        } = self.judge(&page);
        if let (Some(rules), Some(url)) = (rules, page.url) {
            verdict = rules.addresses.judge(url, verdict);
        }
        let seen = classify::Page::new(page.url, page.http_status, page.html, &extraction);
        ExplainedPage {
            effects: self.model.feature_effects(&Evidence::of(&seen)),
            explanation,
            extraction,
            verdict,
        }
    }
}

/// Positions at which a browser drew the text of a stored page; empty unless it was rendered and measured.
pub(crate) fn boxes_of(page: &StoredPage) -> Vec<TextBox> {
    let boxes = page.boxes.as_deref();
    boxes
        .and_then(|boxes| serde_json::from_str(boxes).ok())
        .unwrap_or_default()
}

/// Parses the URL of a page. An invalid URL is ignored, so that it never prevents an extraction.
pub fn parsed(url: Option<&str>) -> Option<Url> {
    Url::parse(url?).ok()
}

/// A text as the article record requires it: in Unicode normalisation form C (NFC), without control characters.
pub fn composed(text: String) -> String {
    let text = neutral_owned(text);
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => text,
        _ => text.nfc().collect(),
    }
}

/// The same for a text with its structure, whose spans are adjusted.
pub(crate) fn composed_with(text: String, mut structure: Structure) -> (String, Structure) {
    let is_neutral = matches!(neutral(&text), Cow::Borrowed(_));
    if is_neutral && is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return (text, structure);
    }
    let mut whole = String::with_capacity(text.len());
    structure.for_each_passage(&mut |passage| {
        if !whole.is_empty() {
            whole.push_str("\n\n");
        }
        let start = position(&whole);
        whole.extend(neutral(passage.text.of(&text)).nfc());
        passage.text = Span {
            start,
            end: position(&whole),
        };
        let composed = |lines: &str| neutral(lines).nfc().collect();
        passage.lines = passage.lines.as_deref().map(composed);
    });
    (whole, structure)
}

/// Puts the metadata into NFC, the form used in search.
fn compose_facts(facts: &mut Metadata) {
    let texts = [
        &mut facts.title,
        &mut facts.title_page,
        &mut facts.description,
        &mut facts.section,
    ];
    let lists = [
        &mut facts.authors,
        &mut facts.agencies,
        &mut facts.organizations,
        &mut facts.tags,
    ];
    let texts = texts.into_iter().flatten();
    for text in texts.chain(lists.into_iter().flatten()) {
        if is_nfc_quick(text.chars()) != IsNormalized::Yes {
            *text = text.nfc().collect();
        }
    }
}

/// The position of the next character appended to a text.
fn position(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

/// The extractor with this name.
pub fn named(extractor: &str) -> anyhow::Result<&'static Extractor> {
    let names: Vec<&str> = EXTRACTORS.iter().map(|known| known.name).collect();
    methods::by_name(extractor)
        .with_context(|| format!("there is no extractor {extractor:?}"))
        .advise(format!("use one of {}", names.join(", ")))
}

/// The model with this name or from this weights file, with the threshold of the settings if they have one.
fn classifier(name: &str, settings: &Classify) -> anyhow::Result<Classifier> {
    let model = match Classifier::built_in(name) {
        Some(model) => model,
        None => read_model(name)?,
    };
    Ok(match settings.threshold {
        Some(threshold) => model.with_threshold(threshold),
        None => model,
    })
}

/// Identifies the weights and the threshold of the model of the settings: when it changes, verdicts may.
pub(crate) fn model_identity(settings: &Classify, model: &Classifier) -> anyhow::Result<String> {
    let mut identity = model.name().to_owned();
    if Classifier::built_in(&settings.model).is_none() {
        let weights = std::fs::read(&settings.model)
            .with_context(|| format!("cannot read the model {:?}", settings.model))?;
        let hash = hex::encode(Sha256::digest(weights));
        identity = format!("{identity} {}", &hash[..8]);
    }
    if let Some(threshold) = settings.threshold {
        identity = format!("{identity} from {threshold}");
    }
    Ok(identity)
}

fn read_model(name: &str) -> anyhow::Result<Classifier> {
    let json = std::fs::read_to_string(name)
        .with_context(|| format!("cannot read the model {name:?}"))
        .advise(format!(
            "name {} or a weights file of `workshop train page`",
            Classifier::BUILT_IN
                .map(|name| format!("{name:?}"))
                .join(", ")
        ))?;
    Classifier::parse(&json)
        .with_context(|| format!("{name} is not a model"))
        .advise("name a weights file of `workshop train page`")
}

/// Parses a language that has legal words.
pub fn language(text: &str) -> Result<String, String> {
    let known: Vec<&str> = classify::perceptron::legal_words::languages().collect();
    if known.contains(&text) {
        Ok(text.to_owned())
    } else {
        Err(format!("expected one of {}", known.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_says_of_itself_is_composed() {
        let apart = || "Mu\u{308}nchen".to_owned();
        let mut facts = Metadata::default();
        facts.title = Some(apart());
        facts.title_page = Some(apart());
        facts.description = Some(apart());
        facts.section = Some(apart());
        facts.authors = vec!["A".to_owned(), apart()];
        facts.tags = vec![apart()];
        compose_facts(&mut facts);
        let composed = Some("München".to_owned());
        assert_eq!(facts.title, composed);
        assert_eq!(facts.title_page, composed);
        assert_eq!(facts.description, composed);
        assert_eq!(facts.section, composed);
        assert_eq!(facts.authors, ["A", "München"]);
        assert_eq!(facts.tags, ["München"]);
    }
}
