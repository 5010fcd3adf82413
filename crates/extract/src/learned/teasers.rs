//! Teasers of other articles: adjacent elements of the same kind, each with a linked title and a summary.
//!
//! Below a short report their summaries read like its own sentences, whatever the box around them is called.

use std::ops::Range;

use crate::element_names::tag_of;
use html::{Span, TextDocument, is_ideograph};

use super::asides;
use super::features::count;
use crate::labels::title::heading_in_title;
use crate::labels::{BlockRun, Labels};
use crate::rows::rows;
use crate::word_count::fair_words;

/// Maximum blocks of a teaser: section, title, summary, date, author.
const MAX_BLOCKS: usize = 8;
/// Maximum words of a teaser.
const MAX_WORDS: u32 = 70;
/// Maximum bytes of a teaser.
const MAX_BYTES: u32 = 2_000;
/// Minimum words of its title, and minimum ideographs of a title without spaces.
const MIN_TITLE_WORDS: usize = 3;
const MIN_TITLE_IDEOGRAPHS: usize = 10;
/// Maximum words before the title: section, date.
const MAX_WORDS_BEFORE: usize = 6;
/// Minimum teasers in a row.
const MIN_IN_A_ROW: usize = 2;
/// Minimum number of teasers with linked headings in a row between the paragraphs of a text.
const MIN_HEADINGS: usize = 3;
/// Maximum mean probability of these teasers: chapters of an article are more probable.
const MAX_BETWEEN: f32 = 0.6;
/// Minimum mean probability of the other content: that of a guide, whose sections look like teasers, is lower.
const MIN_SURE: f32 = 0.93;
/// Minimum total words of the summaries: lists of titles alone are left to other steps.
const MIN_SUMMARY_WORDS: usize = 12;
/// Mean probability from which they are text of the article.
const CERTAIN: f32 = 0.9;
/// Minimum mean probability of the other content: pages of teasers have less.
const MIN_REST_PROBABILITY: f32 = 0.85;
/// Maximum ratio of their words to those of the other content.
const MAX_WORD_RATIO: f32 = 1.5;
/// The same, if the headline is above all of the other content.
const MAX_HEADED_WORD_RATIO: f32 = 4.0;
/// Maximum share of the other content below them.
const MAX_SHARE_BELOW: f32 = 0.1;

/// The teasers below an article, those above it if its headline is below them, and those with headings wherever they are, as ranges
/// of blocks; none if the page may consist of teasers.
pub(super) fn beside(document: &TextDocument, labels: &Labels) -> Vec<Range<usize>> {
    if !may_have_teasers(document, labels) {
        return Vec::new();
    }
    let mut rows = teaser_rows(document);
    rows.retain(|row| mean(labels, blocks_of(document, row.blocks.clone())) < CERTAIN);
    if rows.is_empty() {
        return Vec::new();
    }
    let mut in_row = vec![false; document.blocks.len()];
    for row in &rows {
        in_row[row.blocks.clone()].fill(true);
    }
    let content = labels.runs.iter().filter(|run| run.is_content());
    let (inside, rest): (Vec<&BlockRun>, Vec<&BlockRun>) =
        content.partition(|run| in_row[run.first as usize]);
    let sum = |runs: &[&BlockRun]| runs.iter().copied().map(words).sum::<f32>();
    let own = sum(&rest);
    let of_rest = rest.iter().map(|run| (run.first as usize, words(run)));
    // below its headline a page has a text of its own, however short
    let headline = heading_in_title(document);
    let is_headed = rest
        .first()
        .is_some_and(|run| headline.is_some_and(|at| !in_row[at] && at <= run.first as usize));
    let ratio = if is_headed {
        MAX_HEADED_WORD_RATIO
    } else {
        MAX_WORD_RATIO
    };
    if sum(&inside) > ratio * own || mean(labels, of_rest) < MIN_REST_PROBABILITY {
        return Vec::new();
    }
    // rows that end before this block have too much content below them
    let mut left = own;
    let last = rest.iter().find(|run| {
        left -= words(run);
        left <= MAX_SHARE_BELOW * own
    });
    let end = last.map_or(0, |run| run.first as usize);
    let start = rest.first().filter(|_| is_headed);
    let start = start.map_or(0, |run| run.first as usize);
    let is_outside = |row: &TeaserRow| row.blocks.end > end || row.blocks.end <= start;
    let is_sure = mean(
        labels,
        rest.iter().map(|run| (run.first as usize, words(run))),
    ) >= MIN_SURE;
    let is_between = |row: &TeaserRow| {
        is_sure
            && row.headings >= MIN_HEADINGS
            && mean(labels, blocks_of(document, row.blocks.clone())) < MAX_BETWEEN
    };
    rows.retain(|row| is_outside(row) || is_between(row));
    rows.into_iter().map(|row| row.blocks).collect()
}

/// Whether uncertain content is in or right below the blocks of at least [`MIN_IN_A_ROW`] linked titles. False on most pages.
fn may_have_teasers(document: &TextDocument, labels: &Labels) -> bool {
    let mut is_near = vec![false; document.blocks.len()];
    for run in labels.runs.iter().filter(|run| run.is_content()) {
        let first = run.first as usize;
        if labels
            .probabilities
            .get(first)
            .is_none_or(|has| *has < asides::CERTAIN)
        {
            is_near[first.saturating_sub(MAX_BLOCKS)..=first].fill(true);
        }
    }
    let blocks = &document.blocks;
    let near = document.head.anchors.iter().filter(|anchor| {
        let at = blocks.partition_point(|block| block.text.end <= anchor.text.start);
        !anchor.hidden && is_near.get(at).is_some_and(|near| *near)
    });
    let titles = near.filter(|anchor| is_title(anchor.text.of(&document.text)));
    titles.take(MIN_IN_A_ROW).count() == MIN_IN_A_ROW
}

fn words(run: &BlockRun) -> f32 {
    count(run.words as usize)
}

/// The blocks of a row with their words.
fn blocks_of(document: &TextDocument, row: Range<usize>) -> impl Iterator<Item = (usize, f32)> {
    row.map(|at| (at, count(document.blocks[at].words as usize)))
}

/// The mean probability of blocks, weighted by words. Unknown probabilities count as 1.
fn mean(labels: &Labels, blocks: impl Iterator<Item = (usize, f32)>) -> f32 {
    let probability = |at: usize| labels.probabilities.get(at).copied().unwrap_or(1.0);
    let (sum, all) = blocks.fold((0.0, 0.0), |(sum, all), (at, words)| {
        (sum + words * probability(at), all + words)
    });
    sum / f32::max(all, 1.0)
}

/// A row of teasers.
struct TeaserRow {
    blocks: Range<usize>,
    /// Number of its teasers, if the titles of all are headings.
    headings: usize,
}

/// The title of a teaser.
#[derive(Debug, Clone, Copy)]
struct Title {
    text: Span,
    is_heading: bool,
}

/// The rows of teasers of a page.
fn teaser_rows(document: &TextDocument) -> Vec<TeaserRow> {
    let titles = titles(document);
    if titles.len() < MIN_IN_A_ROW {
        return Vec::new();
    }
    let words = |blocks: Range<usize>| summary(document, &titles, blocks);
    let mut rows = rows(document, MIN_IN_A_ROW, |_, blocks| {
        words(blocks.clone()).is_some()
    });
    rows.retain(|row| {
        let elements = row.elements.iter().map(|at| document.elements[*at].source);
        let summaries = elements.filter_map(|source| words(document.blocks_within(source)));
        summaries.sum::<usize>() >= MIN_SUMMARY_WORDS
    });
    let has_heading = |at: &usize| {
        let blocks = &document.blocks[document.blocks_within(document.elements[*at].source)];
        let span = blocks.first().zip(blocks.last());
        span.is_some_and(|(first, last)| {
            let start = titles.partition_point(|title| title.text.end <= first.text.start);
            let inside = titles[start..].iter();
            inside
                .take_while(|title| title.text.start < last.text.end)
                .any(|title| title.is_heading)
        })
    };
    let rows = rows.into_iter().map(|row| TeaserRow {
        headings: if row.elements.iter().all(has_heading) {
            row.elements.len()
        } else {
            0
        },
        blocks: row.blocks,
    });
    rows.collect()
}

/// The links that may be titles, in page order.
fn titles(document: &TextDocument) -> Vec<Title> {
    let shown = document.head.anchors.iter().filter(|anchor| !anchor.hidden);
    let mut titles: Vec<Title> = shown
        .filter(|anchor| is_title(anchor.text.of(&document.text)))
        .map(|anchor| Title {
            text: anchor.text,
            is_heading: tag_of(document, anchor.element).is_heading(),
        })
        .collect();
    titles.sort_unstable_by_key(|title| title.text.start);
    titles
}

/// Whether the text of a link may be a title.
fn is_title(text: &str) -> bool {
    let mut ideographs = text.chars().filter(|c| is_ideograph(*c));
    text.split_whitespace().nth(MIN_TITLE_WORDS - 1).is_some()
        || ideographs.nth(MIN_TITLE_IDEOGRAPHS - 1).is_some()
}

/// Number of words of the summary, if the blocks are a teaser.
fn summary(document: &TextDocument, titles: &[Title], blocks: Range<usize>) -> Option<usize> {
    let blocks = document.blocks.get(blocks)?;
    if blocks.len() > MAX_BLOCKS {
        return None;
    }
    let (start, end) = (blocks.first()?.text.start, blocks.last()?.text.end);
    if end.saturating_sub(start) > MAX_BYTES {
        return None;
    }
    let text = |from: u32, to: u32| document.text.get(from as usize..to as usize);
    let words: u32 = blocks.iter().map(|block| block.words).sum();
    if words > MAX_WORDS && fair_words(text(start, end)?) > MAX_WORDS as usize {
        return None;
    }
    let title = titles.get(titles.partition_point(|title| title.text.end <= start))?;
    let title = title.text;
    if title.start >= end {
        return None;
    }
    let before = text(start, title.start.max(start))?;
    if fair_words(before) > MAX_WORDS_BEFORE {
        return None;
    }
    let rest = text(title.end, end.max(title.end))?.trim();
    let continues_sentence = |c: char| {
        c.is_lowercase()
            || matches!(
                c,
                ',' | ';' | ':' | '.' | '-' | '–' | '—' | ')' | '’' | '\''
            )
    };
    if rest.starts_with(continues_sentence) {
        return None;
    }
    Some(fair_words(rest))
}

#[cfg(test)]
mod tests {
    use html::parse;

    use super::*;

    const REPORT: &str = "<h1>Two hurt on the northern road</h1><p>Two drivers were slightly hurt on Tuesday morning when their cars met \
                          at the crossing near the old mill, the police said.<p>The road was closed for an hour, and the damage is put at \
                          fifteen thousand, as the breakdown service had to lift one of the cars out of the ditch.";

    /// Number of rows below a report whose blocks are more certain than the others.
    fn below_report(html: &str) -> usize {
        with_probabilities(html, 0.95, 0.8)
    }

    /// Number of rows below a report, by the probabilities of its own blocks and of the others.
    fn with_probabilities(html: &str, own: f32, others: f32) -> usize {
        let document = parse(&format!("<article>{REPORT}</article>{html}"));
        let mut labels = Labels::all_content(&document);
        labels.probabilities = (0..document.blocks.len())
            .map(|at| if at < 3 { own } else { others })
            .collect();
        beside(&document, &labels).len()
    }

    fn cards(count: usize) -> String {
        let card = "<div class=card><h3><a href=/x>A ferry for the lake</a></h3><p>From May on an electric ship is to join the two \
                    banks, and the district pays a part of each ticket.</div>";
        format!("<div>{}</div>", card.repeat(count))
    }

    #[test]
    fn neighbours_with_a_linked_title_and_a_summary_are_teasers() {
        assert_eq!(below_report(&cards(3)), 1);
        let items = "<ul><li><a href=/x>A ferry for the lake</a> From May on an electric ship is to join the two banks.\
                     <li><a href=/y>Bread gets dearer again</a> The bakers of the town say what flour and power cost them.</ul>";
        assert_eq!(below_report(items), 1);
    }

    #[test]
    fn a_single_card_linked_sentences_and_the_text_are_no_teasers() {
        assert_eq!(below_report(&cards(1)), 0);
        let sentences = "<div><p><a href=/x>The council of Hallbruck</a> has decided that the bridge is to be closed for two years.\
                         <p><a href=/y>The shopkeepers of it</a> fear for their trade and ask for help and for a ferry.</div>";
        assert_eq!(below_report(sentences), 0);
        assert_eq!(with_probabilities(&cards(3), 0.95, 0.95), 0);
        // pages of teasers
        assert_eq!(with_probabilities(&cards(3), 0.8, 0.8), 0);
        assert_eq!(below_report(&cards(12)), 0);
        let text = "More of the report follows below these two cards. ".repeat(6);
        let text_below = format!("{}<p>{text}", cards(2));
        assert_eq!(below_report(&text_below), 0);
    }

    #[test]
    fn teasers_above_the_headline_are_no_text() {
        let found = |count: usize, headline: &str| {
            let page = format!(
                "<title>Two hurt on the northern road</title>{}",
                cards(count)
            );
            let report = REPORT.replace("<h1>Two hurt on the northern road</h1>", headline);
            let document = parse(&format!("{page}<article>{report}</article>"));
            let mut labels = Labels::all_content(&document);
            let own = document.blocks.len() - 3;
            labels.probabilities = (0..document.blocks.len())
                .map(|at| if at < own { 0.8 } else { 0.95 })
                .collect();
            beside(&document, &labels).len()
        };
        assert_eq!(found(6, "<h1>Two hurt on the northern road</h1>"), 1);
        assert_eq!(found(6, "<p>Two hurt on the northern road</p>"), 0);
    }

    #[test]
    fn teasers_with_headings_between_paragraphs_are_no_text() {
        let text = "More of the report follows below these cards. ".repeat(6);
        let between = |count: usize| format!("{}<p>{text}", cards(count));
        let own = |html: &str| {
            let document = parse(&format!("<article>{REPORT}</article>{html}"));
            let mut labels = Labels::all_content(&document);
            labels.probabilities = vec![0.95; document.blocks.len()];
            let last = document.blocks.len() - 1;
            labels.probabilities[3..last].fill(0.5);
            beside(&document, &labels)
        };
        assert_eq!(own(&between(3)).first(), Some(&(3..9)));
        assert!(own(&between(2)).is_empty());
        let no_headings = between(3).replace("h3>", "b>");
        assert!(own(&no_headings).is_empty());
    }

    #[test]
    fn ideographs_are_not_words() {
        let item = "<li><a href=/x>湖上的新渡轮将在五月开始运行</a> 据市政府周五的消息，从五月起一艘电动船将连接湖的两岸，票价的一部分由区政府承担，\
                    学生和老人可以免费乘坐，具体的时刻表将在下个月公布。";
        let report =
            "市政府周五决定将老桥关闭两年，北岸的店主担心生意，他们要求提供帮助和一艘渡轮。"
                .repeat(4);
        let html = format!("<p>{report}<p>{report}<ul>{}</ul>", item.repeat(3));
        let document = parse(&html);
        let mut labels = Labels::all_content(&document);
        labels.probabilities = vec![0.95, 0.95, 0.6, 0.6, 0.6];
        assert_eq!(beside(&document, &labels).first(), Some(&(2..5)));
    }
}
