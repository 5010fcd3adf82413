#![doc = include_str!("../README.md")]

mod context;
pub mod explain;
pub mod extractors;
pub mod filters;
mod findings;
mod hash;
pub mod host_knowledge;
pub mod inclusions;
pub mod labels;
pub mod layout;
pub mod learned;
mod lexicon;
pub mod live;
pub mod metadata;
pub mod options;
pub mod pages;
mod phrases;
pub mod render;
pub mod shape;
pub mod site_rules;
pub mod structure;
pub mod tagged;
mod title;
pub mod truncated;

pub use explain::{BlockExplanation, Explanation, explain, explain_with_options};
pub use extractors::{DEFAULT, EXTRACTORS, Extractor, extractor};
pub use host_knowledge::HostKnowledge;
pub use inclusions::{Inclusion, Inclusions};
pub use labels::{Filter, Label, Labels, Marks, Mode, Run};
pub use live::LiveEntry;
pub use metadata::{Image, Metadata, Precision, Published, Source};
pub use options::Options;
pub use pages::Paging;
pub use shape::Shape;
pub use site_rules::{RuleError, RuleText, RulesApplied, SiteRules, extract_by_rules};
pub use structure::{BlockType, Structure, TypedBlock};
pub use tagged::{TaggedSentence, tagged_sentences};

use findings::Findings;
use html::{TextDocument, parse};
use url::Url;

/// Version of the code that makes text and metadata. Raised whenever either may come out differently, so that stored
/// pages are read again.
pub const VERSION: &str = "6";

/// What a page holds, in the eyes of one extractor.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize)]
pub struct Extraction {
    /// The main text: paragraphs separated by an empty line, whitespace folded, no title. Its characters are those of the
    /// page, composed (NFC) or not; who stores or compares texts brings them to one form.
    pub text: String,
    /// Blocks on the page.
    pub blocks: usize,
    /// Blocks that make up the text.
    pub content_blocks: usize,
    /// Fingerprint of the page's layout: see [`layout`].
    #[serde(skip)]
    pub layout: Option<u64>,
    /// What the page leaves behind for the reading of others of its host; `None` unless it was read with
    /// [`extract_on_host`].
    #[serde(skip)]
    pub trace: Option<host_knowledge::Trace>,
    /// What the page says about itself.
    pub metadata: Metadata,
    /// What the rules of its site found on the page, if it was read by rules: see [`extract_by_rules`].
    #[serde(skip)]
    pub rules: Option<RulesApplied>,
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
    pub truncated_by: Vec<truncated::Sign>,
}

/// Reads a page with the default extractor. `url` is where it was found; it resolves links and may hold a date.
pub fn extract(html: &str, url: Option<&Url>) -> Extraction {
    extract_with(extractors::default_extractor(), html, url)
}

/// Reads a page with a given extractor.
pub fn extract_with(extractor: &Extractor, html: &str, url: Option<&Url>) -> Extraction {
    extract_with_options(extractor, html, url, &Options::default())
}

/// Reads a page with a given extractor, as the options ask.
pub fn extract_with_options(
    extractor: &Extractor,
    html: &str,
    url: Option<&Url>,
    options: &Options,
) -> Extraction {
    let document = parse(html);
    let mut labels = options.label(extractor, &document);
    let findings = Findings::of(&document, &mut labels, url);
    extraction(&document, &labels, &findings, url, None)
}

/// Reads a page as [`extract_with_options`] does, and gives the structure of its text too.
pub fn extract_with_structure(
    extractor: &Extractor,
    html: &str,
    url: Option<&Url>,
    options: &Options,
) -> (Extraction, Structure) {
    let document = parse(html);
    let mut labels = options.label(extractor, &document);
    let findings = Findings::of(&document, &mut labels, url);
    let structure = Structure::of(&document, &labels, html);
    (
        extraction(&document, &labels, &findings, url, None),
        structure,
    )
}

/// Reads a page with what is known of its host: what repeats on other pages is left out of the text.
pub fn extract_on_host(
    extractor: &Extractor,
    html: &str,
    url: Option<&Url>,
    options: &Options,
    host: &HostKnowledge,
) -> Extraction {
    let document = parse(html);
    let mut labels = options.label(extractor, &document);
    let trace = repeated(&document, &mut labels, url, host);
    let findings = Findings::of(&document, &mut labels, url);
    extraction(&document, &labels, &findings, url, Some(trace))
}

/// Leaves out what repeats on the host, and gives what the page leaves behind.
fn repeated(
    document: &TextDocument,
    labels: &mut Labels,
    url: Option<&Url>,
    host: &HostKnowledge,
) -> host_knowledge::Trace {
    let canonical = metadata::canonical(document, url);
    let address = canonical.as_deref().or(url.map(Url::as_str));
    host_knowledge::drop_repeated(document, labels, address.unwrap_or_default(), host)
}

fn extraction(
    document: &TextDocument,
    labels: &Labels,
    findings: &Findings,
    url: Option<&Url>,
    trace: Option<host_knowledge::Trace>,
) -> Extraction {
    let text = text_of(document, labels);
    let metadata = findings.metadata(document, url, &text);
    Extraction {
        trace,
        ..told(document, labels, findings, url, (text, metadata))
    }
}

/// Text and metadata, and what is found with their help.
fn told(
    document: &TextDocument,
    labels: &Labels,
    findings: &Findings,
    url: Option<&Url>,
    (text, metadata): (String, Metadata),
) -> Extraction {
    let truncation = findings.truncation(document, labels);
    Extraction {
        live: findings.live(document, &metadata, &text),
        paging: Paging::of(document, url),
        truncated: truncation.verdict,
        truncated_by: truncation.signs,
        metadata,
        text,
        ..measured(document, labels)
    }
}

/// What does not depend on the words of the text.
fn measured(document: &TextDocument, labels: &Labels) -> Extraction {
    Extraction {
        blocks: document.blocks.len(),
        content_blocks: labels.content_blocks().count(),
        layout: layout::fingerprint(document),
        shape: Shape::of(document, labels),
        ..Extraction::default()
    }
}

/// The content blocks as text, a paragraph each.
pub fn text_of(document: &TextDocument, labels: &Labels) -> String {
    // a long text must not be moved as it grows; each block with what parts it from the next
    let lengths = labels
        .content_blocks()
        .map(|block| document.blocks[block].text.len() + 2);
    let mut text = String::with_capacity(lengths.sum());
    for block in labels.content_blocks() {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str(document.text_of(&document.blocks[block]));
    }
    text
}
