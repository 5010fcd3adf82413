//! Removes bylines and dates between the headline and the first paragraph, and bylines with a label or an address below the last.

use crate::element_names::{element_around, innermost};
use crate::labels::{BlockRun, Filter, Label, Labels, Mode};
use crate::metadata::{LineKind, is_credit, is_long_line, kind_of_line, lines_of_elements};
use crate::word_count::{MIN_PARAGRAPH_WORDS, MIN_SENTENCE_WORDS, has_fair_words};
use html::{Element, Tag, TextBlock, TextDocument};
use text::ends_sentence;

/// Elements whose lines belong to an enumeration.
const LISTS: [Tag; 4] = [Tag::Li, Tag::Td, Tag::Dd, Tag::Blockquote];

/// Step that removes bylines and dates above the text.
pub(crate) const LEAVE_OUT: Filter = Filter::new("drop bylines", leave_out);

fn leave_out(document: &TextDocument, labels: &mut Labels) {
    if labels.mode == Mode::Recall {
        return;
    }
    let content = (0..labels.runs.len()).filter(|at| labels.runs[*at].is_content());
    let mut above: Vec<(usize, Option<LineKind>)> = Vec::new();
    for at in content.take(12) {
        let kind = kind(document, &labels.runs[at]);
        if !is_line(kind) && is_paragraph(document, &labels.runs[at]) {
            drop_lines(&above, labels);
            drop_end(document, labels, at);
            return;
        }
        above.push((at, kind));
    }
    // a text of short paragraphs
    let is_sentence = |(at, kind): &(usize, Option<LineKind>)| {
        kind.is_none() && is_short_paragraph(document, &labels.runs[*at])
    };
    if let Some(first) = above.iter().position(is_sentence) {
        let at = above[first].0;
        drop_lines(&above[..first], labels);
        drop_end(document, labels, at);
    }
}

/// Whether a line is a byline or a date.
fn is_line(kind: Option<LineKind>) -> bool {
    matches!(kind, Some(LineKind::Byline | LineKind::Date))
}

/// Drops the bylines and dates, and the names beside them.
fn drop_lines(above: &[(usize, Option<LineKind>)], labels: &mut Labels) {
    for (place, (at, kind)) in above.iter().enumerate() {
        let near = &above[place.saturating_sub(2)..above.len().min(place + 3)];
        let is_dropped = match kind {
            Some(LineKind::Name) => near.iter().any(|(_, kind)| is_line(*kind)),
            kind => is_line(*kind),
        };
        if is_dropped {
            labels.runs[*at].label = Label::Boilerplate;
        }
    }
}

/// Drops the bylines among the last runs of content, which follow the first paragraph.
fn drop_end(document: &TextDocument, labels: &mut Labels, first_paragraph: usize) {
    let content = (first_paragraph + 1..labels.runs.len()).rev();
    let content = content.filter(|at| labels.runs[*at].is_content());
    let last: Vec<usize> = content.take(3).collect();
    for at in last {
        let block = &document.blocks[labels.runs[at].first as usize];
        if is_in_list(document, block.element) || !is_credit(&document.lines_of(block)) {
            return;
        }
        labels.runs[at].label = Label::Boilerplate;
    }
}

fn is_paragraph(document: &TextDocument, run: &BlockRun) -> bool {
    let block = &document.blocks[run.first as usize];
    has_fair_words(document.text_of(block), MIN_PARAGRAPH_WORDS)
}

/// Whether a run is a paragraph, though a short one.
fn is_short_paragraph(document: &TextDocument, run: &BlockRun) -> bool {
    let text = document.text_of(&document.blocks[run.first as usize]);
    has_fair_words(text, MIN_SENTENCE_WORDS) && ends_sentence(text)
}

fn kind(document: &TextDocument, run: &BlockRun) -> Option<LineKind> {
    let block = &document.blocks[run.first as usize];
    let kind = || kind_of_block(document, block);
    (!is_in_list(document, block.element)).then(kind)?
}

/// The kind of a line, whose parts may be in inline elements of their own.
fn kind_of_block(document: &TextDocument, block: &TextBlock) -> Option<LineKind> {
    let lines = document.lines_of(block);
    let whole = kind_of_line(&lines);
    if is_line(whole) || is_long_line(&lines) {
        return whole;
    }
    let of_elements = lines_of_elements(document, block);
    let is_same = of_elements == lines;
    (!is_same)
        .then(|| kind_of_line(&of_elements))
        .flatten()
        .or(whole)
}

/// Whether an element is in a list, a quotation, or the cell of a table. A cell with a paragraph belongs to the layout of the page.
fn is_in_list(document: &TextDocument, element: u32) -> bool {
    innermost(document, element, &LISTS).is_some_and(|list| {
        let mut blocks = document.blocks[document.blocks_within(list.source)].iter();
        let is_long =
            |block: &TextBlock| has_fair_words(document.text_of(block), MIN_PARAGRAPH_WORDS);
        match list.tag {
            Tag::Td => !blocks.any(is_long),
            Tag::Li => !is_list_of_lines(document, list),
            _ => true,
        }
    })
}

/// Whether the list of an item has little but bylines and dates.
fn is_list_of_lines(document: &TextDocument, item: &Element) -> bool {
    let Some(list) = element_around(document, item) else {
        return false;
    };
    let blocks = &document.blocks[document.blocks_within(list.source)];
    let is_short_list = (2..=5).contains(&blocks.len());
    let kinds = || blocks.iter().map(|block| kind_of_block(document, block));
    is_short_list && kinds().any(is_line) && 2 * kinds().flatten().count() > blocks.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    const PARAGRAPH: &str = "<p>The council decided on Friday to close the old bridge for two years, and the shopkeepers on the \
                             northern bank fear for their trade: they ask for help, and for a ferry.</p>";

    /// Number of blocks kept of those before a paragraph, if all are content at first.
    fn kept_of(lines: &str, mode: Mode) -> usize {
        let document = parse(&format!("{lines}{PARAGRAPH}"));
        let mut labels = Labels::all_content(&document);
        labels.mode = mode;
        leave_out(&document, &mut labels);
        labels.content_blocks().count() - 1
    }

    #[test]
    fn bylines_and_dates_above_the_text_are_left_out() {
        for lines in [
            "<p>By Jane Doe</p><p>3 May 2024, 9.40pm</p>",
            "<p>Jane Doe, Transport Editor</p>",
            "<div>Jane Doe</div><div>Published on 3 May 2024</div>",
            "<p>Von Erika Muster | Stand: 03.05.2024, 21:40 Uhr</p>",
            "<p>Publié le 3 mai 2024 à 21h40</p><p>Par Jeanne Dupont</p>",
            "<p>Julkaistu 3.5.2024 klo 21.40</p><p>Teksti Aino Laine</p>",
            "<p>김민서 기자 kms@news.test</p><p>2024.05.03 21:40</p>",
            "<p>โดย สมชาย ใจดี</p><p>3 พ.ค. 2567 21:40 น.</p>",
            "<p>Selasa, 3 Mei 2024 21:40 WIB</p>",
            "<p>記者林佳蓉／南投報導</p>",
            "<p><span>By Jane Doe</span> <span>Science reporter, Easton News</span></p>",
            "<p>NEW YORK | Wed Jun 5, 2013 8:17pm EDT</p>",
            "<p>14 hours ago</p>",
            "<p>hace 3 horas</p>",
            "<p>Associated Press</p>",
            "<p>2024-05-03 14:07来源：江北新闻·江北号·政务</p>",
            "<p>Source: Easton Today</p>",
            "<ul><li>by: Jane Doe, Tokyo correspondent<li>From: Easton Today<li>May 03, 2024 12:00AM</ul>",
            "<ul><li>easton.test, Friday 3 May 2024 18.55 BST<li>Jane Doe</ul>",
            "<p>Tác giả: Trần Quốc Bảo</p>",
            "<table><td>Published: May 3, 2024<br>By Jane Doe, Staff Writer",
            "<p>เผยแพร่: 3 พ.ค. 2569 10:14<br>ปรับปรุง: 3 พ.ค. 2569 12:30<br>โดย: สมชาย วงศ์สวัสดิ์ ผู้สื่อข่าวภูมิภาค จังหวัดนครศรีธรรมราช</p>",
        ] {
            assert_eq!(kept_of(lines, Mode::Balanced), 0, "{lines}");
            assert!(kept_of(lines, Mode::Recall) > 0, "{lines}");
        }
    }

    #[test]
    fn other_lines_above_the_text_stay() {
        for line in [
            "<p>Why the old bridge has to go</p>",
            "<p>The Old Bridge</p>",
            "<p>Portrait by Jane Doe</p>",
            "<p>Tested by: Jane Doe RRP: £23.99</p>",
            "<p>Who was Jane Doe?</p>",
            "<p>Two boats were found by night, three years after the last of the old times.</p>",
            "<p>10 years ago</p>",
            "<p>The source: where the river begins. It is old.</p>",
            "<ul><li>3 May 2024: the bridge closes</li></ul>",
            "<p>On 3 May 2024 the council decided to close it</p>",
            "<p>3 May 2024 Resource: Easton Today</p>",
            "<p>(항구=연합뉴스) 박지훈 기자 = 14일 밤 시의회가 노후한 다리의 통행을 금지했다.</p>",
            "<p>박지훈 기자 = 14일 밤 통행 금지.</p>",
            "<table><td>Published: May 3, 2024</table>",
        ] {
            assert_eq!(kept_of(line, Mode::Balanced), 1, "{line}");
        }
    }

    #[test]
    fn credits_below_the_last_paragraph_are_left_out() {
        for (line, kept) in [
            ("<p>박지훈 기자 kms@news.test</p>", 0),
            ("<p>Penulis: Dewi Anggraini | Editor: Rahmat Hidayat</p>", 0),
            ("<p>Tác giả: Trần Quốc Bảo</p>", 0),
            ("<p>jane.doe@news.test</p>", 0),
            ("<p>Editor: Siti Rahma</p>", 0),
            ("<ul><li>jane.doe@news.test</ul>", 1),
            ("<p>Jane Doe</p>", 1),
            ("<p>Yours, Jane Doe</p>", 1),
            ("<p>By the river.</p>", 1),
        ] {
            let document = parse(&format!("{PARAGRAPH}{line}"));
            let mut labels = Labels::all_content(&document);
            leave_out(&document, &mut labels);
            assert_eq!(labels.content_blocks().count(), 1 + kept, "{line}");
        }
    }

    #[test]
    fn below_the_first_paragraph_nothing_is_left_out() {
        let document = parse(&format!("{PARAGRAPH}<p>By Jane Doe</p>{PARAGRAPH}"));
        let mut labels = Labels::all_content(&document);
        leave_out(&document, &mut labels);
        assert_eq!(labels.content_blocks().count(), 3);
    }
}
