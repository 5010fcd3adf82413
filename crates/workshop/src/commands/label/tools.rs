//! The functions for labelling in the reader: the extraction of pages, and the drawing of samples of pairs.

use std::sync::Arc;

use gleaner::console::failure;
use gleaner::program::Context;
use gleaner::reading::{Judge, parsed};
use store::{PairKind, Store, StoredPage};
use tokio_util::sync::CancellationToken;
use web::{LabelTools, PageReading};

use crate::label::{self, DrawLimits};

/// The tools. Without `labeller`, people must give a name.
pub(super) fn tools(
    store: &Store,
    labeller: Option<String>,
    context: &Context,
) -> anyhow::Result<LabelTools> {
    let (store, stop) = (store.clone(), context.stop.clone());
    let judge = Arc::new(Judge::new(&context.settings, None, None)?);
    let threshold = judge.model.threshold();
    Ok(LabelTools {
        read: Arc::new(move |page| {
            let judge = Arc::clone(&judge);
            Box::pin(async move {
                let reading = tokio::task::spawn_blocking(move || read(&page, &judge));
                reading.await.map_err(|error| error.to_string())
            })
        }),
        draw: Arc::new(move |kind, seed| {
            let (store, stop) = (store.clone(), stop.clone());
            Box::pin(async move {
                draw(&store, kind, seed, &stop)
                    .await
                    .map_err(|error| failure::describe(&error))
            })
        }),
        threshold,
        labeller,
    })
}

/// Extracts a page without rules.
fn read(page: &StoredPage, judge: &Judge) -> PageReading {
    let html = html::decode(&page.body, page.content_type.as_deref()).text;
    let url = parsed(Some(&page.url));
    let input = extract::Input::new(&html, url.as_ref());
    let options = &judge.options;
    let explained = extract::explain(&input, options);
    PageReading {
        text: extract::extract(&input, options).text,
        metadata: explained.metadata,
        blocks: explained.blocks,
        extractor: format!("{} {}{options}", options.extractor.name, extract::VERSION),
    }
}

async fn draw(
    store: &Store,
    kind: PairKind,
    seed: i64,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    if store.pair_sample(kind, seed).await?.is_some() {
        return Ok(());
    }
    let limits = DrawLimits {
        newest: label::NEWEST,
        per_bin: label::PER_BIN,
    };
    label::draw(store, kind, seed, limits, stop).await
}
