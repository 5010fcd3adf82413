//! Text density line by line.
//!
//! Source: AI Depot, *The Easy Way to Extract Useful Text from Arbitrary HTML*, 2007: the page is laid out in lines, and a
//! line's density is the length of its text over the bytes of HTML since the previous line. Lines above a threshold are text.
//! The page's mean is a usable threshold; a neural network that also reads the adjacent lines is better. The first comment
//! there proposes the point where two normal distributions fitted to the densities meet.
//!
//! A line here is a block: what a text browser sets apart, except that a single `<br>` does not end one. Lengths are bytes of
//! UTF-8, so that no script is denser than another.

pub mod gauss;
pub mod perceptron;

use extract::{Extractor, Filter, Labels};
use html::TextDocument;

const SOURCE: &str = "AI Depot: The Easy Way to Extract Useful Text from Arbitrary HTML, 2007";

/// Density above which a line is text.
pub const THRESHOLD: f64 = 0.5;

pub(crate) const DENSITY: Extractor = Extractor {
    name: "density",
    summary: "lines of which more than half of the HTML is text",
    source: SOURCE,
    steps: &[Filter::new("density-above-half", |document, labels| {
        keep_above(document, labels, |_| THRESHOLD);
    })],
};

pub(crate) const MEAN: Extractor = Extractor {
    name: "density-mean",
    summary: "lines denser than the mean line of the page",
    source: SOURCE,
    steps: &[Filter::new("density-above-mean", |document, labels| {
        keep_above(document, labels, mean);
    })],
};

pub(crate) const GAUSS: Extractor = Extractor {
    name: "density-gauss",
    summary: "lines denser than the intersection of two fitted normal distributions",
    source: "AI Depot: The Easy Way to Extract Useful Text from Arbitrary HTML, 2007, first comment",
    steps: &[Filter::new("density-above-meeting", |document, labels| {
        keep_above(document, labels, gauss::threshold);
    })],
};

/// One line of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Bytes of its text.
    pub length: u32,
    /// Bytes of the page from the end of the previous line to its own end.
    pub bytes: u32,
}

impl Line {
    /// Share of the bytes that are text, 0 to 1; 0 for an empty line.
    pub fn density(self) -> f64 {
        f64::from(self.length.min(self.bytes)) / f64::from(self.bytes.max(1))
    }
}

/// The lines of a page, one for each block.
pub fn lines(document: &TextDocument) -> Vec<Line> {
    let mut end = 0;
    let line = |block: &html::TextBlock| {
        let bytes = block.end_offset.saturating_sub(end);
        end = end.max(block.end_offset);
        Line {
            length: block.text.end - block.text.start,
            bytes,
        }
    };
    document.blocks.iter().map(line).collect()
}

fn keep_above(document: &TextDocument, labels: &mut Labels, threshold: impl Fn(&[Line]) -> f64) {
    let lines = lines(document);
    let threshold = threshold(&lines);
    labels.keep(|block| lines[block].density() > threshold);
}

/// The density of the mean line: the threshold of `density-mean`.
pub fn mean(lines: &[Line]) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a page has at most 2^20 blocks")]
    let n = lines.len().max(1) as f64;
    lines.iter().map(|line| line.density()).sum::<f64>() / n
}

#[cfg(test)]
mod tests {
    use super::*;
    use extract::text_of;
    use html::parse;

    /// Lines of 4 of 14 bytes, 11 of 25, 12 of 19 and 5 of 39, with densities .29, .44, .63 and .13.
    const PAGE: &str = concat!(
        "<a href=/>Home</a>       ", // 10 + 4
        "<p>hello world</p>",        // from </a> on: 4 + 7 + 3 + 11
        "<p>good morning</p>",       // 4 + 3 + 12
        "<div class=footer-of-the-page>About</div>",
    );

    fn text(extractor: &Extractor) -> String {
        let document = parse(PAGE);
        text_of(&document, &extractor.label(&document))
    }

    #[test]
    fn a_line_has_the_bytes_since_the_line_before() {
        let lines = lines(&parse(PAGE));
        let counts: Vec<(u32, u32)> = lines.iter().map(|line| (line.length, line.bytes)).collect();
        assert_eq!(counts, [(4, 14), (11, 25), (12, 19), (5, 39)]);
        assert!((lines[2].density() - 12.0 / 19.0).abs() < 1e-12);
    }

    #[test]
    fn a_threshold_of_half_and_of_the_mean() {
        // 4/14 = .29, 11/25 = .44, 12/19 = .63, 5/39 = .13: mean .37
        assert_eq!(text(&DENSITY), "good morning");
        assert_eq!(text(&MEAN), "hello world\n\ngood morning");
    }
}
