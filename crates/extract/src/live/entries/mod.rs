//! The entries of a live blog that the page shows.

use super::clock::{self, EntryTime};
use super::{MIN_ENTRIES, hints};
use crate::element_names::{inherited, is_apart, is_called_caption, is_called_comments};
use crate::labels::{Label, Labels};
use crate::metadata::Order;
use html::{Tag, TextBlock, TextDocument};

mod candidates;

use self::candidates::{ElementGroup, TimedElement};

/// Minimum words of a paragraph.
pub(super) const MIN_PARAGRAPH_WORDS: u32 = 5;
/// Maximum link density of a paragraph.
const MAX_LINK_DENSITY: f32 = 0.5;
/// Maximum days from the first to the last entry: teasers in a list span more.
const MAX_DAYS: i64 = 31;
/// Teasers in a list have fewer words than this on average.
const TEASER_WORDS: usize = 40;

/// An entry as blocks of the page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct ShownEntry {
    pub clock: Option<EntryTime>,
    title: Option<usize>,
    text: Vec<usize>,
}

impl ShownEntry {
    /// Its blocks in page order.
    pub(super) fn all_blocks(&self) -> impl Iterator<Item = usize> {
        self.title.into_iter().chain(self.text.iter().copied())
    }

    fn is_empty(&self) -> bool {
        self.title.is_none() && self.text.is_empty()
    }

    /// The time of day, if the date is unknown.
    pub(super) fn time_of_day(&self) -> Option<chrono::NaiveTime> {
        match self.clock? {
            EntryTime::OfDay(time) => Some(time),
            EntryTime::Whole(_) => None,
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

/// A text without the time at its start.
fn without_clock(text: &str) -> &str {
    clock::at_start(text).map_or(text, |(_, end)| {
        text[end..].trim_start_matches(|c: char| c.is_whitespace() || "-–—:|·,".contains(c))
    })
}

/// Whether any element is marked as an entry by microdata.
pub(super) fn are_stated(document: &TextDocument) -> bool {
    let mut elements = document.elements.iter();
    elements.any(|element| candidates::is_stated(document, element))
}

/// The entries; none if the page is not a live blog.
pub(super) fn find(
    document: &TextDocument,
    labels: &Labels,
    is_called_live: bool,
    order: Order,
) -> Vec<ShownEntry> {
    let apart = apart(document);
    let timed = candidates::timed_elements(document, &apart, order);
    let content = labels.by_block();
    let page = BlogPage {
        document,
        content: &content,
        apart: &apart,
        is_called_live,
        order,
    };
    if let Some(group) = candidates::stated(document) {
        let entries = page.fill(&group, &timed, false).into_iter();
        let entries = entries.map(|(entry, _)| entry);
        return entries.filter(|entry| !entry.is_empty()).collect();
    }
    let blogs = candidates::of(document, &timed).into_iter();
    let mut blogs: Vec<(usize, Vec<ShownEntry>)> = blogs
        .filter_map(|group| page.entries(&group, &timed))
        .collect();
    // among nested elements choose those with nearly all the text, and of these the smallest
    let most = blogs.iter().map(|(words, _)| *words).max().unwrap_or(0);
    blogs.retain(|(words, _)| words * 10 >= most * 8);
    let longest = blogs.iter().map(|(_, entries)| entries.len()).max();
    let best = blogs
        .into_iter()
        .find(|(_, entries)| Some(entries.len()) == longest);
    best.map(|(_, entries)| entries).unwrap_or_default()
}

/// For each element: whether it is, or is inside, an element that is not part of an article.
fn apart(document: &TextDocument) -> Vec<bool> {
    inherited(document, |_, element| {
        is_apart(element) || is_called_comments(document, element)
    })
}

struct BlogPage<'a> {
    document: &'a TextDocument,
    content: &'a [Label],
    apart: &'a [bool],
    is_called_live: bool,
    order: Order,
}

impl BlogPage<'_> {
    /// The number of words and the entries in the elements of a group; `None` if they are not a live blog.
    fn entries(
        &self,
        group: &ElementGroup,
        timed: &[TimedElement],
    ) -> Option<(usize, Vec<ShownEntry>)> {
        if !self.is_called_live && !self.is_named_live(group) {
            return None;
        }
        let mut entries = self.fill(group, timed, false);
        if entries
            .iter()
            .filter(|(entry, _)| !entry.text.is_empty())
            .count()
            < MIN_ENTRIES
        {
            // the elements have only the times, and the text is between them
            entries = self.fill(group, timed, true);
        }
        let in_content = entries.iter().filter(|(_, kept)| *kept).count();
        let all = entries.len();
        let mut entries: Vec<ShownEntry> = entries.into_iter().map(|(entry, _)| entry).collect();
        entries.retain(|entry| !entry.is_empty());
        let words: usize = entries.iter().map(|entry| entry.words(self.document)).sum();
        let with_text = entries
            .iter()
            .filter(|entry| !entry.text.is_empty())
            .count();
        let is_blog = with_text >= MIN_ENTRIES
            && with_text * 2 >= all
            && in_content * 3 >= all
            && is_in_order(&entries)
            && !self.is_list(&entries, words);
        is_blog.then_some((words, entries))
    }

    fn is_named_live(&self, group: &ElementGroup) -> bool {
        let first = group.elements.first();
        first.is_some_and(|element| {
            let around = self.document.ancestors(*element).take(4);
            let mut around = around.filter(|element| element.tag != Tag::Body);
            around.any(|element| hints::is_named_live(self.document, element))
        })
    }

    /// Whether entries are teasers: linked headings above short texts.
    fn is_list(&self, entries: &[ShownEntry], words: usize) -> bool {
        let titles = entries.iter().filter_map(|entry| entry.title);
        let linked = titles
            .filter_map(|title| self.document.blocks.get(title))
            .filter(|title| title.link_density() > MAX_LINK_DENSITY);
        linked.count() * 10 >= entries.len() * 7 && words < TEASER_WORDS * entries.len()
    }

    /// Time and blocks of each element, and whether any block is content. With `flat`, an element's entry extends to the next
    /// element.
    fn fill(
        &self,
        group: &ElementGroup,
        timed: &[TimedElement],
        flat: bool,
    ) -> Vec<(ShownEntry, bool)> {
        let document = self.document;
        let owners = group.owners(document, flat);
        let mut entries: Vec<(ShownEntry, bool)> = group
            .elements
            .iter()
            .map(|_| (ShownEntry::default(), false))
            .collect();
        for timed in timed {
            if let Some(entry) = owner(&owners, timed.element).and_then(|at| entries.get_mut(at)) {
                entry.0.clock = entry.0.clock.or(Some(timed.clock));
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
            // the end of the last entry is unknown
            if flat && place == last && !is_content {
                continue;
            }
            *kept |= is_content;
            match self.role(block, is_content) {
                BlockRole::Title if entry.title.is_none() && entry.text.is_empty() => {
                    entry.title = Some(at);
                }
                BlockRole::Title | BlockRole::Text => entry.text.push(at),
                BlockRole::Other => {}
            }
        }
        entries
    }

    fn role(&self, block: &TextBlock, is_content: bool) -> BlockRole {
        let document = self.document;
        let text = document.text_of(block);
        let around = || document.ancestors(block.element).take(3);
        if self.apart.get(block.element as usize) == Some(&true) {
            return BlockRole::Other;
        }
        if around().any(|element| element.tag.is_heading()) {
            let is_time = without_clock(text).is_empty()
                || clock::of_label(text, self.order).is_some() && block.words < 3;
            return if is_time {
                BlockRole::Other
            } else {
                BlockRole::Title
            };
        }
        if clock::of_label(text, self.order).is_some() && block.words < MIN_PARAGRAPH_WORDS + 3 {
            return BlockRole::Other;
        }
        let is_caption = around()
            .any(|element| element.tag == Tag::Figcaption || is_called_caption(document, element));
        let is_paragraph = block.words >= MIN_PARAGRAPH_WORDS
            && block.link_density() < MAX_LINK_DENSITY
            && !is_caption;
        if is_paragraph || is_content {
            BlockRole::Text
        } else {
            BlockRole::Other
        }
    }
}

enum BlockRole {
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

/// Whether the times are mostly in order and not too far apart.
fn is_in_order(entries: &[ShownEntry]) -> bool {
    let whole: Vec<_> = entries
        .iter()
        .filter_map(|entry| match entry.clock {
            Some(EntryTime::Whole(stamp)) => Some(stamp.at),
            _ => None,
        })
        .collect();
    let times: Vec<_> = entries.iter().filter_map(ShownEntry::time_of_day).collect();
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
    all > 0 && most * 10 >= all * 8 && days <= MAX_DAYS
}
