//! What there is to label, what is labelled, and how often people and Gleaner agree.

use store::{LabelCounts, LabelKind, LabelProgress, PairKind, PairStats};

use super::pages::news;
use super::params::Params;
use super::{Desk, who};
use crate::reader::prelude::*;

const PATH: &str = "/label";

#[derive(Template)]
#[template(path = "label/overview.html")]
struct OverviewPage {
    frame: Frame,
    writing: Writing,
    who: String,
    params: Params,
    query: String,
    /// Pages with a verdict, and those that became articles.
    pages: i64,
    articles: i64,
    /// Labels of this person.
    counts: LabelCounts,
    samples: Vec<Sample>,
    progress: Vec<LabelProgress>,
    /// Pages that are news to one person and not to another.
    disputed: i64,
}

/// A sample of pairs.
struct Sample {
    kind: LabelKind,
    seed: i64,
    drawn: i64,
    labels: i64,
}

impl OverviewPage {
    /// The samples of a kind.
    fn samples(&self, kind: LabelKind) -> impl Iterator<Item = &Sample> {
        self.samples
            .iter()
            .filter(move |sample| sample.kind == kind)
    }
}

/// The samples, with the labels of all people.
fn samples(stats: &[PairStats]) -> Vec<Sample> {
    let mut samples: Vec<Sample> = Vec::new();
    for bin in stats {
        let kind = if bin.kind == PairKind::Copies.as_str() {
            LabelKind::Pairs
        } else {
            LabelKind::Stories
        };
        let labels = bin.same + bin.different + bin.unsure;
        let known = samples
            .iter_mut()
            .find(|sample| sample.kind == kind && sample.seed == bin.seed);
        match known {
            Some(sample) => {
                sample.drawn += bin.drawn;
                sample.labels += labels;
            }
            None => samples.push(Sample {
                kind,
                seed: bin.seed,
                drawn: bin.drawn,
                labels,
            }),
        }
    }
    samples
}

pub(super) async fn overview(
    State(desk): State<Desk>,
    headers: HeaderMap,
    Query(params): Query<Params>,
) -> Answer {
    let who = who::labeller(&desk, &headers, PATH, &params).await?;
    let store = &desk.store;
    let news = news();
    let (counts, progress, stats, pairs, (pages, articles)) = tokio::try_join!(
        store.label_counts(&who),
        store.label_progress(&news),
        store.label_stats(),
        store.pair_stats(),
        store.judged_pages()
    )?;
    let page = OverviewPage {
        frame: Frame::of(Part::Label, desk.zone),
        writing: desk.access.writing(&headers),
        query: params.query(),
        params,
        pages,
        articles,
        counts,
        samples: samples(&pairs),
        progress,
        disputed: stats.disputed,
        who,
    };
    render(&page)
}
