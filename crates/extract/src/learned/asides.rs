//! Removes lines between the paragraphs of an article that are not part of it: links to other articles, captions (identified by a
//! credit, a mark or a class), calls to subscribe, follow or share, notes on affiliate links and advertisements, and placeholders
//! of embedded content.
//!
//! Training data are inconsistent: some gold texts keep all of these lines, others none. Rules therefore decide.

use std::sync::LazyLock;

use foldhash::HashSet;
use html::{Tag, TextBlock, TextDocument};

use super::MAX_LABEL_WORDS;
use super::lead_ins::{DOT_ABOVE, after_lead_in, begins_title};
use crate::element_names::{is_in_caption, tag_of};
use crate::labels::{BlockRun, Filter, Label, Labels, Mode, content_words};
use crate::lexicon::{Beginnings, Hit, Phrases, continues_word};
use crate::metadata::is_caption;
use crate::word_count::{fair_words_of, split_words};
use text::words;

static CALLS: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(words::asides::CALLS));
static LINES: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(words::asides::LINES));
static OPENINGS: LazyLock<Beginnings> =
    LazyLock::new(|| Beginnings::new(words::asides::OPENINGS.iter().copied()));

static WHOLE: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let lines = words::asides::WHOLE.iter().chain(words::pages::STEPS);
    lines.copied().collect()
});

/// Marks between the words of a label, in addition to whitespace and ASCII punctuation.
const LABEL_MARKS: [char; 16] = [
    '–', '—', '…', '·', '•', '’', '‘', '»', '«', '›', '‹', '↓', '▼', '：', '【', '】',
];
/// Elements whose text may be a single word: the header of a column, a term, code.
const NAMES_THINGS: [Tag; 5] = [Tag::Th, Tag::Td, Tag::Caption, Tag::Dt, Tag::Pre];
/// What controls of the size of a text show: `Text size: A- A A+`, in Latin, Greek and Cyrillic letters.
const SIZES: [&str; 3] = ["a", "α", "а"];
/// Marks that open a quotation.
const QUOTES: [char; 13] = [
    '"', '“', '„', '«', '»', '‹', '›', '‘', '‚', '\'', '「', '『', '—',
];

/// Maximum words of such a line.
const MAX_WORDS: u32 = 60;

/// Step that removes links to other articles, captions, calls and notes.
pub(crate) const LEAVE_OUT: Filter = Filter::new("drop asides", leave_out);

/// The kind of a line between paragraphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aside {
    /// A caption, a link to another article, a call, or a note on the page.
    Whole,
    /// An introduction with the first of the links to other articles: `Most read`, a line break, and a title.
    List,
    /// An introduction to links to other articles: `Read more:`.
    Label,
}

fn leave_out(document: &TextDocument, labels: &mut Labels) {
    if labels.mode == Mode::Recall {
        return;
    }
    let words = content_words(&labels.runs);
    let found = asides(document, labels);
    let left_out: u32 = found.iter().map(|at| labels.runs[*at].words).sum();
    // a page of captions keeps them
    if left_out.saturating_mul(2) > words {
        return;
    }
    for at in found {
        labels.runs[at].label = Label::Boilerplate;
    }
}

/// The runs of content that are asides.
fn asides(document: &TextDocument, labels: &Labels) -> Vec<usize> {
    let runs = &labels.runs;
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(run) = runs.get(at) {
        let probability = labels.probabilities.get(run.first as usize);
        // nearly all paragraphs are as certain
        let is_content = run.is_content() && probability.is_none_or(|has| *has < 0.985);
        let kind = is_content.then(|| kind(document, run.first as usize));
        match kind.flatten() {
            Some(Aside::Whole) => found.push(at),
            Some(Aside::List) => {
                let element = |run: &BlockRun| document.blocks[run.first as usize].element;
                let titles = runs[at + 1..]
                    .iter()
                    .take_while(|next| is_title(next) && element(next) == element(run));
                let end = at + 1 + titles.count();
                found.extend(at..end);
                at = end;
                continue;
            }
            Some(Aside::Label) => {
                let titles = runs[at + 1..].iter().take_while(|run| is_title(run));
                let end = at + 1 + titles.count();
                let next = runs.get(end);
                if end > at + 1 || next.is_none_or(|next| !next.is_content()) {
                    found.extend(at..end);
                    at = end;
                    continue;
                }
            }
            None => {}
        }
        at += 1;
    }
    found
}

/// Whether a run is content and entirely a link, like the titles in a list of other articles.
fn is_title(run: &BlockRun) -> bool {
    run.is_content() && run.words <= MAX_WORDS && run.link_density() >= 0.9
}

/// Whether a block is a caption, a link to another article, a call, or a note on the page.
pub(crate) fn is_aside(document: &TextDocument, block: usize) -> bool {
    matches!(kind(document, block), Some(Aside::Whole | Aside::List))
}

fn kind(document: &TextDocument, at: usize) -> Option<Aside> {
    let block = document.blocks.get(at)?;
    if block.words > MAX_WORDS {
        return None;
    }
    let text = document.text_of(block);
    if is_caption(text)
        || is_in_caption(document, block.element)
        || is_note(document, block)
        || is_row_of_links(block, text)
        || is_control(document, block, text)
    {
        return Some(Aside::Whole);
    }
    // words also end where inline elements meet
    let lines = document.lines_of(block).replace('\n', " ");
    let rest = after_lead_in(&lines)?;
    if is_empty(rest) {
        Some(Aside::Label)
    } else {
        let is_linked = block.link_density() >= 0.5 || is_link(block, rest);
        (is_linked && begins_title(rest)).then_some(Aside::List)
    }
}

/// Whether the rest of a block is a link, though the words before it are as many. A mark before the link is a word of the rest, and where
/// no blank is before it, its first word is not counted as linked.
fn is_link(block: &TextBlock, rest: &str) -> bool {
    let words = split_words(rest).count();
    block.links > 0 && words <= block.link_words as usize + 1
}

/// Whether only punctuation and whitespace are left.
fn is_empty(rest: &str) -> bool {
    rest.chars().all(|c| !c.is_alphanumeric())
}

/// Whether a block consists of links with marks between or around them: `Home | Next page`, `bees · Aldmoor valley`, `[Top] [Next]`.
fn is_row_of_links(block: &TextBlock, text: &str) -> bool {
    let parts = text.split(['|', '·', '•', '»', '«', '[', ']']);
    let parts = parts.filter(|part| !is_empty(part)).count();
    block.links > 1 && block.link_words == block.words && parts >= usize::from(block.links)
}

/// Whether a block is a call to the reader or a note on the page, and not a quotation. Words also end where inline elements meet.
pub(super) fn is_note(document: &TextDocument, block: &TextBlock) -> bool {
    if document.text_of(block).starts_with(QUOTES) {
        return false;
    }
    let text = document.lines_of(block).to_lowercase().replace('\n', " ");
    let inner = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let opens = |opening: &&str| {
        let rest = inner.strip_prefix(*opening);
        // a date is after `Imprimé le `
        let is_before_date = opening.ends_with(' ');
        rest.is_some_and(|rest| !is_before_date || rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    contains_phrase(&text, &CALLS)
        || OPENINGS.like(inner).iter().any(opens)
        || fair_words_of(document, block) <= MAX_LABEL_WORDS && contains_phrase(&text, &LINES)
}

/// Whether a block is only the label of an advertisement or of a control. Headings are excluded, since in documentation they have
/// the same words.
fn is_control(document: &TextDocument, block: &TextBlock, text: &str) -> bool {
    let tag = tag_of(document, block.element);
    let is_long = fair_words_of(document, block) > MAX_LABEL_WORDS;
    if is_long || tag.is_heading() || NAMES_THINGS.contains(&tag) {
        return false;
    }
    let is_label = |words: &[String]| {
        let size = words
            .iter()
            .rposition(|word| !SIZES.contains(&word.as_str()));
        let without_size = &words[..size.map_or(0, |last| last + 1)];
        [words, without_size, without_duration(words)]
            .iter()
            .any(|label| WHOLE.contains(label.join(" ").as_str()))
    };
    if is_label(&label_words(without_count(text))) {
        return true;
    }
    let parts = parts_of(document, block, text).map(|part| label_words(without_count(part)));
    let mut parts: Vec<Vec<String>> = parts.collect();
    // the place in a series: 2 / 9
    parts.retain(|words| !without_duration(words).iter().all(|word| is_number(word)));
    !parts.is_empty() && parts.iter().all(|words| is_label(words))
}

/// The parts of a block between its line breaks and where one inline element ends and the next begins.
fn parts_of<'a>(
    document: &TextDocument,
    block: &TextBlock,
    text: &'a str,
) -> impl Iterator<Item = &'a str> {
    let mut ends: Vec<usize> = document.joints_of(block).collect();
    ends.extend(document.line_ends_of(block));
    ends.push(text.len());
    ends.sort_unstable();
    let mut start = 0;
    ends.into_iter().filter_map(move |end| {
        let part = text.get(start..end);
        start = end;
        part
    })
}

/// A label without the number in brackets after it: `Comments (12)`.
fn without_count(label: &str) -> &str {
    let inner = label.trim_end().strip_suffix(')');
    match inner.and_then(|inner| inner.rsplit_once('(')) {
        Some((before, count)) if is_number(count) => before,
        _ => label,
    }
}

/// The words of a label without the duration after them: `Listen to this article 4 min`, `이 기사 듣기 4분`.
fn without_duration(words: &[String]) -> &[String] {
    let is_unit = |word: &str| word == "min" || words::dates::UNITS.contains(&word);
    match words {
        [label @ .., number, unit] if is_number(number) && is_unit(unit) => label,
        [label @ .., last] => {
            let unit = last.trim_start_matches(|c: char| c.is_ascii_digit());
            let is_duration = unit.len() < last.len() && is_unit(unit);
            if is_duration { label } else { words }
        }
        [] => words,
    }
}

/// The words of a label in lower case, without the marks between them.
fn label_words(text: &str) -> Vec<String> {
    let is_between =
        |c: char| c.is_whitespace() || c.is_ascii_punctuation() || LABEL_MARKS.contains(&c);
    let lower = text.to_lowercase().replace(DOT_ABOVE, "");
    let words = lower.split(is_between).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text contains one of the phrases as whole words.
fn contains_phrase(text: &str, phrases: &Phrases) -> bool {
    let is_whole = |hit: Hit| {
        let before = text[..hit.start].chars().next_back();
        let after = text[hit.end..].chars().next();
        !before.is_some_and(continues_word) && !after.is_some_and(continues_word)
    };
    // the first search is faster, and most texts have none
    phrases.are_in(text) && phrases.all_in(text).any(is_whole)
}

#[cfg(test)]
mod tests;
