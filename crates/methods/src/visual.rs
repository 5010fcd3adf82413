//! Text by its position and style as rendered by a browser.
//!
//! Source: D. Cai, S. Yu, J.-R. Wen, W.-Y. Ma, *VIPS: a Vision-based Page Segmentation Algorithm* (Microsoft Research,
//! MSR-TR-2003-79): related content is drawn together, in one column and one style, and separated from the rest. VIPS divides
//! the DOM tree along these separators, top down. Here only text blocks are classified, so no tree is needed.
//!
//! 1. The main column starts at the left edge shared by most words of running text. Blocks drawn beside it are dropped.
//! 2. The size and colour of most words in the column are those of the text. Blocks that are smaller, of another colour or mostly
//!    links are dropped. A heading is kept in any style if text follows.
//!
//! A page that was not rendered and measured has no boxes; the default extractor labels it.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use html::{TextBlock, TextBox, TextDocument};

use extract::{Extractor, Filter, GLEANER, Labels};

/// Link density from which a block is a menu or a teaser.
const MAX_LINK_DENSITY: f32 = 0.5;
/// Left edges that differ by less, in pixels, belong to one column: lists and quotes are indented.
const MAX_INDENT: i32 = 48;

pub(crate) const VISUAL: Extractor = Extractor {
    name: "visual",
    summary: "the main column of a rendered page, in the style of most of its words; on a page without boxes, `gleaner`",
    source: "D. Cai, S. Yu, J.-R. Wen, W.-Y. Ma: VIPS: a Vision-based Page Segmentation Algorithm, MSR-TR-2003-79",
    steps: &[
        Filter::new("main-column", keep_column),
        Filter::new("style-of-text", keep_style),
    ],
};

/// Position and style of the text of a page.
#[derive(Debug, PartialEq, Eq)]
struct Column {
    left: i32,
    right: i32,
    font_size: u32,
    color: [u8; 3],
}

impl Column {
    /// The column of most words of running text, or of all words if there is no such text.
    fn of(document: &TextDocument) -> Option<Self> {
        let drawn = || {
            let blocks = document.blocks.iter().zip(&document.boxes);
            blocks.filter(|(block, at)| at.is_drawn() && block.link_density() < MAX_LINK_DENSITY)
        };
        let mut text: Vec<(&TextBlock, &TextBox)> =
            drawn().filter(|(block, _)| block.words >= 12).collect();
        if text.is_empty() {
            text = drawn().collect();
        }
        let begins = |edge: i32, at: &TextBox| (0..MAX_INDENT).contains(&at.x.saturating_sub(edge));
        let edges = words_by(&text, |at| at.x);
        let in_column = edges.keys().map(|edge| {
            let column = edges.range(*edge..edge.saturating_add(MAX_INDENT));
            (*edge, column.map(|(_, words)| words).sum())
        });
        let left = most(in_column)?;
        text.retain(|(_, at)| begins(left, at));
        Some(Self {
            left,
            right: text.iter().map(|(_, at)| at.right()).max()?,
            font_size: most(words_by(&text, |at| at.font_size))?,
            color: most(words_by(&text, |at| at.color))?,
        })
    }

    fn has(&self, at: &TextBox) -> bool {
        at.is_drawn()
            && at.x >= self.left.saturating_sub(MAX_INDENT)
            && at.right() <= self.right.saturating_add(MAX_INDENT)
    }

    fn is_large(&self, at: &TextBox) -> bool {
        at.font_size.saturating_mul(100) >= self.font_size.saturating_mul(88)
    }

    fn has_color(&self, at: &TextBox) -> bool {
        let parts = self.color.iter().zip(&at.color);
        parts.into_iter().all(|(a, b)| a.abs_diff(*b) < 48)
    }
}

/// Number of words with each value.
fn words_by<T: Ord>(
    text: &[(&TextBlock, &TextBox)],
    value: impl Fn(&TextBox) -> T,
) -> BTreeMap<T, u32> {
    let mut words = BTreeMap::new();
    for (block, at) in text {
        *words.entry(value(at)).or_default() += block.words;
    }
    words
}

/// The value that most words have; the smallest of several.
fn most<T: Ord + Copy>(words: impl IntoIterator<Item = (T, u32)>) -> Option<T> {
    let most = words
        .into_iter()
        .max_by_key(|(value, words)| (*words, Reverse(*value)));
    most.map(|(value, _)| value)
}

fn keep_column(document: &TextDocument, labels: &mut Labels) {
    if document.boxes.is_empty() {
        for step in GLEANER.steps {
            (step.apply)(document, labels);
        }
        return;
    }
    let column = Column::of(document);
    labels.keep(|block| {
        column
            .as_ref()
            .is_some_and(|column| column.has(&document.boxes[block]))
    });
}

fn keep_style(document: &TextDocument, labels: &mut Labels) {
    let Some(column) = Column::of(document) else {
        return;
    };
    let title = labels.title_block(document);
    let mut kept = vec![false; document.blocks.len()];
    // from the end, since a heading is kept for the text below it
    let mut has_text_below = false;
    let column_blocks: Vec<usize> = labels.content_blocks().collect();
    for index in column_blocks.into_iter().rev() {
        let (block, at) = (&document.blocks[index], &document.boxes[index]);
        let is_menu = block.link_density() >= MAX_LINK_DENSITY;
        let is_text = column.is_large(at) && column.has_color(at) && !is_menu;
        let is_heading = at.font_size > column.font_size || at.font_weight >= 600;
        kept[index] = Some(index) != title
            && if is_heading && block.words <= 25 {
                has_text_below && !is_menu
            } else {
                is_text
            };
        has_text_below = kept[index];
    }
    labels.choose(document, &kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use extract::{Input, Options, explain, extract};

    const TEXT: &str = "Zwölf Wörter und mehr hat dieser Absatz, denn sonst wäre er kein laufender Text auf der Seite.";

    /// A page of blocks, each with the left edge, width, size and colour in which it is drawn.
    fn page(blocks: &[(&str, i32, u32, u32, u8)]) -> (String, Vec<TextBox>) {
        let mut html = String::new();
        let mut boxes = Vec::new();
        for (text, x, width, font_size, color) in blocks {
            html += "<p>";
            let start = html.len();
            html += text;
            boxes.push(TextBox {
                start: u32::try_from(start).unwrap(),
                end: u32::try_from(html.len()).unwrap(),
                x: *x,
                y: 30 * i32::try_from(boxes.len()).unwrap(),
                width: *width,
                height: 20,
                font_size: *font_size,
                font_weight: 400,
                color: [*color; 3],
                background: [255; 3],
            });
            html += "</p>";
        }
        (html, boxes)
    }

    fn text((html, boxes): &(String, Vec<TextBox>)) -> String {
        let input = Input {
            boxes,
            ..Input::new(html, None)
        };
        extract(&input, &Options::of(&VISUAL)).text
    }

    #[test]
    fn text_drawn_beside_smaller_or_paler_is_dropped() {
        let longer = format!("{TEXT} {TEXT}");
        let aside = format!("Daneben: {TEXT}");
        let small = format!("Kleiner: {TEXT}");
        let pale = format!("Blasser: {TEXT}");
        let drawn = page(&[
            (&longer, 100, 600, 180, 20),
            ("Eine Überschrift", 100, 200, 260, 20),
            (TEXT, 120, 580, 180, 30),
            (&aside, 800, 300, 180, 20),
            (&small, 100, 600, 120, 20),
            (&pale, 100, 600, 180, 160),
            ("Noch eine Überschrift", 100, 200, 260, 20),
        ]);
        assert_eq!(
            text(&drawn),
            format!("{longer}\n\nEine Überschrift\n\n{TEXT}")
        );
    }

    #[test]
    fn text_that_is_not_drawn_is_dropped() {
        let (html, mut boxes) = page(&[(TEXT, 10, 600, 160, 0), (TEXT, 10, 600, 160, 0)]);
        boxes.remove(1);
        assert_eq!(text(&(html, boxes)), TEXT);
    }

    #[test]
    fn a_page_without_boxes_is_read_by_the_default_extractor() {
        let html = format!(
            "<article><h1>Kopf</h1>{}</article>",
            format!("<p>{TEXT}</p>").repeat(4)
        );
        let input = Input::new(&html, None);
        let by = |extractor| extract(&input, &Options::of(extractor)).text;
        assert!(by(&VISUAL).contains(TEXT));
        assert_eq!(by(&VISUAL), by(&GLEANER));
        assert!(
            explain(&input, &Options::of(&VISUAL)).blocks[0]
                .drawn
                .is_none()
        );
    }

    #[test]
    fn a_page_on_which_nothing_is_drawn_has_no_text() {
        let nowhere = TextBox {
            end: 1,
            ..TextBox::default()
        };
        assert_eq!(text(&(format!("<p>{TEXT}</p>"), vec![nowhere])), "");
    }

    #[test]
    fn the_main_column_is_that_of_most_words() {
        let (html, boxes) = page(&[
            ("kurz", 0, 100, 400, 0),
            (TEXT, 300, 500, 160, 40),
            (TEXT, 310, 520, 160, 40),
            (TEXT, 900, 200, 140, 40),
        ]);
        let mut document = html::parse(&html);
        document.set_boxes(&boxes);
        let column = Column::of(&document).unwrap();
        assert_eq!((column.left, column.right), (300, 830));
        assert_eq!((column.font_size, column.color), (160, [40; 3]));
    }
}
