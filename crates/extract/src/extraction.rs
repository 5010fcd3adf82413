//! Extraction of the article from a page: the entry point of this crate.

use std::fmt;

use chrono_tz::Tz;
use html::{Match, TextBox, TextDocument, parse, parse_matching};
use serde::Serialize;
use url::Url;

use crate::extractor::Extractor;
use crate::inclusions::{self, Inclusion, Inclusions};
use crate::labels::{Filter, Labels, Mode, text_of};
use crate::layout;
use crate::learned::GLEANER;
use crate::linked_text::LinkedText;
use crate::live::{self, LiveEntry};
use crate::metadata::{self, LinkedData, Metadata, PageText, RuleSet, TextClaims};
use crate::page_state;
use crate::pagination::Pagination;
use crate::paywall::{self, Sign, Truncation};
use crate::shape::Shape;
use crate::site_rules::{MatchedRules, RulesApplied, SiteRules};
use crate::structure::Structure;
use crate::word_count::has_fair_words;

/// A page, the rules of its site, and how a browser drew it.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The page as text: see [`html::decode`].
    pub html: &'a str,
    /// Its URL, used to resolve links and as a source of the date.
    pub url: Option<&'a Url>,
    /// The user's rules for its site, which take precedence over the extractor.
    pub rules: Option<&'a SiteRules>,
    /// Where a browser drew its text, in reading order; empty unless it was rendered and measured.
    pub boxes: &'a [TextBox],
    /// The time zone of its site, for times without an offset. Otherwise they are taken as UTC.
    pub time_zone: Option<Tz>,
}

impl<'a> Input<'a> {
    /// A page of an unknown site.
    pub fn new(html: &'a str, url: Option<&'a Url>) -> Self {
        Self {
            html,
            url,
            rules: None,
            boxes: &[],
            time_zone: None,
        }
    }

    /// Parses the page into blocks; also returns the matches of the rules.
    pub(crate) fn parse(&self) -> (TextDocument, Vec<Match>) {
        let (mut document, matches) = match self.rules {
            Some(rules) => parse_matching(self.html, rules.compiled()),
            None => (parse(self.html), Vec::new()),
        };
        document.set_boxes(self.boxes);
        (document, matches)
    }
}

/// How a page is extracted. The default is what all benchmarks use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The method that separates text from boilerplate.
    pub extractor: &'static Extractor,
    /// Which error weighs more. Extractors without probabilities ignore it.
    pub mode: Mode,
    /// Additional parts of the page to include in the text.
    pub inclusions: Inclusions,
    /// Whether to build the structure of the text.
    pub structure: bool,
    /// The rules for the metadata.
    pub metadata: RuleSet,
}

impl Default for Options {
    fn default() -> Self {
        Self::of(&GLEANER)
    }
}

impl Options {
    /// The defaults with another extractor.
    pub fn of(extractor: &'static Extractor) -> Self {
        Self {
            extractor,
            mode: Mode::default(),
            inclusions: Inclusions::NONE,
            structure: false,
            metadata: RuleSet::default(),
        }
    }

    /// Labels all blocks of a document: runs the steps of the extractor, then those of the inclusions.
    pub fn label(self, document: &TextDocument) -> Labels {
        let mut labels = self.begin(document);
        for step in self.steps() {
            (step.apply)(document, &mut labels);
        }
        labels
    }

    /// The labels before the first step.
    pub(crate) fn begin(self, document: &TextDocument) -> Labels {
        let mut labels = Labels::new(document);
        labels.mode = self.mode;
        labels
    }

    /// All steps in order.
    pub(crate) fn steps(self) -> impl Iterator<Item = Filter> {
        let wanted = Inclusion::ALL.into_iter().map(|(_, part)| part);
        let with = self.inclusions;
        let more = wanted
            .filter(move |part| with.has(*part))
            .map(inclusions::step);
        self.extractor.steps.iter().copied().chain(more)
    }
}

/// The differences from the default as a suffix of a name: ` recall with lead`. Empty for the default.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.mode {
            Mode::Balanced => "",
            Mode::Precision => " precision",
            Mode::Recall => " recall",
        })?;
        let with = Inclusion::ALL.into_iter();
        with.filter(|(_, part)| self.inclusions.has(*part))
            .try_for_each(|(name, _)| write!(f, " with {name}"))
    }
}

/// The result of extracting a page.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[non_exhaustive]
pub struct Extraction {
    /// The main text without the title: paragraphs separated by an empty line, whitespace collapsed. Not normalised: callers
    /// that store or compare texts convert them to NFC.
    pub text: String,
    /// Number of blocks on the page.
    pub blocks: usize,
    /// Number of blocks in the text, which may be that of JSON-LD.
    pub content_blocks: usize,
    /// Fingerprint of the page's layout: see [`crate::layout`].
    #[serde(skip)]
    pub layout: Option<u64>,
    /// The metadata of the page.
    pub metadata: Metadata,
    /// The result of the site rules, if [`Input::rules`] are given.
    #[serde(skip)]
    pub rules: Option<RulesApplied>,
    /// The text as typed blocks; `None` unless [`Options::structure`] is set.
    #[serde(skip)]
    pub structure: Option<Structure>,
    /// Measures of the whole page.
    #[serde(skip)]
    pub shape: Shape,
    /// The entries of a live blog in page order; empty for other pages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub live: Vec<LiveEntry>,
    /// The pagination of an article on several pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paging: Option<Pagination>,
    /// Whether a paywall cuts off the text; `None` without evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated: Option<bool>,
    /// The evidence for or against `truncated`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub truncated_by: Vec<Sign>,
}

/// Extracts text, metadata and more from a page. Accepts any string; runs in linear time.
pub fn extract(input: &Input<'_>, options: &Options) -> Extraction {
    let read = Reading::of(input, options, |_, _| {});
    let (document, labels) = (&read.document, &read.labels);
    let (document_of_text, labels_of_text, html_of_text) = match &read.linked {
        Some(linked) => (&linked.document, &linked.labels, linked.html.as_str()),
        None => (document, labels, input.html),
    };
    let truncation = if read.live.is_live() {
        Truncation::default()
    } else {
        paywall::find(document_of_text, labels_of_text, &read.claims)
    };
    Extraction {
        blocks: document.blocks.len(),
        content_blocks: labels_of_text.content_blocks().count(),
        layout: layout::fingerprint(document),
        live: read.live.entries(document, &read.claims, &read.text),
        rules: read.rules,
        structure: (options.structure)
            .then(|| Structure::of(document_of_text, labels_of_text, html_of_text)),
        shape: Shape::of(document, labels),
        paging: Pagination::of(document, input.url),
        truncated: truncation.verdict,
        truncated_by: truncation.signs,
        metadata: read.metadata,
        text: read.text,
    }
}

/// Names of the steps after those of the extractor: the entries of a live blog, the site rules, and the text of JSON-LD or of the
/// page's state in place of that of the page.
const LIVE_ENTRIES: &str = "live entries";
const SITE_RULES: &str = "site rules";
const LINKED_TEXT: &str = "JSON-LD text";

/// The text and the metadata of a page, which are stored and explained.
pub(crate) struct Reading {
    pub document: TextDocument,
    /// The labels of the blocks of the page, even if the text is that of JSON-LD.
    pub labels: Labels,
    claims: TextClaims,
    live: live::Live,
    rules: Option<RulesApplied>,
    linked: Option<LinkedText>,
    text: String,
    pub metadata: Metadata,
}

impl Reading {
    /// Reads a page and calls `note` with the name of each step that ran and the labels after it.
    pub(crate) fn of(
        input: &Input<'_>,
        options: &Options,
        mut note: impl FnMut(&'static str, &Labels),
    ) -> Self {
        let (url, time_zone) = (input.url, input.time_zone);
        let (mut document, matches) = input.parse();
        options.extractor.prepare(&mut document);
        let mut labels = options.begin(&document);
        for step in options.steps() {
            (step.apply)(&document, &mut labels);
            note(step.name, &labels);
        }
        // the entries of a live blog change the text
        let data = LinkedData::of(&document);
        let claims = TextClaims::of(&data, &document, url);
        let live = live::find(&document, &mut labels, &claims, url);
        if live.is_live() {
            note(LIVE_ENTRIES, &labels);
        }
        let title = labels.title_block(&document);
        let selection = input.rules.map(|rules| MatchedRules {
            html: input.html,
            document: &document,
            rules,
            matches: &matches,
        });
        let (mut text, mut rules) = match &selection {
            Some(selection) => {
                let (text, applied) = selection.text(&mut labels);
                note(SITE_RULES, &labels);
                (text, Some(applied))
            }
            None => (text_of(&document, &labels), None),
        };
        let better = |body: &str| LinkedText::better_than(&text, body);
        let linked = if rules.is_none() && !live.is_live() {
            let of_state = || better(&page_state::text(&document, input.html));
            let linked = claims.body.as_deref().and_then(better);
            let is_short = || !has_fair_words(&text, 101);
            linked.or_else(|| (claims.is_free && is_short()).then(of_state).flatten())
        } else {
            None
        };
        if let Some(linked) = &linked {
            text = text_of(&linked.document, &linked.labels);
            note(LINKED_TEXT, &labels);
        }
        let body: Vec<usize> = labels.content_blocks().collect();
        let found = PageText {
            text: &text,
            title,
            body: &body,
        };
        let mut metadata =
            metadata::read_with(&document, url, time_zone, found, &data, options.metadata);
        if let (Some(selection), Some(applied)) = (&selection, &mut rules) {
            let values = selection.rule_values();
            applied.unreadable_date =
                metadata::amend(&mut metadata, &document, url, time_zone, &values);
        }
        Self {
            document,
            labels,
            claims,
            live,
            rules,
            linked,
            text,
            metadata,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_name_what_differs_from_the_default() {
        let inclusions = [Inclusion::Comments, Inclusion::Lead].into_iter().collect();
        let mode = Mode::Recall;
        assert_eq!(
            Options {
                mode,
                inclusions,
                ..Options::default()
            }
            .to_string(),
            " recall with lead with comments"
        );
        assert_eq!(Options::default().to_string(), "");
    }
}
