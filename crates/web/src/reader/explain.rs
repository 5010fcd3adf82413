//! Explains how a page was extracted and classified, by one extractor or by two side by side.

use aggregate::{DiffKind, DiffSpan, diff_spans, words_changed};
use askama::Template;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use axum::routing::get;
use extract::{Explanation, Extractor, Label};
use methods::EXTRACTORS;
use serde::Deserialize;
use store::{PageKey, Store, StoredPage};

use super::Reader;
use super::article::whole_id;
use super::format::{self, cut};
use super::guard::Writing;
use super::page::{Frame, PageError, Part, render, unknown_value};
use crate::ExplainedPage;

/// Maximum number of bytes compared of a text.
const MAX_TEXT: usize = 100_000;
/// Number of page features shown: those with the largest effect on the score.
const MAX_EFFECTS: usize = 12;

#[derive(Debug, Default, Deserialize)]
struct Params {
    /// The extractor to compare with.
    #[serde(default)]
    with: String,
}

#[derive(Template)]
#[template(path = "explain.html")]
struct ExplainPage {
    frame: Frame,
    id: String,
    site: String,
    /// Whether rules may be created from blocks.
    has_rules: bool,
    page: ExplainedPage,
    comparison: Option<Comparison>,
    /// Whether the stored text of the article differs from the text of the page as it is read now.
    is_outdated: bool,
}

impl ExplainPage {
    /// Whether `extractor` is the other extractor.
    fn is_compared(&self, extractor: &Extractor) -> bool {
        let comparison = self.comparison.as_ref();
        comparison.is_some_and(|comparison| comparison.extractor == extractor)
    }
}

/// The same page by another extractor.
struct Comparison {
    extractor: &'static Extractor,
    explanation: Explanation,
    counts: LabelCounts,
    /// The changes from the text of the first extractor to that of the other.
    text: Vec<DiffSpan>,
    removed: usize,
    added: usize,
    /// Whether only the beginnings of the texts were compared.
    is_cut: bool,
}

/// Numbers of blocks by the labels that two extractors give them.
#[derive(Debug, Default, PartialEq, Eq)]
struct LabelCounts {
    both: usize,
    only_first: usize,
    only_other: usize,
    neither: usize,
}

impl LabelCounts {
    fn of(first: &Explanation, other: &Explanation) -> Self {
        let mut counts = Self::default();
        for (first, other) in first.labels.iter().zip(&other.labels) {
            let count = match (is_content(*first), is_content(*other)) {
                (true, true) => &mut counts.both,
                (true, false) => &mut counts.only_first,
                (false, true) => &mut counts.only_other,
                (false, false) => &mut counts.neither,
            };
            *count += 1;
        }
        counts
    }

    fn differ(&self) -> usize {
        self.only_first + self.only_other
    }
}

impl Comparison {
    /// Slow for long texts that share little.
    fn new(first: &ExplainedPage, other: ExplainedPage, extractor: &'static Extractor) -> Self {
        let text = diff_spans(&cut(&first.text, MAX_TEXT), &cut(&other.text, MAX_TEXT));
        let (removed, added) = words_changed(&text);
        Self {
            extractor,
            counts: LabelCounts::of(&first.explanation, &other.explanation),
            explanation: other.explanation,
            text,
            removed,
            added,
            is_cut: first.text.len().max(other.text.len()) > MAX_TEXT,
        }
    }
}

fn is_content(label: Label) -> bool {
    label == Label::Content
}

pub(super) fn routes() -> Router<Reader> {
    Router::new()
        .route("/article/{id}/explain", get(explain))
        .route("/article/{id}/picture.svg", get(picture))
}

/// The stored page that an article was extracted from, given its id or the first digits of it.
pub(super) async fn stored_page(reader: &Reader, id: &str) -> Result<StoredPage, PageError> {
    let id = whole_id(&reader.store, id).await?;
    let id = id.ok_or(PageError::NotFound("article"))?;
    let page = reader.store.page_of_article(&id).await?;
    page.ok_or(PageError::NotFound("stored page"))
}

/// Explains a stored page as the crawl extracts it, or by another extractor.
pub(super) async fn explained(
    reader: &Reader,
    page: StoredPage,
    extractor: Option<&'static Extractor>,
) -> Result<ExplainedPage, PageError> {
    (reader.tools.explain)(page, extractor)
        .await
        .map_err(PageError::Invalid)
}

async fn explain(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(params): Query<Params>,
) -> Result<impl IntoResponse, PageError> {
    let with = match params.with.as_str() {
        "" => None,
        name => {
            let names = || EXTRACTORS.iter().map(|extractor| extractor.name);
            let extractor = methods::by_name(name);
            Some(extractor.ok_or_else(|| unknown_value("with", name, names()))?)
        }
    };
    let stored = stored_page(&reader, &id).await?;
    let (site, key) = (stored.site_id.clone(), stored.key);
    let (page, comparison) = match with {
        None => (explained(&reader, stored, None).await?, None),
        Some(extractor) => {
            let (first, other) = tokio::try_join!(
                explained(&reader, stored.clone(), None),
                explained(&reader, stored, Some(extractor))
            )?;
            let compared = tokio::task::spawn_blocking(move || {
                let comparison = Comparison::new(&first, other, extractor);
                (first, Some(comparison))
            });
            compared.await?
        }
    };
    let is_outdated = is_outdated(&reader.store, key, &page.text).await?;
    render(&ExplainPage {
        frame: Frame::of(Part::Articles),
        id,
        site,
        has_rules: reader.access.writing(&headers) != Writing::Never,
        page,
        comparison,
        is_outdated,
    })
}

/// Whether the article that was extracted from a page has another text than this; unknown, thus not, if it is joined from several pages.
async fn is_outdated(store: &Store, key: PageKey, text: &str) -> Result<bool, PageError> {
    let verdict = store.stored_verdicts(&[key]).await?.remove(&key);
    let article = verdict.and_then(|verdict| verdict.article);
    Ok(article.is_some_and(|article| article["parts"].is_null() && article["text"] != text))
}

async fn picture(
    State(reader): State<Reader>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, PageError> {
    let stored = stored_page(&reader, &id).await?;
    let page = explained(&reader, stored, None).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], page.picture))
}

#[cfg(test)]
mod tests {
    use extract::{Input, Options};

    use super::*;

    #[test]
    fn blocks_are_counted_by_both_extractors() {
        let html = "<h1>Brücke</h1><p>Der Rat hat am Dienstagabend nach langer Debatte beschlossen, die alte \
            Brücke im Frühjahr abzureissen und daneben eine neue zu bauen.</p><ul><li><a href=/>Start</a></ul>";
        let by = |name: &str| {
            let options = Options::of(methods::by_name(name).unwrap());
            extract::explain(&Input::new(html, None), &options)
        };
        let everything = by("everything");
        let article = by(extract::GLEANER.name);
        let content = article.content();
        let counts = LabelCounts::of(&article, &everything);
        assert_eq!(counts.both, content);
        assert_eq!((counts.only_first, counts.neither), (0, 0));
        assert_eq!(counts.differ(), article.blocks.len() - content);
        assert!(counts.differ() > 0, "{counts:?}");
    }
}
