//! From a page to its article: the one entry into this crate.

use std::fmt;

use html::{TextDocument, parse, parse_matching};
use serde::Serialize;
use url::Url;

use crate::extractors::{Extractor, default_extractor};
use crate::host_knowledge::{self, HostKnowledge, Trace};
use crate::inclusions::{self, Inclusion, Inclusions};
use crate::labels::{Filter, Labels, Mode, text_of};
use crate::layout;
use crate::live::{self, LiveEntry};
use crate::metadata::{self, Claims, LinkedData, Metadata};
use crate::pagination::Paging;
use crate::paywall::{self, Sign, Truncation};
use crate::shape::Shape;
use crate::site_rules::{Matched, RulesApplied, SiteRules};
use crate::structure::Structure;

/// A page, and what is known of its site.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The page as text: see [`html::decode`].
    pub html: &'a str,
    /// Where it was found; it resolves links and may hold a date.
    pub url: Option<&'a Url>,
    /// What other pages of its host hold: text that repeats on them is left out.
    pub host: Option<&'a HostKnowledge>,
    /// The rules that a user wrote for its site: they decide before the extractor does.
    pub rules: Option<&'a SiteRules>,
}

impl<'a> Input<'a> {
    /// A page of a site of which nothing is known.
    pub fn new(html: &'a str, url: Option<&'a Url>) -> Self {
        Self {
            html,
            url,
            host: None,
            rules: None,
        }
    }
}

/// How a page is to be read. The default is what all measurements are made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The method that tells text from boilerplate.
    pub extractor: &'static Extractor,
    /// Which error weighs more. Extractors that know no probabilities take no notice.
    pub mode: Mode,
    /// What belongs to the text besides what the extractor keeps.
    pub inclusions: Inclusions,
    /// Whether the structure of the text is wanted too.
    pub structure: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self::of(default_extractor())
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
        }
    }

    /// Labels all blocks of a document: the steps of the extractor, then those that add what else was asked for.
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

/// What differs from the default, as a part of a name: ` recall with lead`. Nothing, if nothing does.
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

/// What a page holds, in the eyes of one extractor.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Extraction {
    /// The main text: paragraphs separated by an empty line, whitespace folded, no title. Its characters are those of the
    /// page, composed (NFC) or not; who stores or compares texts brings them to one form.
    pub text: String,
    /// Blocks on the page.
    pub blocks: usize,
    /// Blocks that make up the text.
    pub content_blocks: usize,
    /// Fingerprint of the page's layout: see [`crate::layout`].
    #[serde(skip)]
    pub layout: Option<u64>,
    /// What the page tells about others of its host; `None` unless [`Input::host`] is given.
    #[serde(skip)]
    pub trace: Option<Trace>,
    /// What the page says about itself.
    pub metadata: Metadata,
    /// What the rules of its site found on the page, if [`Input::rules`] are given.
    #[serde(skip)]
    pub rules: Option<RulesApplied>,
    /// The text as typed blocks; `None` unless [`Options::structure`] asks for it.
    #[serde(skip)]
    pub structure: Option<Structure>,
    /// How text, links and other things are spread over the page.
    #[serde(skip)]
    pub shape: Shape,
    /// The entries of a live blog in the order of the page; empty unless it is one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub live: Vec<LiveEntry>,
    /// Its place among the pages of an article that has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paging: Option<Paging>,
    /// Whether the text ends at a paywall, by our own evidence; `None` where that says nothing either way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated: Option<bool>,
    /// The signs that speak for `truncated`, or against it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub truncated_by: Vec<Sign>,
}

/// Reads a page: text, metadata, and what else is found on it. Any text is a page; time is linear in its length.
pub fn extract(input: &Input<'_>, options: &Options) -> Extraction {
    let Input { html, url, .. } = *input;
    let (document, matches) = match input.rules {
        Some(rules) => parse_matching(html, rules.compiled()),
        None => (parse(html), Vec::new()),
    };
    let mut labels = options.label(&document);
    let trace = (input.host).map(|host| drop_repeated(&document, &mut labels, url, host));
    // the entries of a live blog change the text, and the metadata give them their days
    let data = LinkedData::parse(&document.head.json_ld);
    let claims = Claims::of(&data, &document, url);
    let live = live::find(&document, &mut labels, &claims, url);
    let title = labels.title_block(&document);
    let selection = input.rules.map(|rules| Matched {
        html,
        document: &document,
        rules,
        matches: &matches,
    });
    let (text, mut rules) = match &selection {
        Some(selection) => {
            let (text, applied) = selection.text(&mut labels);
            (text, Some(applied))
        }
        None => (text_of(&document, &labels), None),
    };
    let mut metadata = metadata::read_with(&document, url, &text, &data, title);
    if let (Some(selection), Some(applied)) = (&selection, &mut rules) {
        applied.unreadable_date = metadata::amend(&mut metadata, &document, url, &selection.said());
    }
    let truncation = if live.is_live() {
        Truncation::default()
    } else {
        paywall::find(&document, &labels, &claims)
    };
    Extraction {
        blocks: document.blocks.len(),
        content_blocks: labels.content_blocks().count(),
        layout: layout::fingerprint(&document),
        trace,
        live: live.entries(&document, &claims, &metadata, &text),
        rules,
        structure: (options.structure).then(|| Structure::of(&document, &labels, html)),
        shape: Shape::of(&document, &labels),
        paging: Paging::of(&document, url),
        truncated: truncation.verdict,
        truncated_by: truncation.signs,
        metadata,
        text,
    }
}

/// Leaves out what repeats on the host, and gives the trace of the page.
fn drop_repeated(
    document: &TextDocument,
    labels: &mut Labels,
    url: Option<&Url>,
    host: &HostKnowledge,
) -> Trace {
    let canonical = metadata::canonical(document, url);
    let address = canonical.as_deref().or(url.map(Url::as_str));
    host_knowledge::drop_repeated(document, labels, address.unwrap_or_default(), host)
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
