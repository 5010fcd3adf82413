//! What there is to label, what is labelled, and how often people and Gleaner agree.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use store::{LabelKind, LabelProgress, PairKind, PairStats};

use super::pages::news;
use super::params::Params;
use super::{Desk, labelled};
use crate::reader::format;
use crate::reader::guard::Writing;
use crate::reader::page::{Answer, Frame, Part, render};

#[derive(Template)]
#[template(path = "label/overview.html")]
struct OverviewPage {
    frame: Frame,
    writing: Writing,
    who: String,
    params: Params,
    query: String,
    pairs: Vec<PairStats>,
    progress: Vec<LabelProgress>,
    /// Pages that are news to one person and not to another.
    disputed: i64,
}

impl OverviewPage {
    fn labelled(&self, kind: LabelKind) -> String {
        let labels = labelled(&self.progress, kind, &self.who);
        format::thousands(&labels)
    }

    /// The samples of a kind by their seeds: the number of pairs, and that of labels of all people.
    fn samples(&self, kind: PairKind) -> BTreeMap<i64, (i64, i64)> {
        let mut samples = BTreeMap::new();
        let bins = self.pairs.iter();
        for bin in bins.filter(|bin| bin.kind == kind.as_str()) {
            let (drawn, labels): &mut (i64, i64) = samples.entry(bin.seed).or_default();
            *drawn += bin.drawn;
            *labels += bin.same + bin.different + bin.unsure;
        }
        samples
    }
}

pub(super) async fn overview(
    State(desk): State<Desk>,
    headers: HeaderMap,
    Query(params): Query<Params>,
) -> Answer {
    let store = &desk.store;
    params.check(store).await?;
    let news = news();
    let (progress, stats, pairs) = tokio::try_join!(
        store.label_progress(&news),
        store.label_stats(),
        store.pair_stats(),
    )?;
    let page = OverviewPage {
        frame: Frame::of(Part::Label, desk.zone),
        writing: desk.access.writing(&headers),
        query: params.query(),
        params,
        pairs,
        progress,
        disputed: stats.disputed,
        who: desk.who().to_owned(),
    };
    render(&page)
}
