//! One strip of the picture: bars for a range of blocks, and the curves below them.

use std::fmt::Write as _;

use extract::Label;
use extract::render::escaped;

use super::{BAR, BOILERPLATE, BYTES, Bar, CONTENT, DENSITY, FAINT, MARGIN, PROBABILITY, real};

/// Heights of the two parts of a strip, of the gap between them, and of the whole strip.
const BARS: f64 = 120.0;
const CURVES: f64 = 80.0;
const BETWEEN: f64 = 30.0;
pub(super) const HEIGHT: f64 = BARS + BETWEEN + CURVES + 30.0;
/// Interval at which blocks are numbered.
const NUMBERED: usize = 10;
/// Maximum characters of a block's text in its label.
const TEXT_SHOWN: usize = 80;

/// The bars of consecutive blocks.
pub(super) struct Strip<'a> {
    pub(super) top: f64,
    /// Number of blocks before the first one.
    pub(super) first: usize,
    pub(super) bars: &'a [Bar<'a>],
    /// Text or bytes of a bar with the full height of the strip.
    pub(super) highest: usize,
}

impl Strip<'_> {
    /// Writes the strip. Writing to a string cannot fail.
    pub(super) fn draw(&self, svg: &mut String) {
        let base = self.top + BARS;
        let floor = base + BETWEEN + CURVES;
        self.grid(svg, base, floor);
        for (index, bar) in self.bars.iter().enumerate() {
            self.bar(svg, index, bar, base);
        }
        let density = |bar: &Bar<'_>| Some(bar.density());
        self.curve(svg, floor, DENSITY, "", &density);
        let needed = |bar: &Bar<'_>| bar.block.needed.map(f64::from);
        let dashed = " stroke-dasharray=\"4 3\"";
        self.curve(svg, floor, PROBABILITY, dashed, &needed);
        let probability = |bar: &Bar<'_>| bar.block.probability.map(f64::from);
        self.curve(svg, floor, PROBABILITY, "", &probability);
    }

    /// Writes the lines and numbers in the background.
    fn grid(&self, svg: &mut String, base: f64, floor: f64) {
        let right = MARGIN + real(self.bars.len() * BAR);
        for (y, colour) in [
            (base, "#333"),
            (floor, "#333"),
            (floor - CURVES, "#e0e0e0"),
            (floor - CURVES / 2.0, "#e0e0e0"),
        ] {
            let _ = writeln!(
                svg,
                "<path d=\"M{MARGIN} {y:.1}H{right:.0}\" stroke=\"{colour}\"/>"
            );
        }
        for (label, share) in [("1", 1.0), ("½", 0.5), ("0", 0.0)] {
            let _ = writeln!(
                svg,
                "<text x=\"{:.0}\" y=\"{:.1}\" fill=\"{FAINT}\" font-size=\"10\" text-anchor=\"end\">{label}</text>",
                MARGIN - 6.0,
                floor - CURVES * share + 3.5
            );
        }
        for index in
            (0..self.bars.len()).filter(|index| (self.first + index + 1).is_multiple_of(NUMBERED))
        {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{FAINT}\" font-size=\"10\" text-anchor=\"middle\">{}</text>",
                middle(index),
                base + 17.0,
                self.first + index + 1
            );
        }
    }

    fn bar(&self, svg: &mut String, index: usize, bar: &Bar<'_>, base: f64) {
        // The square root keeps a paragraph visible beside a giant script.
        let scaled = |size: usize| BARS * (real(size) / real(self.highest.max(1))).min(1.0).sqrt();
        let (bytes, text) = (scaled(bar.bytes), scaled(bar.text));
        let left = MARGIN + real(index * BAR);
        let block = bar.block;
        let is_content = block.label == Label::Content;
        let colour = if is_content { CONTENT } else { BOILERPLATE };
        let probability = block
            .probability
            .map_or_else(String::new, |p| format!(", probability {p:.2}"));
        let _ = write!(
            svg,
            "<g><title>{}: {} words in {} bytes, links {:.2}{probability}, by {}: {}</title>\
             <rect x=\"{:.0}\" y=\"{:.1}\" width=\"{}\" height=\"{bytes:.1}\" fill=\"{BYTES}\"/>\
             <rect x=\"{:.0}\" y=\"{:.1}\" width=\"{}\" height=\"{text:.1}\" fill=\"{colour}\"/>",
            self.first + index + 1,
            block.words,
            bar.bytes,
            block.link_density,
            escaped(block.decided_by.unwrap_or("initial")),
            escaped(&crate::console::table::cut(&block.text, TEXT_SHOWN)),
            left + 1.0,
            base - bytes,
            BAR - 1,
            left + 2.0,
            base - text,
            BAR - 3,
        );
        if bar.bytes > self.highest {
            // A notch shows that the bar is cut off.
            let _ = write!(
                svg,
                "<path d=\"M{left:.0} {:.1}l{BAR} -3\" stroke=\"#fff\" stroke-width=\"3\"/>",
                base - bytes + 8.0
            );
        }
        if is_content {
            // Visible without colour too.
            let _ = write!(
                svg,
                "<rect x=\"{left:.0}\" y=\"{:.1}\" width=\"{BAR}\" height=\"4\" fill=\"{colour}\"/>",
                base + 1.5
            );
        }
        svg.push_str("</g>\n");
    }

    /// A line through the values of the blocks that have one, from 0 at `floor` to 1.
    fn curve(
        &self,
        svg: &mut String,
        floor: f64,
        colour: &str,
        dash: &str,
        value: &dyn Fn(&Bar<'_>) -> Option<f64>,
    ) {
        let points: Vec<String> = self
            .bars
            .iter()
            .enumerate()
            .filter_map(|(index, bar)| {
                let y = floor - CURVES * value(bar)?.clamp(0.0, 1.0);
                Some(format!("{:.1},{y:.1}", middle(index)))
            })
            .collect();
        if points.is_empty() {
            return;
        }
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" stroke-linejoin=\"round\"{dash}/>",
            points.join(" ")
        );
    }
}

/// The horizontal centre of a bar.
fn middle(index: usize) -> f64 {
    MARGIN + real(index * BAR) + real(BAR) / 2.0
}
