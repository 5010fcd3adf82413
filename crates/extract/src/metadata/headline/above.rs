//! Headlines of pages that state none: `<title>` is empty, the name of the site, or both in either order, and no other title is
//! stated. Then the headline is what the page shows above its text.

use html::{Element, Tag, TextBlock, TextDocument, is_ideograph};

use super::{MAX_SITE_WORDS, TitleCandidate, words as words_of};
use crate::element_names::is_called;
use crate::labels::title::without_permalink;
use crate::metadata::FieldSource;
use crate::metadata::authors::names::Outlet;
use crate::metadata::dates::{self, Order};
use crate::metadata::text::{clean, letters};
use crate::title_marks::is_mark;
use crate::word_count::fair_words;
use text::words;

/// Minimum words of the paragraph that begins the text.
const MIN_PARAGRAPH_WORDS: usize = 12;
/// Minimum ideographs of such a paragraph, whose words are not separated.
const MIN_PARAGRAPH_LETTERS: usize = 40;
/// Number of blocks above the text that may hold the headline.
const BLOCKS_ABOVE: usize = 8;
/// Number of blocks above the text that may hold a headline that is only bold.
const BOLD_BLOCKS_ABOVE: usize = 4;
/// Minimum and maximum words of a headline that is no heading.
const LINE_WORDS: std::ops::RangeInclusive<usize> = 3..=20;
/// Maximum words of a block with such lines.
const MAX_WORDS_OF_LINES: u32 = 60;
/// Minimum letters of a headline of one word without blanks, as in Chinese.
const MIN_UNSPACED_LETTERS: usize = 5;

/// What a page shows above its text.
#[derive(Debug, Default)]
pub(super) struct Above {
    /// Its headings, the nearest to the text first.
    headings: Vec<Heading>,
    /// Its short lines that are not heading elements, the nearest first.
    lines: Vec<Line>,
}

#[derive(Debug)]
struct Line {
    text: String,
    /// Whether it is bold, or its class is that of a headline.
    stands_out: bool,
}

#[derive(Debug)]
struct Heading {
    text: String,
    is_link: bool,
    is_main: bool,
}

impl Above {
    /// The headings and lines above the paragraph that begins a text.
    pub(super) fn read(document: &TextDocument, text: &str) -> Self {
        let Some(end) = first_paragraph(document, text) else {
            return Self::default();
        };
        let mut above = Self::default();
        let start = end.saturating_sub(BLOCKS_ABOVE);
        let mut last = None;
        for at in (start..end).rev() {
            let block = &document.blocks[at];
            let heading = document
                .ancestors(block.element)
                .find(|around| around.tag.is_heading());
            match heading {
                Some(heading) if last == Some(heading.source) => {}
                Some(heading) => {
                    last = Some(heading.source);
                    above.headings.extend(read_heading(document, heading, end));
                }
                None => {
                    let may_be_bold = end - at <= BOLD_BLOCKS_ABOVE;
                    above.lines.extend(read_lines(document, block, may_be_bold));
                }
            }
        }
        above
    }

    /// The headline of a page that states only `<title>`.
    pub(super) fn headline(&self, title: &str, outlet: &Outlet) -> Option<TitleCandidate> {
        let found = self.beside_site(title, outlet).or_else(|| {
            let says_nothing =
                title.is_empty() || says_nothing(title) || self.is_name(title, outlet);
            if says_nothing || self.is_site(title) {
                self.nearest(title, outlet, says_nothing)
            } else {
                None
            }
        })?;
        Some(TitleCandidate::new(found.to_owned(), FieldSource::Heading))
    }

    /// The nearest main heading above the text.
    pub(super) fn main_heading(&self, outlet: &Outlet) -> Option<TitleCandidate> {
        let mut main = self.headings.iter().filter(|heading| heading.is_main);
        let may_be = |text: &str| is_headline(text) && !outlet.is_called(text);
        let found = main.find(|heading| may_be(&heading.text))?;
        Some(TitleCandidate::new(
            found.text.clone(),
            FieldSource::Heading,
        ))
    }

    /// What is shown of a title that begins with the name of the site: `Der Bote: Neue Brücke`.
    fn beside_site(&self, title: &str, outlet: &Outlet) -> Option<&str> {
        let is_shown = |text: &str| -> bool {
            let Some(site) = before_end(title, text) else {
                return false;
            };
            // "Bridge: What happens now" as a heading and its subheading
            let mut headings = self.headings.iter();
            let is_heading = headings.any(|h| !h.is_link && letters(&h.text) == letters(site));
            is_headline(text)
                && !outlet.is_called(text)
                && word_count(site) <= MAX_SITE_WORDS
                && words_of(text).len() >= word_count(site)
                && !(is_heading && title[site.len()..].trim_start().starts_with([':', '：']))
        };
        let headings = self.headings.iter().map(|heading| heading.text.as_str());
        let mut all = headings.chain(self.lines.iter().map(|line| line.text.as_str()));
        all.find(|text| is_shown(text))
    }

    /// Whether a title is the known name of the site, alone or with one word after it: `Nordbote Online`.
    fn is_name(&self, title: &str, outlet: &Outlet) -> bool {
        let is_begun = || {
            let begun = title.rsplit_once(' ');
            let mut headings = self.headings.iter();
            begun.is_some_and(|(name, _)| outlet.is_called(name))
                && !headings.any(|heading| letters(&heading.text) == letters(title))
        };
        outlet.is_called(title) || is_begun()
    }

    /// Whether a title may be only the name of the site: it has few words, and the only main heading above the text has none of
    /// them.
    fn is_site(&self, title: &str) -> bool {
        let mut main = self.headings.iter().filter(|heading| heading.is_main);
        let (Some(heading), None) = (main.next(), main.next()) else {
            return false;
        };
        let (title, heading) = (words_of(title), words_of(&heading.text));
        title.len() <= MAX_SITE_WORDS
            && heading.len() > title.len()
            && !title.iter().any(|word| heading.contains(word))
    }

    /// The nearest heading above the text, a main one first; in place of a title that says nothing, also a line that stands out.
    fn nearest(&self, title: &str, outlet: &Outlet, says_nothing: bool) -> Option<&str> {
        let title = letters(title);
        let may_be =
            |text: &&str| is_headline(text) && !outlet.is_called(text) && letters(text) != title;
        let of_kind = |is_main: bool| {
            let headings = self.headings.iter();
            let same = headings.filter(move |heading| heading.is_main == is_main);
            same.map(|heading| heading.text.as_str()).find(may_be)
        };
        let line = || {
            let lines = self.lines.iter().filter(|line| line.stands_out);
            lines
                .map(|line| line.text.as_str())
                .find(may_be)
                .filter(|_| says_nothing)
        };
        of_kind(true).or_else(|| of_kind(false)).or_else(line)
    }
}

/// The block that begins a text: the first with a line of several words.
fn first_paragraph(document: &TextDocument, text: &str) -> Option<usize> {
    let long = text.lines().filter(|line| is_paragraph(line));
    let found = long.take(BLOCKS_ABOVE).map(|paragraph| {
        let mut blocks = document.blocks.iter();
        let at = blocks.position(|block| document.text_of(block) == paragraph)?;
        // "Headline<br>By Jane Doe<br>3 May 2024" is none
        let lines = document.lines_of(&document.blocks[at]);
        Some((at, lines.lines().any(is_paragraph)))
    });
    let mut found = found.take_while(Option::is_some).flatten();
    found.find(|(_, is_one)| *is_one).map(|(at, _)| at)
}

/// Whether a line has several words.
fn is_paragraph(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let mut ideographs = line.chars().filter(|c| is_ideograph(*c));
    words.nth(MIN_PARAGRAPH_WORDS - 1).is_some()
        || ideographs.nth(MIN_PARAGRAPH_LETTERS - 1).is_some()
}

/// A heading above the block `end`; a heading without an end tag also has text below it.
fn read_heading(document: &TextDocument, heading: &Element, end: usize) -> Option<Heading> {
    let within = document.blocks_within(heading.source);
    let blocks = document.blocks.get(within.start..within.end.min(end))?;
    let texts: Vec<&str> = blocks.iter().map(|block| document.text_of(block)).collect();
    let text = clean(without_permalink(&texts.join(" ")))?;
    Some(Heading {
        is_link: blocks.iter().all(|block| block.link_words == block.words),
        is_main: heading.tag == Tag::H1,
        text,
    })
    .filter(|heading| !is_date(&heading.text))
}

/// The lines of a short block, the last first.
fn read_lines(document: &TextDocument, block: &TextBlock, may_be_bold: bool) -> Vec<Line> {
    if block.words > MAX_WORDS_OF_LINES || block.link_words > 0 {
        return Vec::new();
    }
    let text = document.lines_of(block);
    let first = text.lines().next().unwrap_or_default();
    let element = document.elements.get(block.element as usize);
    let is_named = |element| is_called(document, element, words::titles::CLASSES);
    let is_marked = block.bold_words == block.words || element.is_some_and(is_named);
    let has_bold_line = may_be_bold && word_count(first) == block.bold_words as usize;
    let lines = text.lines().enumerate().filter_map(|(at, line)| {
        let text = clean(line)?;
        let is_line = !text.ends_with(['.', ':', ','])
            && LINE_WORDS.contains(&fair_words(&text))
            && !is_date(&text);
        let stands_out = may_be_bold && is_marked || at == 0 && has_bold_line;
        is_line.then_some(Line { text, stands_out })
    });
    let mut lines: Vec<Line> = lines.collect();
    lines.reverse();
    lines
}

fn is_date(text: &str) -> bool {
    dates::parse(text, Order::DayFirst).is_some()
}

/// Whether a text is long enough for a headline.
fn is_headline(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    text.contains(' ') || !text.is_ascii() && letters >= MIN_UNSPACED_LETTERS
}

/// The beginning of a title before a mark and a text that ends it.
fn before_end<'a>(title: &'a str, text: &str) -> Option<&'a str> {
    let site = title.strip_suffix(text)?.trim_end();
    let bare = site.trim_end_matches(is_mark).trim_end();
    (bare.len() < site.len() && !bare.is_empty()).then_some(bare)
}

/// Whether a title is a placeholder, alone or after the name of the site: `Der Bote - Druckversion`.
fn says_nothing(title: &str) -> bool {
    let after_site = || {
        let (site, rest) = title.rsplit_once(" - ").or(title.rsplit_once(" | "))?;
        (word_count(site) <= MAX_SITE_WORDS).then_some(rest)
    };
    is_placeholder(title) || after_site().is_some_and(is_placeholder)
}

/// Whether a title is one that software gives to pages without one, or the name of a file.
fn is_placeholder(title: &str) -> bool {
    let lower = title.to_lowercase();
    let is_file = || {
        let end = lower.rsplit_once('.').map(|(_, end)| end);
        !lower.contains(' ') && end.is_some_and(|end| words::titles::FILE_ENDS.contains(&end))
    };
    words::titles::PLACEHOLDERS.contains(&lower.trim()) || is_file()
}

fn word_count(text: &str) -> usize {
    text.split_whitespace().count()
}

#[cfg(test)]
mod tests {
    use super::is_paragraph;

    #[test]
    fn a_headline_in_other_letters_is_no_paragraph() {
        for headline in [
            "The town council is to close the old bridge",
            "Городской совет закроет старый мост на два года",
            "Η παλιά γέφυρα της πόλης κλείνει για δύο χρόνια",
            "مجلس المدينة يغلق الجسر القديم لمدة عامين كاملين",
            "市议会周五决定将旧桥关闭两年",
        ] {
            assert!(!is_paragraph(headline), "{headline}");
        }
        let paragraph = "市议会周五决定将旧桥关闭两年，北岸的店主担心生意受到影响，他们要求提供帮助和一艘渡轮。";
        assert!(is_paragraph(paragraph));
    }
}
