//! The entries of a live blog as the page shows them.

use super::clock::{self, Clock};
use super::{FEWEST, detection};
use crate::inclusions::{is_called_caption, is_called_comments};
use crate::labels::{Label, Labels};
use html::{Tag, TextBlock, TextDocument};

mod candidates;

use self::candidates::{Kind, Mark};

/// Words of a paragraph, at least.
pub(super) const SPEECH: u32 = 5;
/// A block with more of its words in links is no paragraph.
const LINKED: f32 = 0.5;
/// Entries over more days are the teasers of a list.
const MOST_DAYS: i64 = 31;
/// Words that the entries of a list have on average, at most.
const TEASER: usize = 40;

/// An entry: blocks of the page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Shown {
    pub clock: Option<Clock>,
    title: Option<usize>,
    text: Vec<usize>,
}

impl Shown {
    /// Its blocks in the order of the page.
    pub(super) fn all_blocks(&self) -> impl Iterator<Item = usize> {
        self.title.into_iter().chain(self.text.iter().copied())
    }

    fn is_empty(&self) -> bool {
        self.title.is_none() && self.text.is_empty()
    }

    /// The time of day, if that is all it says.
    pub(super) fn time_of_day(&self) -> Option<chrono::NaiveTime> {
        match self.clock? {
            Clock::OfDay(time) => Some(time),
            Clock::Whole(_) => None,
        }
    }

    pub(super) fn title_in(&self, document: &TextDocument) -> Option<String> {
        let text = document.text_of(document.blocks.get(self.title?)?);
        let title = without_clock(text);
        (!title.is_empty()).then(|| title.to_owned())
    }

    pub(super) fn text_in(&self, document: &TextDocument) -> String {
        let blocks = self.text.iter().filter_map(|at| document.blocks.get(*at));
        let mut texts: Vec<&str> = blocks.map(|block| document.text_of(block)).collect();
        if let Some(first) = texts.first_mut() {
            *first = without_clock(first);
        }
        texts.join("\n\n")
    }

    fn words(&self, document: &TextDocument) -> usize {
        let blocks = self.text.iter().filter_map(|at| document.blocks.get(*at));
        blocks.map(|block| block.words as usize).sum()
    }
}

/// A text without the time it begins with.
fn without_clock(text: &str) -> &str {
    clock::at_start(text).map_or(text, |(_, end)| {
        text[end..].trim_start_matches(|c: char| c.is_whitespace() || "-–—:|·,".contains(c))
    })
}

/// Whether microdata calls any element an entry.
pub(super) fn are_stated(document: &TextDocument) -> bool {
    let mut elements = document.elements.iter();
    elements.any(|element| candidates::is_stated(document, element))
}

/// The entries; none if the page is not built like a live blog.
pub(super) fn find(document: &TextDocument, labels: &Labels, is_called_live: bool) -> Vec<Shown> {
    let apart = apart(document);
    let marks = candidates::marks(document, &apart);
    let content = labels.by_block();
    let page = Page {
        document,
        content: &content,
        apart: &apart,
        is_called_live,
    };
    if let Some(kind) = candidates::stated(document) {
        let entries = page.fill(&kind, &marks, false).into_iter();
        let entries = entries.map(|(entry, _)| entry);
        return entries.filter(|entry| !entry.is_empty()).collect();
    }
    let blogs = candidates::of(document, &marks).into_iter();
    let mut blogs: Vec<(usize, Vec<Shown>)> = blogs
        .filter_map(|kind| page.entries(&kind, &marks))
        .collect();
    // of elements within each other those that hold nearly all the text, and of these the smallest pieces
    let most = blogs.iter().map(|(words, _)| *words).max().unwrap_or(0);
    blogs.retain(|(words, _)| words * 10 >= most * 8);
    let longest = blogs.iter().map(|(_, entries)| entries.len()).max();
    let best = blogs
        .into_iter()
        .find(|(_, entries)| Some(entries.len()) == longest);
    best.map(|(_, entries)| entries).unwrap_or_default()
}

/// By element: whether it stands in one that belongs to no report.
fn apart(document: &TextDocument) -> Vec<bool> {
    let mut apart: Vec<bool> = Vec::with_capacity(document.elements.len());
    for element in &document.elements {
        let outer = element
            .parent
            .is_some_and(|outer| apart.get(outer as usize).copied().unwrap_or(false));
        let is_apart = matches!(
            element.tag,
            Tag::Nav | Tag::Footer | Tag::Aside | Tag::Form | Tag::Dialog
        );
        apart.push(outer || is_apart || is_called_comments(document, element));
    }
    apart
}

struct Page<'a> {
    document: &'a TextDocument,
    content: &'a [Label],
    apart: &'a [bool],
    is_called_live: bool,
}

impl Page<'_> {
    /// The entries that elements of one kind hold, and how many words they have; `None` if they are no live blog.
    fn entries(&self, kind: &Kind, marks: &[Mark]) -> Option<(usize, Vec<Shown>)> {
        if !self.is_called_live && !self.is_named_live(kind) {
            return None;
        }
        let mut entries = self.fill(kind, marks, false);
        if entries
            .iter()
            .filter(|(entry, _)| !entry.text.is_empty())
            .count()
            < FEWEST
        {
            // the elements hold the times only, and the text stands between them
            entries = self.fill(kind, marks, true);
        }
        let in_content = entries.iter().filter(|(_, kept)| *kept).count();
        let all = entries.len();
        let mut entries: Vec<Shown> = entries.into_iter().map(|(entry, _)| entry).collect();
        entries.retain(|entry| !entry.is_empty());
        let words: usize = entries.iter().map(|entry| entry.words(self.document)).sum();
        let told = entries
            .iter()
            .filter(|entry| !entry.text.is_empty())
            .count();
        let is_blog = told >= FEWEST
            && told * 2 >= all
            && in_content * 3 >= all
            && is_in_order(&entries)
            && !self.is_list(&entries, words);
        is_blog.then_some((words, entries))
    }

    fn is_named_live(&self, kind: &Kind) -> bool {
        let first = kind.elements.first();
        first.is_some_and(|element| {
            let around = self.document.ancestors(*element).take(4);
            let mut around = around.filter(|element| element.tag != Tag::Body);
            around.any(|element| detection::is_named_live(self.document, element))
        })
    }

    /// Linked headings over short texts.
    fn is_list(&self, entries: &[Shown], words: usize) -> bool {
        let titles = entries.iter().filter_map(|entry| entry.title);
        let linked = titles
            .filter_map(|title| self.document.blocks.get(title))
            .filter(|title| title.link_density() > LINKED);
        linked.count() * 10 >= entries.len() * 7 && words < TEASER * entries.len()
    }

    /// Each element's time and blocks, and whether any of these is content. With `flat`, what follows an element up to
    /// the next one is its own.
    fn fill(&self, kind: &Kind, marks: &[Mark], flat: bool) -> Vec<(Shown, bool)> {
        let document = self.document;
        let owners = kind.owners(document, flat);
        let mut entries: Vec<(Shown, bool)> = kind
            .elements
            .iter()
            .map(|_| (Shown::default(), false))
            .collect();
        for mark in marks {
            if let Some(entry) = owner(&owners, mark.element).and_then(|at| entries.get_mut(at)) {
                entry.0.clock = entry.0.clock.or(Some(mark.clock));
            }
        }
        let last = entries.len().saturating_sub(1);
        for (at, block) in document.blocks.iter().enumerate() {
            let Some(place) = owner(&owners, block.element) else {
                continue;
            };
            let is_content = self.content.get(at) == Some(&Label::Content);
            let Some((entry, kept)) = entries.get_mut(place) else {
                continue;
            };
            // where the last entry ends, nothing says
            if flat && place == last && !is_content {
                continue;
            }
            *kept |= is_content;
            match self.part(block, is_content) {
                Part::Title if entry.title.is_none() && entry.text.is_empty() => {
                    entry.title = Some(at);
                }
                Part::Title | Part::Text => entry.text.push(at),
                Part::Other => {}
            }
        }
        entries
    }

    fn part(&self, block: &TextBlock, is_content: bool) -> Part {
        let document = self.document;
        let text = document.text_of(block);
        let around = || document.ancestors(block.element).take(3);
        if self.apart.get(block.element as usize) == Some(&true) {
            return Part::Other;
        }
        if around().any(|element| element.tag.is_heading()) {
            let is_time = without_clock(text).is_empty()
                || clock::of_label(text).is_some() && block.words < 3;
            return if is_time { Part::Other } else { Part::Title };
        }
        if clock::of_label(text).is_some() && block.words < SPEECH + 3 {
            return Part::Other;
        }
        let is_caption = around()
            .any(|element| element.tag == Tag::Figcaption || is_called_caption(document, element));
        let is_paragraph = block.words >= SPEECH && block.link_density() < LINKED && !is_caption;
        if is_paragraph || is_content {
            Part::Text
        } else {
            Part::Other
        }
    }
}

enum Part {
    Title,
    Text,
    Other,
}

fn owner(owners: &[Option<u32>], element: u32) -> Option<usize> {
    owners
        .get(element as usize)
        .copied()
        .flatten()
        .map(|at| at as usize)
}

/// Whether the times lead to one side, and not too far.
fn is_in_order(entries: &[Shown]) -> bool {
    let whole: Vec<_> = entries
        .iter()
        .filter_map(|entry| match entry.clock {
            Some(Clock::Whole(stamp)) => Some(stamp.at),
            _ => None,
        })
        .collect();
    let times: Vec<_> = entries.iter().filter_map(Shown::time_of_day).collect();
    let (mut rising, mut falling) = clock::steps(&times);
    for pair in whole.windows(2) {
        rising += usize::from(pair[1] > pair[0]);
        falling += usize::from(pair[1] < pair[0]);
    }
    let days = match (whole.iter().min(), whole.iter().max()) {
        (Some(first), Some(last)) => (*last - *first).num_days(),
        _ => 0,
    };
    let (most, all) = (rising.max(falling), rising + falling);
    all > 0 && most * 10 >= all * 8 && days <= MOST_DAYS
}
