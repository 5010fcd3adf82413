//! The predictions that reports and plots are made from.

use lab::calibrate::probability;
use lab::metrics::BinaryScores;
use lab::page::conceal::View;
use lab::page::{JudgedPage, PageExample};

/// The labelled pages with out-of-fold predictions, folds by site.
pub(super) struct Judgement<'a> {
    pub(super) names: Vec<String>,
    pub(super) examples: &'a [PageExample],
    pub(super) by_site: Vec<JudgedPage>,
    pub(super) calibration: [f32; 2],
    pub(super) threshold: f32,
}

impl Judgement<'_> {
    /// The calibrated probability of a page in a view.
    pub(super) fn probability(&self, at: usize, view: View) -> f32 {
        probability(self.calibration, self.by_site[at].log_odds[view as usize])
    }

    /// Whether rules and model keep a page in a view.
    pub(super) fn kept(&self, at: usize, view: View) -> bool {
        self.examples[at].kept(view, self.probability(at, view), self.threshold)
    }

    /// The scores of other predictions, with the same calibration and threshold.
    pub(super) fn others(&self, judged: &[JudgedPage], examples: &[PageExample]) -> BinaryScores {
        BinaryScores::of(std::iter::zip(judged, examples).map(|(judged, example)| {
            let p = probability(self.calibration, judged.log_odds[View::Whole as usize]);
            let kept = example.kept(View::Whole, p, self.threshold);
            (example.is_article, kept)
        }))
    }

    /// The scores of all pages with another threshold, with nothing concealed.
    pub(super) fn scores_at(&self, threshold: f32) -> BinaryScores {
        BinaryScores::of(self.examples.iter().enumerate().map(|(at, example)| {
            let p = self.probability(at, View::Whole);
            (example.is_article, example.kept(View::Whole, p, threshold))
        }))
    }

    /// The scores of the selected pages, with nothing concealed.
    pub(super) fn scores(&self, which: impl Fn(&PageExample) -> bool) -> BinaryScores {
        self.scores_in(View::Whole, which)
    }

    /// The scores of the selected pages in a view.
    pub(super) fn scores_in(
        &self,
        view: View,
        which: impl Fn(&PageExample) -> bool,
    ) -> BinaryScores {
        let picked = (0..self.examples.len()).filter(|at| which(&self.examples[*at]));
        BinaryScores::of(picked.map(|at| (self.examples[at].is_article, self.kept(at, view))))
    }
}
