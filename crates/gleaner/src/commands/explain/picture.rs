//! Draws a page: for each block its text and its bytes, below them the text density and, if the method has one, the probability of
//! being content. A page that was rendered and measured is drawn as the browser drew it.

mod layout;
mod strip;

use std::fmt::Write as _;

use extract::render::escaped;
use extract::{BlockExplanation, Explanation};

use self::strip::Strip;

/// Width of a block, and maximum number of blocks per strip; further strips follow below, so that a page fits the width of a screen.
const BAR: usize = 10;
const BLOCKS_IN_STRIP: usize = 120;
/// Maximum height of a bar of bytes, as a multiple of the longest text; higher bars are cut off.
const BYTES_SHOWN: usize = 3;
/// Margin around the picture, and height of title and legend above the strips.
const MARGIN: f64 = 44.0;
const HEAD: f64 = 108.0;
/// Minimum width, which the legend needs.
const MIN_WIDTH: usize = 860;
/// Width at which a line of the legend is wrapped.
const LEGEND_WIDTH: f64 = 600.0;
const TITLE_SHOWN: usize = 110;

/// Colours that can be told apart with red-green colour blindness too.
const CONTENT: &str = "#00796b";
const BOILERPLATE: &str = "#f57c00";
const BYTES: &str = "#d5d5d5";
const DENSITY: &str = "#1565c0";
const PROBABILITY: &str = "#8e24aa";
const FAINT: &str = "#5f6368";

/// A block to be drawn.
struct Bar<'a> {
    block: &'a BlockExplanation,
    /// Characters of text.
    text: usize,
    /// Bytes of the page from the end of the block before to the end of this one.
    bytes: usize,
}

impl Bar<'_> {
    /// Text density, from 0 to 1: characters of text per byte; high in an article, low in menus and markup.
    fn density(&self) -> f64 {
        (real(self.text) / real(self.bytes.max(1))).min(1.0)
    }
}

/// Draws the blocks of a page as SVG.
pub(crate) fn svg(title: &str, page: &Explanation) -> String {
    let is_drawn = |block: &BlockExplanation| block.drawn.is_some_and(|at| at.is_drawn());
    if page.blocks.iter().any(is_drawn) {
        return layout::svg(title, page);
    }
    let bars = bars(&page.blocks);
    let strips = bars.len().div_ceil(BLOCKS_IN_STRIP).max(1);
    let columns = bars.len().div_ceil(strips);
    let inner = (columns * BAR).max(MIN_WIDTH);
    let width = 2.0 * MARGIN + real(inner);
    let height = HEAD + real(strips) * strip::HEIGHT;
    let longest = bars.iter().map(|bar| bar.text).max().unwrap_or(0);
    // The markup before a block may be a hundred times longer than the longest text; it is cut off so that text stays visible.
    let highest = longest.max(1) * BYTES_SHOWN;
    let mut svg = begun(width, height, title, page);
    legend(&mut svg, page.threshold);
    if bars.is_empty() {
        let _ = writeln!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{:.0}\" fill=\"{FAINT}\">The page shows no text.</text>",
            HEAD + 40.0
        );
    }
    for (index, bars) in bars.chunks(columns.max(1)).enumerate() {
        let strip = Strip {
            top: HEAD + real(index) * strip::HEIGHT,
            first: index * columns,
            bars,
            highest,
        };
        strip.draw(&mut svg);
    }
    svg + "</svg>\n"
}

/// The beginning of a picture of this size, with the title and the counts.
fn begun(width: f64, height: f64, title: &str, page: &Explanation) -> String {
    let cut = if page.blocks.len() < page.labels.len() {
        format!(", the first {} drawn", page.blocks.len())
    } else {
        String::new()
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"28\" font-size=\"16\" font-weight=\"bold\">{}</text>\n\
         <text x=\"{MARGIN}\" y=\"48\" fill=\"{FAINT}\">{}: {} of {} blocks are content{cut}</text>\n",
        escaped(&crate::console::table::cut(title, TITLE_SHOWN)),
        escaped(page.extractor),
        page.content(),
        page.labels.len(),
    )
}

fn legend(svg: &mut String, threshold: Option<f32>) {
    let mut position = (MARGIN, 68.0);
    let mut entry = |svg: &mut String, mark: &str, text: &str| {
        let (x, y) = position;
        let _ = writeln!(
            svg,
            "<g transform=\"translate({x:.0} {y:.0})\">{mark}<text x=\"20\" y=\"4\" fill=\"{FAINT}\">{}</text></g>",
            escaped(text)
        );
        let right = x + 40.0 + 5.7 * real(text.chars().count());
        position = (right, y);
        if right > LEGEND_WIDTH {
            position = (MARGIN, y + 18.0);
        }
    };
    let square =
        |colour: &str| format!("<rect y=\"-6\" width=\"13\" height=\"11\" fill=\"{colour}\"/>");
    let line = |colour: &str, dash: &str| {
        format!("<path d=\"M0 0h14\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>")
    };
    entry(svg, &square(CONTENT), "text of content");
    entry(svg, &square(BOILERPLATE), "text of boilerplate");
    let bytes = "bytes since the block before (root scale, notched where cut off)";
    entry(svg, &square(BYTES), bytes);
    entry(svg, &line(DENSITY, ""), "density: text / bytes");
    if let Some(threshold) = threshold {
        entry(svg, &line(PROBABILITY, ""), "probability");
        let dashed = " stroke-dasharray=\"4 3\"";
        let minimum = format!("minimum: {threshold:.2}, higher after the core");
        entry(svg, &line(PROBABILITY, dashed), &minimum);
    }
}

fn bars(blocks: &[BlockExplanation]) -> Vec<Bar<'_>> {
    let mut before = 0;
    blocks
        .iter()
        .map(|block| {
            let end = block.end_offset as usize;
            let bytes = end.saturating_sub(before).max(block.text.len());
            before = end.max(before);
            Bar {
                block,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn explanation(html: &str) -> Explanation {
        extract::explain(
            &extract::Input::new(html, None),
            &extract::Options::default(),
        )
    }

    #[test]
    fn every_block_is_a_bar_and_a_point_of_the_curve() {
        let svg = svg(
            "A & B",
            &explanation("<p>one</p><p>two &lt;three&gt;</p><ul><li>four</ul>"),
        );
        assert_eq!(svg.matches("<title>").count(), 3);
        assert!(svg.contains("A &amp; B") && svg.contains("two &lt;three&gt;"));
        let points = svg.split("points=\"").nth(1).unwrap();
        let points = points.split('"').next().unwrap();
        assert_eq!(points.split(' ').count(), 3);
    }

    #[test]
    fn a_page_without_blocks_is_an_empty_picture() {
        let svg = svg("", &explanation(""));
        assert!(svg.contains("shows no text") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn many_blocks_are_drawn_in_strips_below_each_other() {
        let svg = svg("", &explanation(&"<p>Text.".repeat(4000)));
        assert_eq!(svg.matches("<title>").count(), 3000);
        assert!(svg.contains("the first 3000 drawn"));
        assert!(svg.len() < 2_000_000);
    }
}
