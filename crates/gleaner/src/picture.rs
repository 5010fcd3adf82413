//! A page as a picture: for each block its text and its bytes, and the density that follows from both.

use std::fmt::Write as _;

use extract::{BlockExplanation, Explanation, Label};

/// Width of a block and height of the picture's two parts, in pixels.
const BAR: usize = 8;
const BARS_HEIGHT: f64 = 180.0;
const CURVE_HEIGHT: f64 = 120.0;
/// Room around.
const MARGIN: f64 = 48.0;
/// Blocks drawn; a page with more is drawn up to here, and says so.
const MAX_BLOCKS: usize = 2000;
/// Room for the legend, however few blocks there are.
const MIN_WIDTH: usize = 640;

/// One block as it is drawn.
struct Bar {
    /// Characters of text.
    text: usize,
    /// Bytes of the page from the end of the block before to the end of this one.
    bytes: usize,
}

impl Bar {
    /// Share of text in the bytes: high in an article, low among menus and markup.
    fn density(&self) -> f64 {
        (real(self.text) / real(self.bytes.max(1))).min(1.0)
    }
}

/// Draws the blocks of a page, content in green, as SVG.
pub(crate) fn svg(title: &str, page: &Explanation) -> String {
    let blocks = &page.blocks[..page.blocks.len().min(MAX_BLOCKS)];
    let bars = bars(blocks);
    let width = 2.0 * MARGIN + real((blocks.len() * BAR).max(MIN_WIDTH));
    let base = MARGIN + BARS_HEIGHT;
    let curve_base = base + MARGIN + CURVE_HEIGHT;
    let height = curve_base + MARGIN;
    let highest = bars
        .iter()
        .map(|bar| bar.bytes.max(bar.text))
        .max()
        .unwrap_or(1);
    // A root, so that a paragraph is still seen beside a page's one giant script.
    let scaled = |size: usize| BARS_HEIGHT * (real(size) / real(highest.max(1))).sqrt();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"24\" font-size=\"15\">{}</text>\n\
         <text x=\"{MARGIN}\" y=\"40\" fill=\"#555\">{}, {} blocks{}: text (green content, orange boilerplate) before bytes (grey), root scale</text>\n",
        escaped(title),
        escaped(page.extractor),
        page.blocks.len(),
        if page.blocks.len() > MAX_BLOCKS {
            ", cut here"
        } else {
            ""
        },
    );
    let mut curve = String::new();
    for (index, (block, bar)) in blocks.iter().zip(&bars).enumerate() {
        let x = MARGIN + real(index * BAR);
        let (bytes, text) = (scaled(bar.bytes), scaled(bar.text));
        let colour = if block.label == Label::Content {
            "#2e7d32"
        } else {
            "#ef6c00"
        };
        let start: String = block.text.chars().take(60).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<g><title>{}: {} words, link density {:.2}, {}</title>\
             <rect x=\"{x:.0}\" y=\"{:.1}\" width=\"{}\" height=\"{bytes:.1}\" fill=\"#ccc\"/>\
             <rect x=\"{x:.0}\" y=\"{:.1}\" width=\"{}\" height=\"{text:.1}\" fill=\"{colour}\"/></g>",
            index + 1,
            block.words,
            block.link_density,
            escaped(&start),
            base - bytes,
            BAR - 1,
            base - text,
            BAR - 4,
        );
        let y = curve_base - CURVE_HEIGHT * bar.density();
        let _ = write!(curve, "{:.0},{y:.1} ", x + real(BAR) / 2.0);
    }
    let right = width - MARGIN;
    let middle = curve_base - CURVE_HEIGHT / 2.0;
    let _ = write!(
        svg,
        "<line x1=\"{MARGIN}\" y1=\"{base}\" x2=\"{right:.0}\" y2=\"{base}\" stroke=\"#333\"/>\n\
         <text x=\"{MARGIN}\" y=\"{:.0}\" fill=\"#555\">density: text / bytes since the block before, 0 to 1; dashed: one half</text>\n\
         <line x1=\"{MARGIN}\" y1=\"{middle}\" x2=\"{right:.0}\" y2=\"{middle}\" stroke=\"#999\" stroke-dasharray=\"4\"/>\n\
         <line x1=\"{MARGIN}\" y1=\"{curve_base}\" x2=\"{right:.0}\" y2=\"{curve_base}\" stroke=\"#333\"/>\n\
         <polyline points=\"{}\" fill=\"none\" stroke=\"#1565c0\" stroke-width=\"1.5\"/>\n</svg>\n",
        base + 24.0,
        curve.trim_end(),
    );
    svg
}

fn bars(blocks: &[BlockExplanation]) -> Vec<Bar> {
    let mut before = 0;
    blocks
        .iter()
        .map(|block| {
            let end = block.offset as usize + block.text.len();
            let bytes = end.saturating_sub(before).max(block.text.len());
            before = end.max(before);
            Bar {
                text: block.text.chars().count(),
                bytes,
            }
        })
        .collect()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "sizes of a page in pixels of a picture"
)]
fn real(size: usize) -> f64 {
    size as f64
}

/// Text as it may stand between two tags, or in an attribute.
pub(crate) fn escaped(text: &str) -> String {
    text.chars()
        // Control characters are not allowed in XML at all.
        .filter(|c| !c.is_control() || c.is_whitespace())
        .collect::<String>()
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explanation(html: &str) -> Explanation {
        extract::explain(html, None, &extract::EXTRACTORS[0])
    }

    #[test]
    fn every_block_is_a_bar_and_a_point_of_the_curve() {
        let svg = svg(
            "A & B",
            &explanation("<p>one</p><p>two &lt;three&gt;</p><ul><li>four</ul>"),
        );
        assert_eq!(svg.matches("<g>").count(), 3);
        assert!(svg.contains("A &amp; B") && svg.contains("two &lt;three&gt;"));
        let points = svg
            .split("points=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap();
        assert_eq!(points.split(' ').count(), 3);
    }

    #[test]
    fn a_page_without_blocks_is_an_empty_picture() {
        assert!(svg("", &explanation("")).ends_with("</svg>\n"));
    }
}
