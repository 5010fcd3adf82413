//! One page of the input read: its text and its verdict, by the extractor and the model the user chose.

use anyhow::Context as _;
use classify::{Model, Verdict};
use extract::{EXTRACTORS, Extraction, Extractor, HostKnowledge, Options};
use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};
use url::Url;

use crate::failure::Advise as _;
use crate::pages::{Fault, Page};
use crate::settings::Settings;

/// What reads the pages of an input.
#[derive(Debug)]
pub(crate) struct FileReader {
    pub(crate) extractor: &'static Extractor,
    pub(crate) model: Model,
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
        })
    }

    /// Reads a page.
    pub(crate) fn read(&self, html: &str, url: Option<&str>, http_status: Option<u16>) -> Reading {
        let extraction = extract::extract_with(self.extractor, html, parsed(url).as_ref());
        self.judge(html, url, http_status, extraction)
    }

    /// Reads a page with what is known of its host.
    pub(crate) fn read_on_host(
        &self,
        html: &str,
        url: Option<&str>,
        http_status: Option<u16>,
        host: &HostKnowledge,
    ) -> Reading {
        let (options, parsed) = (Options::default(), parsed(url));
        let extraction =
            extract::extract_on_host(self.extractor, html, parsed.as_ref(), &options, host);
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

    /// Reads a page of the input, or passes its fault on.
    pub(crate) fn read_page(&self, page: &Page) -> Result<Reading, Fault> {
        let html = page.html.as_ref().map_err(Clone::clone)?;
        Ok(self.read(html, page.url.as_deref(), page.http_status))
    }

    /// The text of a page of the input, without a verdict; `None` if it has a fault.
    pub(crate) fn extract_page(&self, page: &Page) -> Option<Extraction> {
        let html = page.html.as_ref().ok()?;
        let url = parsed(page.url.as_deref());
        Some(extract::extract_with(self.extractor, html, url.as_ref()))
    }
}

/// An odd address must never stop the reading of a page; it just says nothing.
pub(crate) fn parsed(url: Option<&str>) -> Option<Url> {
    Url::parse(url?).ok()
}

/// The text in Unicode normalisation form C, as the article record wants it.
pub(crate) fn composed(text: &str) -> String {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => text.to_owned(),
        _ => text.nfc().collect(),
    }
}

/// The extractor of that name.
pub(crate) fn named(extractor: &str) -> anyhow::Result<&'static Extractor> {
    let names: Vec<&str> = EXTRACTORS.iter().map(|known| known.name).collect();
    extract::extractor(extractor)
        .with_context(|| format!("there is no extractor {extractor:?}"))
        .advise(format!("take one of {}", names.join(", ")))
}
