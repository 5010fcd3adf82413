//! Sources, runs, and pages that are not articles.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Diagnosis, RejectedCursor, RejectedPage, Run, SiteOverview, SkippedCount};
use utoipa::{IntoParams, ToSchema};

use super::problem::{ApiError, PathParams, Problem, QueryParams};
use super::{CommonResponses, DEFAULT_LIMIT, List, MAX_LIMIT};
use crate::reader::Reader;

/// A site.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Source {
    /// Site id.
    id: String,
    /// The outlet's name.
    name: String,
    /// URL of the front page.
    home: String,
    /// Registrable domain.
    domain: String,
    /// The state in one word, as in `gleaner site list`: `ok`, `new`, `unreachable`, `blocked`, `paused`, `removed`, …
    state: String,
    /// Whether a seed names it; otherwise it is known from imports.
    is_seeded: bool,
    /// When the next of its hosts is due; null if none is.
    next_at: Option<DateTime<Utc>>,
    /// When the newest article was first fetched.
    last_article: Option<DateTime<Utc>>,
}

impl From<SiteOverview> for Source {
    fn from(site: SiteOverview) -> Self {
        let state = Diagnosis::of(&site).state.to_string();
        Self {
            id: site.id,
            name: site.name,
            home: site.home,
            domain: site.domain,
            state,
            is_seeded: site.seeded,
            next_at: site.next_at,
            last_article: site.last_article,
        }
    }
}

/// All sites
#[utoipa::path(get, path = "/api/v1/sources", tag = "crawl",
    responses((status = 200, description = "The sites, by id.", body = List<Source>), CommonResponses))]
pub(super) async fn sources(State(reader): State<Reader>) -> Result<Json<List<Source>>, ApiError> {
    let sites = reader.store.site_overviews(&[], false).await?;
    Ok(Json(List {
        items: sites.into_iter().map(Source::from).collect(),
        next: None,
    }))
}

/// A site, with its URLs that are not requested.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SourceDetail {
    #[serde(flatten)]
    source: Source,
    /// URLs that the site named but that are not requested, by reason, the most frequent first.
    skipped: Vec<Skipped>,
}

/// URLs that are not requested for one reason.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Skipped {
    /// The reason.
    reason: String,
    /// Number of URLs; at most 10,000 are counted for each host and reason.
    urls: i64,
    /// Some of the URLs, the newest first.
    examples: Vec<String>,
}

impl From<SkippedCount> for Skipped {
    fn from(skipped: SkippedCount) -> Self {
        Self {
            reason: skipped.reason,
            urls: skipped.urls,
            examples: skipped.examples,
        }
    }
}

/// One site
#[utoipa::path(get, path = "/api/v1/sources/{id}", tag = "crawl", params(("id" = String, Path, description = "Site id.")),
    responses((status = 200, description = "The site, with its URLs that are not requested.", body = SourceDetail),
        (status = 404, description = "There is no such site.", body = Problem, content_type = "application/problem+json"), CommonResponses))]
pub(super) async fn source(
    State(reader): State<Reader>,
    PathParams(id): PathParams<String>,
) -> Result<Json<SourceDetail>, ApiError> {
    // No id contains NUL, and the database rejects it.
    let sites = if id.contains('\0') {
        Vec::new()
    } else {
        reader.store.site_overviews(&[id], false).await?
    };
    let site = sites.into_iter().next();
    let site = site.ok_or_else(|| ApiError::not_found("site"))?;
    let skipped = reader.store.skipped(&site.id).await?;
    Ok(Json(SourceDetail {
        source: site.into(),
        skipped: skipped.into_iter().map(Skipped::from).collect(),
    }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct RunsParams {
    /// Maximum number of items.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<i64>,
    /// `next` of the previous page.
    after: Option<i64>,
}

/// A run of the program.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RunItem {
    /// The number of the run.
    id: i64,
    /// The command: `nightly`, `crawl`, …
    command: String,
    /// `running`, `done`, `stopped`, `failed`, or `lost` (killed or cut off).
    state: String,
    /// When it began.
    started_at: DateTime<Utc>,
    /// When it ended.
    finished_at: Option<DateTime<Utc>>,
    /// The counts of the run.
    #[schema(value_type = Object)]
    counts: Value,
    /// The error, or another remark.
    detail: Option<String>,
}

impl From<Run> for RunItem {
    fn from(run: Run) -> Self {
        Self {
            id: run.id,
            command: run.command,
            state: run.state.to_string(),
            started_at: run.started_at,
            finished_at: run.finished_at,
            counts: run.counts,
            detail: run.detail,
        }
    }
}

/// The latest runs
#[utoipa::path(get, path = "/api/v1/runs", tag = "crawl", params(RunsParams),
    responses((status = 200, description = "Runs, the newest first.", body = List<RunItem>), CommonResponses))]
pub(super) async fn runs(
    State(reader): State<Reader>,
    QueryParams(params): QueryParams<RunsParams>,
) -> Result<Json<List<RunItem>>, ApiError> {
    let limit = super::limit(params.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
    let before = params.after.unwrap_or(i64::MAX);
    let mut runs = reader.store.runs_before(before, limit + 1).await?;
    let more = super::cut(&mut runs, limit);
    Ok(Json(List {
        next: runs.last().filter(|_| more).map(|run| run.id.to_string()),
        items: runs.into_iter().map(RunItem::from).collect(),
    }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct RejectedParams {
    /// Maximum number of items.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<i64>,
    /// `next` of the previous page.
    #[param(pattern = r"^[0-9]{1,16}[.]")]
    after: Option<String>,
}

/// A page that is not an article, and why.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RejectedItem {
    /// URL after redirects.
    url: String,
    /// Site id.
    source_id: String,
    /// Page type: `section`, `legal`, `consent_wall`, …
    page_type: String,
    /// How much the page resembles news, 0 to 1.
    news_score: f32,
    /// Which rule or model decided.
    label_source: String,
    /// The reason.
    reason: String,
    /// When it was fetched.
    date_crawled: DateTime<Utc>,
}

impl From<RejectedPage> for RejectedItem {
    fn from(page: RejectedPage) -> Self {
        Self {
            url: page.url,
            source_id: page.source_id,
            page_type: page.page_type,
            news_score: page.news_score,
            label_source: page.label_source,
            reason: page.reason,
            date_crawled: page.date_crawled,
        }
    }
}

/// Pages that are not articles, and why
#[utoipa::path(get, path = "/api/v1/rejected", tag = "crawl", params(RejectedParams),
    responses((status = 200, description = "Pages, the newest first.", body = List<RejectedItem>), CommonResponses))]
pub(super) async fn rejected(
    State(reader): State<Reader>,
    QueryParams(params): QueryParams<RejectedParams>,
) -> Result<Json<List<RejectedItem>>, ApiError> {
    let limit = super::limit(params.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
    let after = params.after.as_deref().map(str::parse::<RejectedCursor>);
    let after = after.transpose()?;
    let mut pages = reader
        .store
        .rejected_after(after.as_ref(), limit + 1)
        .await?;
    let more = super::cut(&mut pages, limit);
    let next = pages.last().filter(|_| more);
    let next = next.map(|page| RejectedCursor::of(page).to_string());
    Ok(Json(List {
        items: pages.into_iter().map(RejectedItem::from).collect(),
        next,
    }))
}
