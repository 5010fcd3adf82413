//! Labelling of the blocks of a page: content or not.

use std::collections::BTreeSet;

use askama::Template;
use axum::extract::{Query, RawForm, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect};
use chrono::Utc;
use extract::{BlockExplanation, Label};
use store::{Address, BlockCandidate, BlockLabel, LabelKind, StoredPage};

use super::pages::{key_text, parse_key};
use super::params::Params;
use super::session::{Done, Item, LabelSession, Progress};
use super::{Desk, PageReading};
use crate::reader::format;
use crate::reader::guard::Writing;
use crate::reader::page::{Answer, Frame, PageError, Part, render};

const PATH: &str = "/label/blocks";
/// Number of pages extracted at a time, in order to start with the most useful.
const BATCH: i64 = 12;
/// Maximum number of blocks of a page; pages with more are skipped as too much to look through.
const MAX_BLOCKS: usize = 2_000;
/// A block is doubtful if its probability is nearer than this to its threshold.
const DOUBT: f32 = 0.2;

/// The page of an article, with the number of its doubtful blocks.
#[derive(Debug, Clone)]
pub(super) struct BlockItem {
    pub(super) candidate: BlockCandidate,
    doubtful: usize,
}

impl Item for BlockItem {
    type Key = Address;
    type Label = BlockLabel;

    fn key(&self) -> Address {
        self.candidate.address
    }

    fn name(&self) -> String {
        self.candidate.url.clone()
    }
}

#[derive(Template)]
#[template(path = "label/blocks.html")]
struct BlocksPage {
    frame: Frame,
    writing: Writing,
    who: String,
    query: String,
    progress: Progress,
    labels: i64,
    /// `None` if there is nothing more to label.
    shown: Option<Shown>,
}

/// The page to label.
struct Shown {
    item: BlockItem,
    reading: PageReading,
}

impl Shown {
    /// The blocks, each with whether it is ticked: by the previous answer, or else by the extractor.
    fn blocks(&self) -> impl Iterator<Item = (&BlockExplanation, bool)> {
        let previous = self.item.candidate.previous.as_ref();
        let blocks = (0i32..).zip(&self.reading.blocks);
        blocks.map(move |(index, block)| {
            let is_content = block.label == Label::Content;
            let is_checked = previous.map_or(is_content, |previous| previous.contains(&index));
            (block, is_checked)
        })
    }

    fn key(&self) -> String {
        key_text(self.item.candidate.page)
    }
}

/// Number of blocks about which the extractor is unsure.
fn doubtful(blocks: &[BlockExplanation]) -> usize {
    let distances = blocks
        .iter()
        .filter_map(|block| Some((block.probability? - block.needed?).abs()));
    distances.filter(|distance| *distance < DOUBT).count()
}

pub(super) async fn show(
    State(desk): State<Desk>,
    headers: HeaderMap,
    Query(params): Query<Params>,
) -> Answer {
    params.check(&desk.store).await?;
    let shown = next(&desk, &params).await?;
    let page = BlocksPage {
        frame: Frame::of(Part::Label, desk.zone),
        writing: desk.access.writing(&headers),
        query: params.query(),
        progress: Progress {
            remaining: 0, // waiting articles are not counted
            ..desk.blocks.with(|session| session.progress())
        },
        labels: desk.labelled(LabelKind::Blocks).await?,
        shown,
        who: desk.who().to_owned(),
    };
    render(&page)
}

/// The next page that can be extracted. Others are skipped.
async fn next(desk: &Desk, params: &Params) -> Result<Option<Shown>, PageError> {
    let work = &desk.blocks;
    let question = params.query();
    loop {
        let Some(item) = work.with(|session| session.next(&question)) else {
            let shown = work.with(|session| session.shown());
            let query = params.of_pages(desk.who());
            let more = desk.store.block_queue(&query, &shown, BATCH).await?;
            if more.is_empty() {
                return Ok(None);
            }
            let ranked = ranked(desk, more, params.is_random()).await?;
            let waiting = ranked.len() as u64;
            work.with(|session| session.fill(ranked, waiting));
            continue;
        };
        let page = desk.store.pages(&[item.candidate.page]).await?.pop();
        match read(desk, page).await {
            Some(reading) => return Ok(Some(Shown { item, reading })),
            None => work.with(|session| session.skip(&item.key())),
        }
    }
}

/// Sorts the candidates by their number of doubtful blocks, most first. A random order stays as it is.
async fn ranked(
    desk: &Desk,
    candidates: Vec<BlockCandidate>,
    is_random: bool,
) -> Result<Vec<BlockItem>, PageError> {
    let unranked = candidates.into_iter().map(|candidate| BlockItem {
        candidate,
        doubtful: 0,
    });
    let mut items: Vec<BlockItem> = unranked.collect();
    if is_random {
        return Ok(items);
    }
    // One at a time: a request has one place, and a page may take a hundred times its size.
    for item in &mut items {
        let page = desk.store.pages(&[item.candidate.page]).await?.pop();
        if let Some(reading) = read(desk, page).await {
            item.doubtful = doubtful(&reading.blocks);
        }
    }
    items.sort_by_key(|item| std::cmp::Reverse(item.doubtful));
    Ok(items)
}

/// Extracts a page; `None` if its blocks cannot be labelled.
async fn read(desk: &Desk, page: Option<StoredPage>) -> Option<PageReading> {
    let page = page.filter(|page| page.damage.is_none())?;
    let url = page.url.clone();
    match (desk.tools.read)(page).await {
        Ok(reading) => {
            let fits = (1..=MAX_BLOCKS).contains(&reading.blocks.len());
            Some(reading).filter(|_| fits)
        }
        Err(error) => {
            tracing::warn!(page.url = url, "page skipped: {error}");
            None
        }
    }
}

/// The fields of a form; `content` may occur many times.
#[derive(Debug, Default)]
struct AnswerForm {
    page: String,
    answer: String,
    blocks: usize,
    content: BTreeSet<usize>,
}

impl AnswerForm {
    fn of(bytes: &[u8]) -> Self {
        let mut form = Self::default();
        for (name, value) in url::form_urlencoded::parse(bytes) {
            match name.as_ref() {
                "page" => form.page = value.into_owned(),
                "answer" => form.answer = value.into_owned(),
                "blocks" => form.blocks = value.parse().unwrap_or_default(),
                "content" => form.content.extend(value.parse::<usize>()),
                _ => {}
            }
        }
        form
    }
}

pub(super) async fn answer(
    State(desk): State<Desk>,
    Query(params): Query<Params>,
    RawForm(bytes): RawForm,
) -> Answer {
    let form = AnswerForm::of(&bytes);
    let back = Redirect::to(&format!("{PATH}{}", params.query())).into_response();
    if form.answer == "undo" {
        undo(&desk).await?;
        return Ok(back);
    }
    let key = parse_key(&form.page)?;
    let item = desk
        .blocks
        .with(|session| session.find(|item| item.candidate.page == key));
    let item = item.ok_or(PageError::NotFound("page to label"))?;
    let (done, message) = match form.answer.as_str() {
        "skip" => (Done::Skipped, "Skipped"),
        "save" => {
            let label = label(&desk, &item.candidate, &form).await?;
            let before = desk.store.save_block_label(&label).await?;
            (Done::Labelled(before), "Saved")
        }
        other => return Err(PageError::Invalid(format!("{other:?} is not an answer."))),
    };
    let message = format!("{message}: {}", item.candidate.url);
    desk.blocks
        .with(|session| session.record(item, done, message));
    Ok(back)
}

/// The label of a form.
async fn label(
    desk: &Desk,
    candidate: &BlockCandidate,
    form: &AnswerForm,
) -> Result<BlockLabel, PageError> {
    let page = desk.store.pages(&[candidate.page]).await?.pop();
    let reading = read(desk, page)
        .await
        .ok_or(PageError::NotFound("page with blocks"))?;
    let blocks = &reading.blocks;
    let is_whole = form.content.last().is_none_or(|last| *last < blocks.len());
    if form.blocks != blocks.len() || !is_whole {
        return Err(PageError::Invalid(
            "The blocks of this page are not the ones that were shown. Go back and reload it."
                .to_owned(),
        ));
    }
    let agrees = |(index, block): &(usize, &BlockExplanation)| {
        form.content.contains(index) == (block.label == Label::Content)
    };
    let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let texts = form.content.iter().filter_map(|index| blocks.get(*index));
    let texts: Vec<&str> = texts.map(|block| block.text.as_str()).collect();
    Ok(BlockLabel {
        address: candidate.address,
        page: candidate.page,
        who: desk.who().to_owned(),
        at: Utc::now(),
        content: form.content.iter().map(|index| count(*index)).collect(),
        text: texts.join("\n"),
        blocks: count(blocks.len()),
        agreed: count(blocks.iter().enumerate().filter(agrees).count()),
        extractor: reading.extractor,
    })
}

/// Undoes the last answer.
async fn undo(desk: &Desk) -> Result<(), PageError> {
    match desk.blocks.with(|session| session.last_labelled()) {
        Some((_, Some(before))) => drop(desk.store.save_block_label(&before).await?),
        Some((item, None)) => {
            let removed = desk.store.remove_block_label(item.key(), desk.who());
            removed.await?;
        }
        None => {}
    }
    desk.blocks.with(LabelSession::undo);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_has_each_place_once() {
        let form = AnswerForm::of(
            b"page=1.2&blocks=9&content=7&content=0&content=7&content=x&answer=save",
        );
        assert_eq!(form.content.into_iter().collect::<Vec<_>>(), [0, 7]);
        assert_eq!((form.blocks, form.answer.as_str()), (9, "save"));
    }
}
