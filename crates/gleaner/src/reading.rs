//! One page of the input read: its text and its verdict, by the extractor and the model the user chose.

use anyhow::Context as _;
use classify::{Classifier, Evidence, Verdict, Weighed};
use extract::{EXTRACTORS, Extraction, Extractor, HostKnowledge, Options, SiteRules, Structure};
use html::Span;
use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};
use url::Url;

use crate::failure::Advise as _;
use crate::leaning::Leaning;
use crate::pages::{Fault, Page};
use crate::settings::Settings;

/// What reads the pages of an input.
#[derive(Debug)]
pub(crate) struct FileReader {
    pub(crate) extractor: &'static Extractor,
    pub(crate) model: Classifier,
    pub(crate) options: Options,
}

/// What a page holds and what it is.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) extraction: Extraction,
    pub(crate) verdict: Verdict,
}

impl FileReader {
    /// The reader for an extractor and a model as the user names them, else as the settings do.
    pub(crate) fn new(
        settings: &Settings,
        extractor: Option<&str>,
        model: Option<&str>,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            extractor: named(extractor.unwrap_or(&settings.extract.extractor))?,
            model: crate::model::named(
                model.unwrap_or(&settings.classify.model),
                &settings.classify,
            )?,
            options: settings.extract.options(),
        })
    }

    /// The same reader, leaning as the user's flags say.
    pub(crate) fn leaning(mut self, flags: &Leaning) -> Self {
        self.options = flags.over(self.options);
        self
    }

    /// Reads a page.
    pub(crate) fn read(&self, html: &str, url: Option<&str>, http_status: Option<u16>) -> Reading {
        let parsed = parsed(url);
        let extraction =
            extract::extract_with_options(self.extractor, html, parsed.as_ref(), &self.options);
        self.judge(html, url, http_status, extraction)
    }

    /// Reads a page, by the rules of its site if there are any, and says what its features do to the score.
    pub(crate) fn weigh(
        &self,
        html: &str,
        url: Option<&str>,
        http_status: Option<u16>,
        rules: Option<&SiteRules>,
    ) -> (Reading, Vec<Weighed>) {
        let reading = match rules {
            Some(rules) => self.read_by_rules(html, url, http_status, None, rules),
            None => self.read(html, url, http_status),
        };
        let page = classify::Page::new(url, http_status, html, &reading.extraction);
        let weighed = self.model.weigh(&Evidence::of(&page));
        (reading, weighed)
    }

    /// Reads a page with what is known of its host.
    pub(crate) fn read_on_host(
        &self,
        html: &str,
        url: Option<&str>,
        http_status: Option<u16>,
        host: &HostKnowledge,
    ) -> Reading {
        let parsed = parsed(url);
        let extraction =
            extract::extract_on_host(self.extractor, html, parsed.as_ref(), &self.options, host);
        self.judge(html, url, http_status, extraction)
    }

    /// Reads a page by the rules of its site, with what is known of its host if that is wanted.
    pub(crate) fn read_by_rules(
        &self,
        html: &str,
        url: Option<&str>,
        http_status: Option<u16>,
        host: Option<&HostKnowledge>,
        rules: &SiteRules,
    ) -> Reading {
        let address = parsed(url);
        let address = address.as_ref();
        let (extractor, options) = (self.extractor, &self.options);
        let extraction = extract::extract_by_rules(extractor, html, address, options, host, rules);
        self.judge(html, url, http_status, extraction)
    }

    fn judge(
        &self,
        html: &str,
        url: Option<&str>,
        http_status: Option<u16>,
        extraction: Extraction,
    ) -> Reading {
        let page = classify::Page::new(url, http_status, html, &extraction);
        Reading {
            verdict: classify::classify(&self.model, &page),
            extraction,
        }
    }

    /// Reads a page of the input with the structure of its text, or passes its fault on.
    pub(crate) fn read_structured(&self, page: &Page) -> Result<(Reading, Structure), Fault> {
        let html = page.html.as_ref().map_err(Clone::clone)?;
        let url = page.url.as_deref();
        let parsed = parsed(url);
        let (extraction, structure) =
            extract::extract_with_structure(self.extractor, html, parsed.as_ref(), &self.options);
        let reading = self.judge(html, url, page.http_status, extraction);
        Ok((reading, structure))
    }

    /// Reads a page of the input, or passes its fault on.
    pub(crate) fn read_page(&self, page: &Page) -> Result<Reading, Fault> {
        let html = page.html.as_ref().map_err(Clone::clone)?;
        Ok(self.read(html, page.url.as_deref(), page.http_status))
    }

    /// The text of a page of the input and its structure, without a verdict; `None` if it has a fault.
    pub(crate) fn extract_page(&self, page: &Page) -> Option<(Extraction, Structure)> {
        let html = page.html.as_ref().ok()?;
        let url = parsed(page.url.as_deref());
        Some(extract::extract_with_structure(
            self.extractor,
            html,
            url.as_ref(),
            &self.options,
        ))
    }
}

/// An odd address must never stop the reading of a page; it just says nothing.
pub(crate) fn parsed(url: Option<&str>) -> Option<Url> {
    Url::parse(url?).ok()
}

/// The text in Unicode normalisation form C, as the article record wants it.
pub(crate) fn composed(text: String) -> String {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => text,
        _ => text.nfc().collect(),
    }
}

/// The same for a text with its structure, whose spans go with it.
pub(crate) fn composed_with(text: String, mut structure: Structure) -> (String, Structure) {
    if is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return (text, structure);
    }
    let mut whole = String::with_capacity(text.len());
    structure.for_each_passage(&mut |passage| {
        if !whole.is_empty() {
            whole.push_str("\n\n");
        }
        let start = position(&whole);
        whole.extend(passage.text.of(&text).nfc());
        passage.text = Span {
            start,
            end: position(&whole),
        };
        passage.lines = passage.lines.as_deref().map(|lines| lines.nfc().collect());
    });
    (whole, structure)
}

/// Where the next character of a text will stand.
fn position(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

/// The extractor of that name.
pub(crate) fn named(extractor: &str) -> anyhow::Result<&'static Extractor> {
    let names: Vec<&str> = EXTRACTORS.iter().map(|known| known.name).collect();
    extract::extractor(extractor)
        .with_context(|| format!("there is no extractor {extractor:?}"))
        .advise(format!("take one of {}", names.join(", ")))
}
