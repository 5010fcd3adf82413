//! Draws a reliability diagram of the probabilities on unseen sites.

use std::fmt::Write as _;

use lab::calibrate::{self, CalibrationBin};
use lab::page::conceal::View;

use super::judgement::Judgement;

/// Side of the square, and margin around it.
const SIDE: f64 = 360.0;
const MARGIN: f64 = 56.0;

/// The ten calibration bins of the predictions on unseen sites.
pub(super) fn bins(judgement: &Judgement) -> [CalibrationBin; 10] {
    let all = judgement.examples.iter().enumerate();
    calibrate::bins(
        all.map(|(at, example)| (judgement.probability(at, View::Whole), example.is_article)),
    )
}

/// Draws the bins: predicted probability on the x axis, share of articles on the y axis, number of pages as the area of a dot.
pub(super) fn svg(bins: &[CalibrationBin; 10]) -> String {
    let point = |mean_probability: f64, true_share: f64| {
        (
            MARGIN + SIDE * mean_probability,
            MARGIN + SIDE * (1.0 - true_share),
        )
    };
    let size = SIDE + 2.0 * MARGIN;
    let (left, bottom) = point(0.0, 0.0);
    let (right, top) = point(1.0, 1.0);
    // Writing to a string does not fail.
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{left}\" y=\"24\" font-size=\"14\">Calibration on unseen sites</text>\n\
         <rect x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"#bbb\"/>\n\
         <line x1=\"{left}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{top}\" stroke=\"#bbb\" stroke-dasharray=\"4 4\"/>\n"
    );
    for tick in [0.0, 0.2, 0.4, 0.6, 0.8, 1.0] {
        let (x, y) = point(tick, tick);
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{tick}</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{tick}</text>",
            bottom + 18.0,
            left - 8.0,
            y + 4.0
        );
    }
    let filled = bins.iter().filter(|bin| bin.pages > 0);
    for CalibrationBin {
        pages,
        mean_probability,
        true_share,
    } in filled
    {
        let (x, y) = point(*mean_probability, *true_share);
        let radius = (f64::from(*pages).sqrt() / 3.0).clamp(2.5, 18.0);
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"#1565c0\" fill-opacity=\"0.7\"><title>{pages} pages: predicted {mean_probability:.3}, actual {true_share:.3}</title></circle>"
        );
    }
    let middle = MARGIN + SIDE / 2.0;
    let _ = write!(
        svg,
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">mean probability of being an article</text>\n\
         <text x=\"16\" y=\"{middle}\" text-anchor=\"middle\" transform=\"rotate(-90 16 {middle})\">share of articles</text>\n</svg>\n",
        bottom + 40.0
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bin_that_has_pages_is_drawn() {
        let mut bins = [CalibrationBin::default(); 10];
        bins[2] = CalibrationBin {
            pages: 7,
            mean_probability: 0.25,
            true_share: 0.3,
        };
        bins[9] = CalibrationBin {
            pages: 900,
            mean_probability: 0.99,
            true_share: 0.98,
        };
        let svg = svg(&bins);
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("900 pages: predicted 0.990, actual 0.980"));
    }
}
