//! Labelling of pairs of articles: one text or two, one event or two.

use askama::Template;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect};
use chrono::Utc;
use serde::Deserialize;
use store::{LabelKind, PairAnswer, PairCandidate, PairKind, PairLabel, PairQuery, VersionText};

use super::params::Params;
use super::session::{Done, Item as _, LabelSession, Progress};
use super::{Desk, paragraphs};
use crate::reader::format;
use crate::reader::guard::Writing;
use crate::reader::page::{Answer, Frame, PageError, Part, render};

/// Number of pairs loaded at a time.
const BATCH: i64 = 500;

#[derive(Template)]
#[template(path = "label/pairs.html")]
struct PairsPage {
    frame: Frame,
    writing: Writing,
    who: String,
    kind: PairKind,
    path: String,
    query: String,
    seed: i64,
    progress: Progress,
    labels: i64,
    shown: Showing,
}

/// What the page shows.
enum Showing {
    Pair(Box<Shown>),
    /// Every pair of the sample is labelled or skipped.
    Nothing,
    /// The sample is not drawn yet.
    Undrawn,
}

/// The pair to label.
struct Shown {
    candidate: PairCandidate,
    /// The earlier one first.
    texts: [VersionText; 2],
}

impl PairsPage {
    fn paragraphs(text: &VersionText) -> impl Iterator<Item = &str> {
        paragraphs(&text.text)
    }

    fn question(&self) -> &'static str {
        match self.kind {
            PairKind::Copies => "Are these the same text, possibly cut or edited?",
            PairKind::Stories => "Do these report the same event?",
        }
    }
}

impl Shown {
    /// The previous answer.
    fn previous(&self) -> Option<&'static str> {
        self.candidate.previous.map(name)
    }
}

/// The name of an answer.
fn name(answer: PairAnswer) -> &'static str {
    match answer {
        PairAnswer::Same => "same",
        PairAnswer::Different => "different",
        PairAnswer::Unsure => "not sure",
    }
}

/// The kind of pairs that a path segment names.
fn kind_of(pairs: &str) -> Result<PairKind, PageError> {
    match pairs {
        "pairs" => Ok(PairKind::Copies),
        "stories" => Ok(PairKind::Stories),
        _ => Err(PageError::NotFound("labelling page")),
    }
}

pub(super) async fn show(
    State(desk): State<Desk>,
    headers: HeaderMap,
    Path(pairs): Path<String>,
    Query(params): Query<Params>,
) -> Answer {
    let kind = kind_of(&pairs)?;
    let path = format!("/label/{pairs}");
    params.check(&desk.store).await?;
    let seed = params.seed();
    let shown = if desk.store.pair_sample(kind, seed).await?.is_none() {
        Showing::Undrawn
    } else {
        let query = params.of_pairs(desk.who(), kind);
        match next(&desk, &query, &params.query()).await? {
            Some(shown) => Showing::Pair(Box::new(shown)),
            None => Showing::Nothing,
        }
    };
    let labels = match kind {
        PairKind::Copies => LabelKind::Pairs,
        PairKind::Stories => LabelKind::Stories,
    };
    let page = PairsPage {
        frame: Frame::of(Part::Label, desk.zone),
        writing: desk.access.writing(&headers),
        progress: desk.pairs(kind).with(|session| session.progress()),
        labels: desk.labelled(labels).await?,
        query: params.query(),
        kind,
        path,
        seed,
        shown,
        who: desk.who().to_owned(),
    };
    render(&page)
}

/// The next pair of a sample whose articles are both stored.
async fn next(desk: &Desk, query: &PairQuery, question: &str) -> Result<Option<Shown>, PageError> {
    let work = desk.pairs(query.kind);
    loop {
        let Some(candidate) = work.with(|session| session.next(question)) else {
            let shown = work.with(|session| session.shown());
            let Some(more) = open_pairs(desk, query, &shown).await? else {
                return Ok(None);
            };
            let (more, all) = more;
            work.with(|session| session.fill(more, all));
            continue;
        };
        let keys = candidate.pair.keys(candidate.versions);
        let texts = desk.store.version_texts(&keys).await?;
        if let Ok(mut texts) = <[_; 2]>::try_from(texts) {
            texts.sort_by_key(|text: &VersionText| text.at);
            return Ok(Some(Shown { candidate, texts }));
        }
        work.with(|session| session.skip(&candidate.key()));
    }
}

/// The next pairs that were not shown, and the number of all that remain; `None` if there are none.
async fn open_pairs(
    desk: &Desk,
    query: &PairQuery,
    shown: &[store::Pair],
) -> Result<Option<(Vec<PairCandidate>, u64)>, PageError> {
    let mut place = 0;
    loop {
        let (mut pairs, all) = desk.store.pair_queue(query, place, BATCH).await?;
        let Some(last) = pairs.last() else {
            return Ok(None);
        };
        place = last.place;
        let found = pairs.len() as u64;
        pairs.retain(|candidate| !shown.contains(&candidate.pair));
        if !pairs.is_empty() {
            let gone = found - pairs.len() as u64;
            return Ok(Some((pairs, all - gone)));
        }
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct AnswerForm {
    /// The place of the pair in the sample.
    #[serde(default)]
    place: i32,
    /// `same`, `different`, `unsure`, `skip` or `undo`.
    answer: String,
}

pub(super) async fn answer(
    State(desk): State<Desk>,
    Path(pairs): Path<String>,
    Query(params): Query<Params>,
    Form(form): Form<AnswerForm>,
) -> Answer {
    let kind = kind_of(&pairs)?;
    let back = Redirect::to(&format!("/label/{pairs}{}", params.query())).into_response();
    if form.answer == "undo" {
        undo(&desk, kind).await?;
        return Ok(back);
    }
    let question = params.query();
    let item = desk.pairs(kind).with(|session| {
        session.next(&question)?;
        session.find(|candidate| candidate.place == form.place)
    });
    let item = item.ok_or(PageError::NotFound("pair"))?;
    let answer = match form.answer.as_str() {
        "same" => Some(PairAnswer::Same),
        "different" => Some(PairAnswer::Different),
        "unsure" => Some(PairAnswer::Unsure),
        "skip" => None,
        other => return Err(PageError::Invalid(format!("{other:?} is not an answer."))),
    };
    let (done, message) = match answer {
        None => (Done::Skipped, "Skipped"),
        Some(answer) => {
            let label = PairLabel {
                kind,
                pair: item.pair.clone(),
                versions: item.versions,
                who: desk.who().to_owned(),
                same: answer.same(),
                at: Some(Utc::now()),
            };
            let before = desk.store.save_pair_label(&label).await?;
            (Done::Labelled(before), name(answer))
        }
    };
    let message = format!("Pair {}: {message}", item.place);
    desk.pairs(kind)
        .with(|session| session.record(item, done, message));
    Ok(back)
}

/// Undoes the last answer.
async fn undo(desk: &Desk, kind: PairKind) -> Result<(), PageError> {
    let work = desk.pairs(kind);
    match work.with(|session| session.last_labelled()) {
        Some((_, Some(before))) => drop(desk.store.save_pair_label(&before).await?),
        Some((item, None)) => {
            let removed = desk.store.remove_pair_label(kind, &item.pair, desk.who());
            removed.await?;
        }
        None => {}
    }
    work.with(LabelSession::undo);
    Ok(())
}
