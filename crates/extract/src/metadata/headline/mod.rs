//! The headline, chosen from the titles that a page states.

mod site_name;
#[cfg(test)]
mod tests;
mod wording;

use self::wording::{
    adds_punctuation, agree, follows_kicker, is_cut, is_in_capitals, is_most, is_one_word,
    is_other_wording, rest_beside, share_topic,
};
use serde::Serialize;

use super::authors::names::Outlet;
use super::json_ld::{self, Entity};
use super::rules::{Decided, Rule, RuleSet, first};
use super::text::{clean, letters, words};
use super::{FieldSource, Page};
use crate::labels::title::without_permalink;
use crate::title_marks;
use crate::word_count::{MIN_HEADLINE_WORDS, fair_words};
use html::{Tag, TextBlock, TextDocument};

/// Maximum number of edges of elements in one block of a heading.
const MAX_EDGES: usize = 20;

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
    /// The headings below the main ones.
    lesser: Vec<TitleCandidate>,
}

impl Titles<'_> {
    /// The wording of JSON-LD, if it differs from the one that `og:title` and `<title>` share; that of `og:title`, if it differs from the
    /// one of `<title>` and JSON-LD, and a lesser heading shows it.
    fn distinct_wording(&self) -> Option<TitleCandidate> {
        let stated = &self.stated;
        let (linked, open_graph) = (stated.linked.as_ref()?, stated.open_graph.as_ref()?);
        let page = &stated.page.as_ref()?.spelt;
        let mut lesser = self.lesser.iter();
        let (own, other) = if page.starts_with(&open_graph.spelt) {
            (linked, open_graph)
        } else {
            lesser.find(|heading| heading.spelt.ends_with(&open_graph.spelt))?;
            (open_graph, linked)
        };
        let is_shared = page.starts_with(&other.spelt);
        (is_shared && is_other_wording(own, other) && share_topic(&own.text, &other.text))
            .then(|| own.clone())
    }
}

/// A rule that reads the titles and headings of a page.
type TitleRule = Rule<fn(&Titles<'_>) -> Option<TitleCandidate>>;

/// The rules for the headline. The first that finds one decides.
pub(super) const RULES: &[TitleRule] = &[
    // publishers word <title> and <h1> for search engines, so that all but JSON-LD or og:title agree on another wording
    Rule::new("title-of-its-own", FieldSource::JsonLd, |titles| {
        titles.distinct_wording()
    }),
    // the heading that other titles confirm, unless two independent ones agree on another wording
    Rule::new("title-confirmed-heading", FieldSource::Heading, |titles| {
        titles.stated.confirmed(&titles.h1, &titles.lesser)
    }),
    Rule::new("title-part-in-heading", FieldSource::Heading, |titles| {
        part_shown(titles.page.document, &titles.h1, &titles.lesser)
    }),
    Rule::new("title-part-in-h3", FieldSource::Title, |titles| {
        let page = titles.page;
        let third = || headings(page.document, Tag::H3, page.outlet);
        let shown = (titles.h1.is_empty()).then(|| part_shown(page.document, &[], &third()))??;
        // the posts of a thread have such headings, too: it does not tell where the headline is
        Some(TitleCandidate::new(shown.text, FieldSource::Title))
    }),
    Rule::new("title-lone-heading", FieldSource::Heading, |titles| {
        titles
            .stated
            .lone_heading(&titles.h1, &titles.lesser, titles.page)
    }),
    Rule::new("title-stated", FieldSource::Meta, |titles| {
        titles.stated.best(titles.page.document)
    }),
    Rule::new("title-first-heading", FieldSource::Heading, |titles| {
        titles.h1.first().cloned()
    }),
];

/// The headline without the name of the site.
pub(super) fn of(page: &Page<'_>, set: RuleSet) -> Option<Decided<String>> {
    let h1 = headings(page.document, Tag::H1, page.outlet);
    let lesser = headings(page.document, Tag::H2, page.outlet);
    let stated = TitleCandidates::read(page.document, page.article, page.outlet);
    let titles = Titles {
        page,
        stated: stated.completed(&h1, &lesser),
        h1,
        lesser,
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
    let is_shown = title.decision.source == FieldSource::Heading;
    let mut blocks = document.blocks.iter().filter(|_| is_shown);
    blocks.position(|block| {
        let lines = document.lines_of(block);
        lines.lines().any(|line| line == headline)
    })
}

/// The titles that a page states.
struct TitleCandidates {
    linked: Option<TitleCandidate>,
    open_graph: Option<TitleCandidate>,
    twitter: Option<TitleCandidate>,
    page: Option<TitleCandidate>,
    /// The parts of `<title>`.
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
        let linked = article.and_then(|article| json_ld::property(article, "headline"));
        let page = clean(&document.title);
        let parts = title_marks::parts(page.as_deref().unwrap_or_default());
        let parts = parts.map(|part| part.trim().to_owned());
        let parts = parts.map(candidate(FieldSource::Title)).collect();
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

    /// The same with the wording of a main heading in place of its beginning, `The old bri...`, unless a lesser heading is that, too.
    fn completed(mut self, h1: &[TitleCandidate], lesser: &[TitleCandidate]) -> Self {
        let stated = [&mut self.linked, &mut self.open_graph, &mut self.twitter];
        let stated = stated.into_iter().chain([&mut self.page]).flatten();
        for title in stated {
            let is_whole = lesser.iter().any(|heading| heading.spelt == title.spelt);
            let mut headings = h1.iter().filter(|_| !is_whole);
            if let Some(whole) = headings.find(|heading| is_cut(title, heading)) {
                title.text.clone_from(&whole.text);
                title.spelt.clone_from(&whole.spelt);
            }
        }
        self
    }

    /// The heading that other titles confirm.
    fn confirmed(
        &self,
        h1: &[TitleCandidate],
        lesser: &[TitleCandidate],
    ) -> Option<TitleCandidate> {
        let is_title = |heading: &&TitleCandidate| {
            self.all()
                .any(|candidate| agree(&heading.text, &candidate.text))
        };
        let spelt_so =
            |heading: &TitleCandidate| self.all().any(|candidate| candidate.spelt == heading.spelt);
        let agreed = h1.iter().filter(is_title);
        let heading = agreed.max_by_key(|heading| (spelt_so(heading), heading.text.len()))?;
        if let (Some(linked), Some(open_graph)) = (&self.linked, &self.open_graph)
            && linked.spelt == open_graph.spelt
            && linked.spelt != heading.spelt
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

    /// A title that is the heading without the kicker before it, or that begins or ends at the edge of an element in it: without a
    /// kicker, a badge, a counter or a subtitle. If it is the shorter part of the heading, `<title>` has no other text of the page.
    fn without_additions(&self, heading: &TitleCandidate) -> Option<&TitleCandidate> {
        let mut titles = self.all();
        let bare = titles.find(|title| follows_kicker(title, heading));
        let whole = self.page.as_ref().map_or("", |page| page.spelt.as_str());
        let is_beside = |rest: [&str; 2]| {
            let mut rest = rest.iter().filter(|rest| !rest.is_empty());
            // the headline and the name of the site
            self.parts.len() > 2 || rest.any(|rest| whole.contains(rest))
        };
        bare.or_else(|| {
            let mut all = self.parts.iter().chain(self.all());
            all.find(|part| {
                let rest = rest_beside(part, heading);
                rest.is_some_and(|rest| is_most(part, heading) || !is_beside(rest))
            })
        })
    }

    /// The wording of a heading in capitals in a title, or a part of `<title>`, that is in mixed case.
    fn in_mixed_case(&self, heading: &TitleCandidate) -> Option<&TitleCandidate> {
        let mut titles = self.all().chain(&self.parts);
        titles.find(|title| title.spelt == heading.spelt && !is_in_capitals(&title.text))
    }

    /// The only `<h1>` of a page, if it has several words and is on the same topic as a title, or is right above the text, and JSON-LD
    /// has no title or one that `og:title` and `<title>` share, as those for search engines.
    fn lone_heading(
        &self,
        h1: &[TitleCandidate],
        lesser: &[TitleCandidate],
        page: &Page<'_>,
    ) -> Option<TitleCandidate> {
        let [heading] = h1 else { return None };
        let mut titles = self.all();
        let is_long = fair_words(&heading.text) >= MIN_HEADLINE_WORDS;
        let is_own = is_long && titles.any(|title| share_topic(&heading.text, &title.text))
            || is_above_text(page.document, page.text);
        if let Some(linked) = &self.linked {
            let others = [&self.open_graph, &self.page].map(Option::as_ref);
            let says_so = |other: &TitleCandidate| other.spelt.starts_with(&linked.spelt);
            let is_shared = others.iter().all(|other| other.is_some_and(says_so));
            return (is_shared && is_own && is_other_wording(heading, linked))
                .then(|| heading.clone());
        }
        if let Some(bare) = self.without_additions(heading) {
            return Some(bare.clone());
        }
        // the channel above the headline: "Guide to Bridges"
        let is_headline = |lesser: &&TitleCandidate| {
            self.all().any(|title| agree(&lesser.text, &title.text))
                && words(&lesser.text).len() >= 2 * words(&heading.text).len()
        };
        if let Some(headline) = lesser.iter().find(is_headline) {
            return Some(headline.clone());
        }
        (is_own && !is_one_word(&heading.text)).then(|| heading.clone())
    }

    /// The best title if no heading matches.
    fn best(&self, document: &TextDocument) -> Option<TitleCandidate> {
        let is_shown = |part: &str| {
            // old pages have the headline and the date in one block
            let mut blocks = document.blocks.iter();
            blocks.any(|block| {
                document.text_of(block) == part
                    || document.lines_of(block).lines().any(|line| line == part)
            })
        };
        let page = || {
            let whole = self.page.as_ref()?.text.as_str();
            if is_shown(whole) {
                return self.page.clone();
            }
            let text = site_name::guess(whole, is_shown);
            Some(TitleCandidate::new(text, FieldSource::Title))
        };
        let stated = self.linked.as_ref().or(self.open_graph.as_ref());
        stated.cloned().or_else(page)
    }
}

/// Whether an `<h1>` that is no link, as that of a blog to its home page, is right above the beginning of a text.
fn is_above_text(document: &TextDocument, text: &str) -> bool {
    let first = text.lines().next();
    let mut blocks = document.blocks.iter();
    let start = blocks.position(|block| Some(document.text_of(block)) == first);
    let above = start.map_or(&[][..], |start| &document.blocks[..=start]);
    above.iter().rev().take(8).any(|block| {
        let mut around = document.ancestors(block.element);
        block.link_words < block.words && around.any(|element| element.tag == Tag::H1)
    })
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
    let longest = parts.iter().map(String::len).max().unwrap_or_default();
    let is_part = |heading: &&TitleCandidate| {
        let spelt = &heading.spelt;
        spelt.len() >= 16 && whole.starts_with(spelt)
            || 2 * spelt.len() >= longest && parts.contains(spelt)
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
    for element in elements.take(12) {
        let blocks = &document.blocks[document.blocks_within(element.source)];
        let texts: Vec<String> = blocks.iter().map(|block| spaced(document, block)).collect();
        if let Some(text) = clean(without_permalink(&texts.join(" ")))
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

/// The text of a block with a blank at each joint of a word in lower case and one with a capital.
fn spaced(document: &TextDocument, block: &TextBlock) -> String {
    let text = document.text_of(block);
    let is_blank = |at: &usize| {
        let (before, after) = text.split_at(*at);
        before.ends_with(char::is_lowercase) && after.starts_with(char::is_uppercase)
    };
    let joints = document.joints_of(block).take(MAX_EDGES).filter(is_blank);
    let joints: Vec<usize> = joints.collect();
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
