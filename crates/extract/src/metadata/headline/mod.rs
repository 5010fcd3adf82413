//! The headline, chosen from the titles that a page states.

mod above;
mod site_name;
#[cfg(test)]
mod tests;
mod wording;

use std::cell::OnceCell;

use self::above::Above;
use self::wording::{
    adds_punctuation, agree, follows_kicker, is_between_edges, is_cut, is_in_capitals, is_labelled,
    is_one_word, is_other_wording, is_sentence, series, share_topic,
};
use serde::Serialize;

use super::authors::names::Outlet;
use super::json_ld::{self, Entity};
use super::rules::{Decided, Rule, RuleSet, first};
use super::text::{clean, letters, words};
use super::{FieldSource, Page};
use crate::labels::title::without_permalink;
use crate::title_marks;
use html::{Tag, TextBlock, TextDocument};

/// Maximum number of headings considered.
const MAX_HEADINGS: usize = 12;
/// Maximum number of edges of elements in one block of a heading.
const MAX_EDGES: usize = 20;
/// Minimum words of a headline, and maximum words of the name of a site.
const MIN_HEADLINE_WORDS: usize = 3;
const MAX_SITE_WORDS: usize = 4;
/// Minimum ratio of the words of a lesser heading to those of the `<h1>` that is only its channel.
const MIN_RATIO_TO_CHANNEL: usize = 2;
/// Minimum letters of a heading that is the beginning of a title.
const MIN_OPENING_LETTERS: usize = 16;

/// A title stated in one place of a page, without the name of the site.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub(super) struct TitleCandidate {
    text: String,
    /// Its letters and digits, for comparison.
    #[serde(skip)]
    spelt: String,
    /// The lengths of the letters before the starts and ends of elements in it.
    #[serde(skip)]
    edges: Vec<usize>,
    #[serde(skip)]
    source: FieldSource,
}

impl TitleCandidate {
    fn new(text: String, source: FieldSource) -> Self {
        let spelt = letters(&text);
        Self {
            text,
            spelt,
            edges: Vec::new(),
            source,
        }
    }
}

/// The titles and headings of a page.
pub(super) struct Titles<'a> {
    page: &'a Page<'a>,
    stated: TitleCandidates,
    h1: Vec<TitleCandidate>,
    lesser: OnceCell<Vec<TitleCandidate>>,
}

impl Titles<'_> {
    /// The headings below the main ones.
    fn lesser(&self) -> &[TitleCandidate] {
        let page = self.page;
        let read = || headings(page.document, Tag::H2, page.outlet);
        self.lesser.get_or_init(read)
    }

    /// The main headings; on a page without any, the lesser ones that a title states.
    fn shown(&self) -> Vec<TitleCandidate> {
        if self.h1.is_empty() {
            self.stated.stated_among(self.lesser())
        } else {
            self.h1.clone()
        }
    }
}

/// A rule that reads the titles and headings of a page.
type TitleRule = Rule<fn(&Titles<'_>) -> Option<TitleCandidate>>;

/// The rules for the headline. The first that finds one decides.
pub(super) const RULES: &[TitleRule] = &[
    // only <title> states a title, and it begins with the name of the site or is only that
    Rule::new("title-above-text", FieldSource::Heading, |titles| {
        let page = titles.page;
        titles
            .stated
            .above_text(page.document, page.outlet, page.text)
    }),
    // publishers word <title> and <h1> for search engines, so that all but JSON-LD or og:title agree on another wording
    Rule::new("title-of-its-own", FieldSource::JsonLd, |titles| {
        titles
            .stated
            .distinct_wording(&titles.shown(), titles.lesser())
    }),
    // the heading that other titles confirm, unless two independent ones agree on another wording
    Rule::new("title-confirmed-heading", FieldSource::Heading, |titles| {
        titles.stated.confirmed(&titles.shown(), titles.lesser())
    }),
    Rule::new("title-part-in-heading", FieldSource::Heading, |titles| {
        part_shown(titles.page.document, &titles.h1, titles.lesser())
    }),
    Rule::new("title-part-in-h3", FieldSource::Title, |titles| {
        let page = titles.page;
        let third = || headings(page.document, Tag::H3, page.outlet);
        let shown = (titles.h1.is_empty()).then(|| part_shown(page.document, &[], &third()))??;
        // the posts of a thread have such headings, too: it does not tell where the headline is
        Some(TitleCandidate::new(shown.text, FieldSource::Title))
    }),
    Rule::new("title-lone-heading", FieldSource::Heading, |titles| {
        titles.stated.lone_heading(&titles.h1, titles.lesser())
    }),
    Rule::new("title-stated", FieldSource::Meta, |titles| {
        let page = titles.page;
        titles.stated.best(page.document, page.outlet, page.text)
    }),
    Rule::new("title-first-heading", FieldSource::Heading, |titles| {
        titles.h1.first().cloned()
    }),
];

/// The headline without the name of the site.
pub(super) fn of(page: &Page<'_>, set: RuleSet) -> Option<Decided<String>> {
    let h1 = headings(page.document, Tag::H1, page.outlet);
    let stated = TitleCandidates::read(page.document, page.article, page.outlet);
    let titles = Titles {
        page,
        stated: stated.completed(&h1),
        h1,
        lesser: OnceCell::new(),
    };
    let Decided {
        value,
        mut decision,
    } = first(RULES, &titles, set)?;
    decision.source = value.source;
    Some(Decided {
        value: value.text,
        decision,
    })
}

/// The block with a line that is the headline, of a page that has it neither in `<title>` nor in an `<h1>` of several words.
pub(super) fn block_of(document: &TextDocument, title: &Decided<String>) -> Option<usize> {
    let headline = &title.value;
    let is_shown = title.decision.source == FieldSource::Heading
        && words(headline).len() >= MIN_HEADLINE_WORDS;
    let mut blocks = document.blocks.iter().filter(|_| is_shown);
    blocks.position(|block| {
        document.text_of(block).contains(headline)
            && document
                .lines_of(block)
                .lines()
                .any(|line| line == headline)
    })
}

/// The titles that a page states.
struct TitleCandidates {
    linked: Option<TitleCandidate>,
    open_graph: Option<TitleCandidate>,
    twitter: Option<TitleCandidate>,
    page: Option<TitleCandidate>,
    /// The parts of `<title>`, if it has several.
    parts: Vec<TitleCandidate>,
}

impl TitleCandidates {
    fn read(document: &TextDocument, article: Option<&Entity>, outlet: &Outlet) -> Self {
        let candidate = |source| {
            move |text: String| TitleCandidate::new(site_name::without(&text, outlet), source)
        };
        let meta = |name: &str| {
            let text = document.head.meta(name).and_then(clean);
            text.map(candidate(FieldSource::Meta))
        };
        let linked = article.and_then(|a| {
            json_ld::property(a, "headline").or_else(|| json_ld::property(a, "name"))
        });
        let page = clean(&document.title);
        let parts = title_marks::parts(page.as_deref().unwrap_or_default());
        let parts = parts.map(|part| part.trim().to_owned());
        let mut parts: Vec<TitleCandidate> = parts.map(candidate(FieldSource::Title)).collect();
        if parts.len() == 1 {
            parts.clear();
        }
        Self {
            linked: linked.map(candidate(FieldSource::JsonLd)),
            open_graph: meta("og:title"),
            twitter: meta("twitter:title"),
            page: page.map(candidate(FieldSource::Title)),
            parts,
        }
    }

    fn all(&self) -> impl Iterator<Item = &TitleCandidate> {
        [&self.linked, &self.open_graph, &self.twitter, &self.page]
            .into_iter()
            .flatten()
    }

    /// The same with the wording of the heading in place of its beginning: `The old bri...`.
    fn completed(mut self, headings: &[TitleCandidate]) -> Self {
        let stated = [&mut self.linked, &mut self.open_graph, &mut self.twitter];
        let stated = stated.into_iter().chain([&mut self.page]).flatten();
        for title in stated.filter(|title| is_cut(&title.text)) {
            let is_whole = |heading: &&TitleCandidate| {
                heading.spelt.len() > title.spelt.len() && heading.spelt.starts_with(&title.spelt)
            };
            if let Some(whole) = headings.iter().find(is_whole) {
                title.text.clone_from(&whole.text);
                title.spelt.clone_from(&whole.spelt);
            }
        }
        self
    }

    /// The heading above the text of a page where only `<title>` states a title.
    fn above_text(
        &self,
        document: &TextDocument,
        outlet: &Outlet,
        text: &str,
    ) -> Option<TitleCandidate> {
        if self.linked.is_some() || self.open_graph.is_some() || self.twitter.is_some() {
            return None;
        }
        let title = clean(&document.title).unwrap_or_default();
        Above::read(document, text).headline(&title, outlet)
    }

    /// The headings whose letters equal those of a title. On a page without an `<h1>`, one of them is the headline.
    fn stated_among(&self, headings: &[TitleCandidate]) -> Vec<TitleCandidate> {
        let is_stated =
            |heading: &&TitleCandidate| self.all().any(|title| title.spelt == heading.spelt);
        headings.iter().filter(is_stated).cloned().collect()
    }

    /// The wording of JSON-LD or `og:title`, if it differs from the one shared by all other titles.
    fn distinct_wording(
        &self,
        h1: &[TitleCandidate],
        lesser: &[TitleCandidate],
    ) -> Option<TitleCandidate> {
        let (linked, open_graph) = (self.linked.as_ref()?, self.open_graph.as_ref()?);
        let page = &self.page.as_ref()?.spelt;
        let is_shown =
            |candidate: &TitleCandidate| lesser.iter().any(|h| h.spelt.ends_with(&candidate.spelt));
        let apart = linked.spelt == *page && open_graph.spelt != *page;
        let (own, other) = if apart {
            (open_graph, linked)
        } else {
            (linked, open_graph)
        };
        let shared = &other.spelt;
        let headed = |TitleCandidate { spelt, .. }: &TitleCandidate| {
            !spelt.is_empty() && (shared.ends_with(spelt) || spelt.ends_with(shared))
        };
        let agreed = h1.iter().any(headed) && (apart || page.starts_with(shared));
        (agreed
            && !is_sentence(own, other)
            && (!apart || is_shown(own))
            && is_other_wording(own, other)
            && share_topic(&own.text, &other.text))
        .then(|| own.clone())
    }

    /// The heading that other titles confirm.
    fn confirmed(
        &self,
        h1: &[TitleCandidate],
        lesser: &[TitleCandidate],
    ) -> Option<TitleCandidate> {
        let is_title = |heading: &TitleCandidate| {
            let opens = self.open_graph.iter().chain(&self.page);
            opens
                .into_iter()
                .any(|title| site_name::opens(&heading.spelt, &title.text))
                || self
                    .all()
                    .any(|candidate| agree(&heading.text, &candidate.text))
        };
        let spelt_so =
            |heading: &TitleCandidate| self.all().any(|candidate| candidate.spelt == heading.spelt);
        let agreed = h1.iter().filter(|heading| is_title(heading));
        let heading = agreed.max_by_key(|heading| (spelt_so(heading), heading.text.len()))?;
        if let (Some(linked), Some(open_graph)) = (&self.linked, &self.open_graph)
            && linked.spelt == open_graph.spelt
            && linked.spelt != heading.spelt
            && !is_labelled(linked, heading)
            && !self.is_for_search_engines(heading, h1)
        {
            return Some(linked.clone());
        }
        // the heading without its kicker ("Sport Der TSV gewinnt"), if most titles omit the kicker
        let spelt_like =
            |like: &TitleCandidate, candidates: &mut dyn Iterator<Item = &TitleCandidate>| {
                candidates
                    .filter(|candidate| candidate.spelt == like.spelt)
                    .count()
            };
        if let Some(bare) = self.without_additions(heading) {
            let with_kicker = spelt_like(heading, &mut self.all());
            let without = spelt_like(bare, &mut self.all().chain(lesser.iter()));
            if without.max(1) >= with_kicker {
                return Some(bare.clone());
            }
        }
        // the heading with the spaces and punctuation that its layout omits, or with the letter case that it does not show
        let stated = [&self.linked, &self.open_graph].into_iter().flatten();
        let others = self.all().chain(&self.parts);
        let mut fuller = stated.chain(others.filter(|title| title.text != heading.text));
        let fuller = fuller.find(|candidate| adds_punctuation(&candidate.text, &heading.text));
        let in_capitals = is_in_capitals(&heading.text);
        let mixed = in_capitals.then(|| self.in_mixed_case(heading)).flatten();
        Some(mixed.or(fuller).unwrap_or(heading).clone())
    }

    /// A title that is the heading without the kicker before it, or a part of `<title>` that is the heading from or up to the
    /// edge of an element in it: without a kicker, a badge or a counter.
    fn without_additions(&self, heading: &TitleCandidate) -> Option<&TitleCandidate> {
        let mut titles = self.all();
        let bare = titles.find(|title| follows_kicker(title, heading));
        bare.or_else(|| {
            let stated = [&self.linked, &self.open_graph].into_iter().flatten();
            let mut all = self.parts.iter().chain(stated);
            all.find(|part| is_between_edges(part, heading))
        })
    }

    /// The wording of a heading in capitals in a title, or a part of `<title>`, that is in mixed case.
    fn in_mixed_case(&self, heading: &TitleCandidate) -> Option<&TitleCandidate> {
        let mut titles = self.all().chain(&self.parts);
        titles.find(|title| title.spelt == heading.spelt && !is_in_capitals(&title.text))
    }

    /// Whether JSON-LD, `og:title` and `<title>` share a wording for search engines: one that differs from the only `<h1>`.
    fn is_for_search_engines(&self, heading: &TitleCandidate, h1: &[TitleCandidate]) -> bool {
        let (Some(linked), Some(page)) = (&self.linked, &self.page) else {
            return false;
        };
        h1.len() == 1
            && page.spelt.starts_with(&linked.spelt)
            && !is_sentence(heading, linked)
            && is_other_wording(heading, linked)
            && share_topic(&heading.text, &linked.text)
    }

    /// The only `<h1>` of a page, if it is on the same topic as a title and JSON-LD has no title or one for search engines.
    fn lone_heading(
        &self,
        h1: &[TitleCandidate],
        lesser: &[TitleCandidate],
    ) -> Option<TitleCandidate> {
        let [heading] = h1 else { return None };
        if let Some(linked) = &self.linked {
            let shared = self.open_graph.as_ref();
            let is_shared = shared.is_some_and(|other| other.spelt == linked.spelt);
            return (is_shared && self.is_for_search_engines(heading, h1)).then(|| heading.clone());
        }
        if let Some(bare) = self.without_additions(heading) {
            return Some(bare.clone());
        }
        let long = heading.text.split(' ').count() >= MIN_HEADLINE_WORDS;
        // the channel above the headline: "Guide to Bridges"
        let is_headline = |lesser: &&TitleCandidate| {
            self.all().any(|title| agree(&lesser.text, &title.text))
                && words(&lesser.text).len() >= MIN_RATIO_TO_CHANNEL * words(&heading.text).len()
        };
        if long && let Some(headline) = lesser.iter().find(is_headline) {
            return Some(headline.clone());
        }
        (long
            && self
                .all()
                .any(|candidate| share_topic(&heading.text, &candidate.text)))
        .then(|| heading.clone())
    }

    /// The best title if no heading matches.
    fn best(&self, document: &TextDocument, outlet: &Outlet, text: &str) -> Option<TitleCandidate> {
        let page = || {
            let title = clean(&document.title)?;
            let own = site_name::without(&title, outlet);
            // "Easton 2 - 1 Weston - Easton Gazette": what precedes a known site at the end has its own dashes
            let text = if title.starts_with(&own) && own.len() < title.len() {
                site_name::guess(&own)
            } else {
                site_name::without(&site_name::guess(&title), outlet)
            };
            Some(TitleCandidate::new(text, FieldSource::Title))
        };
        let stated = self.linked.clone().or_else(|| self.open_graph.clone());
        // "Reports", which is the name of a list
        let is_list = |title: &TitleCandidate| {
            let page = self.page.as_ref().map(|page| page.spelt.as_str());
            is_one_word(&title.text) && page.is_some_and(|page| !page.contains(&title.spelt))
        };
        if stated.as_ref().is_some_and(is_list)
            && let Some(shown) = Above::read(document, text).main_heading(outlet)
        {
            return Some(shown);
        }
        stated.or_else(page)
    }
}

/// The longest heading that is the beginning or a part of a title.
fn part_shown(
    document: &TextDocument,
    h1: &[TitleCandidate],
    lesser: &[TitleCandidate],
) -> Option<TitleCandidate> {
    let title = clean(&document.title)?;
    let parts: Vec<String> = title_marks::parts(&title).map(letters).collect();
    let whole = letters(&title);
    let series = series(&title).map(letters).unwrap_or_default();
    let unnamed = whole.strip_prefix(series.as_str()).unwrap_or(&whole);
    let longest = parts.iter().map(String::len).max().unwrap_or_default();
    let is_part = |heading: &&TitleCandidate| {
        let spelt = &heading.spelt;
        let long = words(&heading.text).len() >= MIN_HEADLINE_WORDS
            || !heading.text.contains(' ') && !spelt.is_ascii();
        let opens = (whole.starts_with(spelt) || unnamed.starts_with(spelt)) && *spelt != series;
        spelt.len() >= MIN_OPENING_LETTERS && long && opens
            || parts.len() > 1 && 2 * spelt.len() >= longest && parts.contains(spelt)
    };
    h1.iter()
        .chain(lesser)
        .filter(is_part)
        .max_by_key(|heading| heading.text.len())
        .cloned()
}

/// The distinct texts of the page's headings of one level, except the name of the site.
fn headings(document: &TextDocument, tag: Tag, outlet: &Outlet) -> Vec<TitleCandidate> {
    let elements = document
        .elements
        .iter()
        .filter(|element| element.tag == tag);
    let mut headings: Vec<TitleCandidate> = Vec::new();
    for element in elements.take(MAX_HEADINGS) {
        let blocks = &document.blocks[document.blocks_within(element.source)];
        let texts: Vec<String> = blocks.iter().map(|block| spaced(document, block)).collect();
        if let Some(text) = clean(without_permalink(&texts.join(" ")))
            .map(|text| site_name::undoubled(&text).to_owned())
            && !outlet.is_called(&text)
            && !headings.iter().any(|known| known.text == text)
        {
            let mut heading = TitleCandidate::new(text, FieldSource::Heading);
            heading.edges = edges(document, blocks);
            headings.push(heading);
        }
    }
    headings
}

/// Maximum bytes of a heading that is searched for words without a blank between them.
const MAX_SPACED_BYTES: usize = 1_000;

/// The text of a block with a blank at each joint of a word in lower case and one with a capital, unless `<title>` has none there.
fn spaced(document: &TextDocument, block: &TextBlock) -> String {
    let text = document.text_of(block);
    if text.len() > MAX_SPACED_BYTES {
        return text.to_owned();
    }
    let is_blank = |at: &usize| {
        let (before, after) = text.split_at(*at);
        let word = before.rsplit(' ').next().unwrap_or_default().len();
        let glued = &text[at - word..at + after.find(' ').unwrap_or(after.len())];
        before.ends_with(char::is_lowercase)
            && after.starts_with(char::is_uppercase)
            && !document.title.contains(glued)
    };
    let joints: Vec<usize> = document.joints_of(block).filter(is_blank).collect();
    let mut spaced = text.to_owned();
    joints.iter().rev().for_each(|at| spaced.insert(*at, ' '));
    spaced
}

/// The numbers of bytes of letters before each edge of an element in a heading.
fn edges(document: &TextDocument, blocks: &[TextBlock]) -> Vec<usize> {
    let mut edges = Vec::new();
    let mut before = 0;
    for block in blocks {
        let text = document.text_of(block);
        let joints = document.joints_of(block).take(MAX_EDGES);
        edges.extend(joints.map(|at| before + letters(&text[..at]).len()));
        before += letters(text).len();
        edges.push(before);
    }
    edges
}
