//! Proposes selectors for a block that the user chooses.

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use extract::Label;
use extract::site_rules::{Candidate, candidates};
use serde::Deserialize;

use crate::reader::explain::{explained, stored_page};
use crate::reader::guard::Writing;
use crate::reader::page::{Answer, Frame, PageError, Part, render};
use crate::reader::{Reader, format};

/// Number of blocks quoted for each selector, and of characters of each.
const MAX_QUOTED: usize = 3;
const MAX_QUOTE_CHARS: usize = 70;

/// The chosen block, by its number in the table, and whether to drop or keep it.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Target {
    drop: Option<usize>,
    keep: Option<usize>,
}

#[derive(Template)]
#[template(path = "rules/propose.html")]
struct ProposePage {
    frame: Frame,
    writing: Writing,
    article: String,
    site: String,
    key: &'static str,
    number: usize,
    text: String,
    proposals: Vec<Proposal>,
}

/// A selector, and what it matches on the page.
struct Proposal {
    selector: String,
    blocks: usize,
    /// Number of those that are content now.
    content: usize,
    /// The beginnings of some blocks.
    quoted: Vec<String>,
}

pub(super) async fn propose(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(target): Query<Target>,
) -> Answer {
    let (key, number) = match (target.drop, target.keep) {
        (Some(number), _) => ("drop", number),
        (_, Some(number)) => ("keep", number),
        _ => return Err(PageError::NotFound("block")),
    };
    let stored = stored_page(&reader, &id).await?;
    let site = stored.site_id.clone();
    let page = explained(&reader, stored).await?;
    let index = number.checked_sub(1);
    let block = index.and_then(|index| page.explanation.blocks.get(index));
    let (Some(block), Some(index)) = (block, index) else {
        return Err(PageError::NotFound("block"));
    };
    let text = block.text.clone();
    let work = tokio::task::spawn_blocking(move || {
        let blocks = &page.explanation.blocks;
        let proposal = |Candidate {
                            selector,
                            blocks: matched,
                        }: Candidate| {
            let matched = matched.iter().filter_map(|index| blocks.get(*index));
            let content = matched
                .clone()
                .filter(|block| block.label == Label::Content);
            let quoted = matched.clone().take(MAX_QUOTED);
            Proposal {
                selector,
                blocks: matched.clone().count(),
                content: content.count(),
                quoted: quoted
                    .map(|block| format::beginning(&block.text, MAX_QUOTE_CHARS))
                    .collect(),
            }
        };
        candidates(&page.html, index)
            .into_iter()
            .map(proposal)
            .collect()
    });
    let proposals = work.await?;
    render(&ProposePage {
        frame: Frame::of(Part::Sources, reader.zone),
        writing: reader.access.writing(&headers),
        article: id,
        site,
        key,
        number,
        text,
        proposals,
    })
}
