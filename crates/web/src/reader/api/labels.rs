//! Labels given by people.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::{LabelCursor, LabelKind, LabelListQuery, LabelProgress, ListedLabel};
use utoipa::{IntoParams, ToSchema};

use super::problem::{ApiError, QueryParams};
use super::{CommonResponses, DEFAULT_LIMIT, List, MAX_LIMIT};
use crate::reader::Reader;
use crate::reader::label::news;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct LabelsParams {
    /// The kind of labels: `pages`, `blocks`, `pairs` (one text or two) or `stories` (pairs: one event or two).
    #[param(default = "pages", pattern = "^(pages|blocks|pairs|stories)$")]
    of: Option<String>,
    /// Only labels of this person.
    who: Option<String>,
    /// Only labels of pages of this site, by its id.
    source: Option<String>,
    /// Maximum number of items.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<i64>,
    /// `next` of the previous page.
    #[param(pattern = r"^[0-9]{1,16}[.][0-9a-f]{1,64}[.][0-9a-f]{1,64}[.]")]
    after: Option<String>,
}

/// A person's label of a page, its blocks or a pair of articles. Fields of other kinds are null.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LabelItem {
    /// `pages`, `blocks`, `pairs`, `stories`.
    of: &'static str,
    /// The name of the person.
    labelled_by: String,
    /// When the label was given.
    labelled_at: DateTime<Utc>,
    /// URL of the page as it was found.
    url: Option<String>,
    /// Site of the page.
    source_id: Option<String>,
    /// Whether the page is news.
    is_news: Option<bool>,
    /// Page type; null if only `is_news` is known.
    page_type: Option<String>,
    /// Page type of the verdict when the page was labelled.
    model_page_type: Option<String>,
    /// Which rule or model had decided.
    label_source: Option<String>,
    /// How much the page resembled news, 0 to 1.
    news_score: Option<f32>,
    /// Number of blocks of the page.
    blocks: Option<i32>,
    /// Number of blocks that are content.
    content: Option<i32>,
    /// Number of blocks with the same label by the extractor.
    agreed: Option<i32>,
    /// Id of one article of the pair.
    a: Option<String>,
    /// Id of the other article.
    b: Option<String>,
    /// Whether the pair is one text, or one event; null for a pair means not sure.
    same: Option<bool>,
}

impl LabelItem {
    fn of(kind: LabelKind, label: ListedLabel) -> Self {
        Self {
            of: kind.as_str(),
            labelled_by: label.who,
            labelled_at: label.labelled_at,
            url: label.url,
            source_id: label.site_id,
            is_news: label.is_news,
            page_type: label.page_type,
            model_page_type: label.guess_type,
            label_source: label.guess_source,
            news_score: label.guess_score,
            blocks: label.blocks,
            content: label.content,
            agreed: label.agreed,
            a: label.a,
            b: label.b,
            same: label.same,
        }
    }
}

/// Labels of pages, blocks and pairs
#[utoipa::path(get, path = "/api/v1/labels", tag = "labels", params(LabelsParams),
    responses((status = 200, description = "Labels of one kind, the newest first.", body = List<LabelItem>), CommonResponses))]
pub(super) async fn labels(
    State(reader): State<Reader>,
    QueryParams(params): QueryParams<LabelsParams>,
) -> Result<Json<List<LabelItem>>, ApiError> {
    let kind: LabelKind = params.of.as_deref().unwrap_or("pages").parse()?;
    let limit = super::limit(params.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
    let after = params.after.as_deref().map(str::parse::<LabelCursor>);
    let query = LabelListQuery {
        kind,
        who: params.who,
        site_id: params.source,
        after: after.transpose()?,
        limit: limit + 1,
    };
    let mut labels = reader.store.list_labels(&query).await?;
    let more = super::cut(&mut labels, limit);
    let next = labels.last().filter(|_| more);
    let next = next.map(|label| LabelCursor::of(label).to_string());
    let items = labels.into_iter().map(|label| LabelItem::of(kind, label));
    Ok(Json(List {
        items: items.collect(),
        next,
    }))
}

/// The number of labels of one person and kind.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LabelCount {
    /// `pages`, `blocks`, `pairs`, `stories`.
    of: String,
    /// The name of the person.
    labelled_by: String,
    /// Number of labels.
    labels: i64,
    /// Number of answers that can be compared with Gleaner's; each block counts as one.
    compared: i64,
    /// Number of those on which both agree.
    agreed: i64,
    /// When the last label was given.
    last_labelled_at: DateTime<Utc>,
}

impl From<LabelProgress> for LabelCount {
    fn from(progress: LabelProgress) -> Self {
        Self {
            of: progress.kind,
            labelled_by: progress.who,
            labels: progress.labels,
            compared: progress.compared,
            agreed: progress.agreed,
            last_labelled_at: progress.last_at,
        }
    }
}

/// How many labels people have given, and how often they agree with Gleaner
#[utoipa::path(get, path = "/api/v1/labels/stats", tag = "labels",
    responses((status = 200, description = "Counts by kind and person.", body = List<LabelCount>), CommonResponses))]
pub(super) async fn stats(
    State(reader): State<Reader>,
) -> Result<Json<List<LabelCount>>, ApiError> {
    let progress = reader.store.label_progress(&news()).await?;
    Ok(Json(List {
        items: progress.into_iter().map(LabelCount::from).collect(),
        next: None,
    }))
}
