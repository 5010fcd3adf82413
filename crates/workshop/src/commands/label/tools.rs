//! What the reader needs for labelling: the extraction of pages.

use std::sync::Arc;

use gleaner::program::Context;
use gleaner::reading::{Judge, parsed};
use store::StoredPage;
use web::{LabelTools, PageReading};

/// The tools, for a person of this name.
pub(super) fn tools(labeller: String, context: &Context) -> anyhow::Result<LabelTools> {
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
