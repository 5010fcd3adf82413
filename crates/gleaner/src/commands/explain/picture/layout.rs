//! Draws a rendered page, with its blocks where the browser drew them.

use std::fmt::Write as _;

use extract::render::escaped;
use extract::{BlockExplanation, Explanation, Label};
use html::TextBox;

use super::{BOILERPLATE, CONTENT, FAINT, HEAD, MARGIN, MIN_WIDTH, begun};
use crate::console::table::cut;

/// Maximum size of the drawn part of a page, in pixels. Anything beyond is out of sight or a trick.
const MAX_WIDTH: i32 = 4_000;
const MAX_HEIGHT: i32 = 60_000;
/// Maximum characters of a block's text in its label.
const TEXT_SHOWN: usize = 160;
/// Maximum characters of a block's text in its box.
const TEXT_DRAWN: usize = 2_000;
/// Width of a character and height of a line, relative to the font size.
const CHARACTER: f64 = 0.5;
const LINE: f64 = 1.2;

/// Draws the blocks of a page as SVG, each with its text, in the colour of its label.
pub(super) fn svg(title: &str, page: &Explanation) -> String {
    let drawn = page.blocks.iter().enumerate().filter_map(|(index, block)| {
        let at = block.drawn.filter(TextBox::is_drawn)?;
        let is_seen = (0..MAX_WIDTH).contains(&at.x) && (0..MAX_HEIGHT).contains(&at.y);
        is_seen.then_some((index, block, at))
    });
    let drawn: Vec<(usize, &BlockExplanation, TextBox)> = drawn.collect();
    let right = drawn.iter().map(|(_, _, at)| at.right().min(MAX_WIDTH));
    let bottom = drawn.iter().map(|(_, _, at)| at.bottom().min(MAX_HEIGHT));
    let min = i32::try_from(MIN_WIDTH).unwrap_or(MAX_WIDTH);
    let width = 2.0 * MARGIN + f64::from(right.max().unwrap_or(0).max(min));
    let height = HEAD + MARGIN + f64::from(bottom.max().unwrap_or(0));
    let mut svg = begun(width, height, title, page);
    let _ = writeln!(
        svg,
        "<g transform=\"translate({MARGIN} 62)\"><rect width=\"13\" height=\"11\" fill=\"{CONTENT}\"/><text x=\"20\" y=\"10\" fill=\"{FAINT}\">content</text>\
         <rect x=\"90\" width=\"13\" height=\"11\" fill=\"{BOILERPLATE}\"/><text x=\"110\" y=\"10\" fill=\"{FAINT}\">boilerplate; \
         {} of {} blocks are drawn on the page</text></g>",
        drawn.len(),
        page.labels.len()
    );
    for (index, block, at) in drawn {
        draw(&mut svg, index + 1, block, &at);
    }
    svg + "</svg>\n"
}

/// Writes one block: its box, and its text in it, cut off where the box ends. Writing to a string cannot fail.
fn draw(svg: &mut String, number: usize, block: &BlockExplanation, at: &TextBox) {
    let is_content = block.label == Label::Content;
    let colour = if is_content { CONTENT } else { BOILERPLATE };
    let font_size = (f64::from(at.font_size) / 10.0).clamp(4.0, 60.0);
    let (x, y) = (MARGIN + f64::from(at.x), HEAD + f64::from(at.y));
    let _ = writeln!(
        svg,
        "<g><title>{number}: {} words, {:.1} px, weight {}, by {}: {}</title>\
         <rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"{}\" height=\"{}\" fill=\"{colour}\" fill-opacity=\"0.12\" stroke=\"{colour}\"{}/>",
        block.words,
        f64::from(at.font_size) / 10.0,
        at.font_weight,
        escaped(block.decided_by.unwrap_or("initial")),
        escaped(&cut(&block.text, TEXT_SHOWN)),
        at.width.min(MAX_WIDTH.unsigned_abs()),
        at.height.min(MAX_HEIGHT.unsigned_abs()),
        // visible without colour too
        if is_content {
            " stroke-width=\"2.5\""
        } else {
            " stroke-dasharray=\"3 3\""
        },
    );
    let lines = (f64::from(at.height) / (LINE * font_size)).round().max(1.0);
    let in_line = (f64::from(at.width) / (CHARACTER * font_size)).max(1.0);
    let text = cut(&block.text, TEXT_DRAWN);
    let characters: Vec<char> = text.chars().collect();
    let step = f64::from(at.height) / lines;
    let parts = characters.chunks(as_count(in_line));
    for (line, part) in parts.take(as_count(lines)).enumerate() {
        let part: String = part.iter().collect();
        let _ = writeln!(
            svg,
            "<text x=\"{x:.0}\" y=\"{:.1}\" font-size=\"{font_size:.1}\" fill=\"#333\">{}</text>",
            y + 0.8 * font_size + step * super::real(line),
            escaped(&part)
        );
    }
    svg.push_str("</g>\n");
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a whole number of characters or lines of a box, above 0"
)]
fn as_count(number: f64) -> usize {
    number as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_drawn_where_the_browser_drew_them_and_others_not() {
        let html = "<p>one &lt;b&gt;</p><p>two</p><p>three</p>";
        let piece = |text: &str, x: i32| TextBox {
            start: u32::try_from(html.find(text).unwrap()).unwrap(),
            end: u32::try_from(html.find(text).unwrap() + text.len()).unwrap(),
            x,
            y: 20,
            width: 300,
            height: 18,
            font_size: 160,
            ..TextBox::default()
        };
        let boxes = [piece("one", 120), piece("two", -9_000)];
        let input = extract::Input {
            boxes: &boxes,
            ..extract::Input::new(html, None)
        };
        let explained = extract::explain(&input, &extract::Options::default());
        let svg = super::super::svg("A & B", &explained);
        assert_eq!(svg.matches("<title>").count(), 1);
        assert!(svg.contains("x=\"164\" y=\"128\" width=\"300\""), "{svg}");
        assert!(svg.contains("one &lt;b&gt;") && svg.contains("A &amp; B"));
        assert!(svg.contains("1 of 3 blocks are drawn"));
    }
}
