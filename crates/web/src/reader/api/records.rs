//! Sources, runs, and pages that are not articles.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
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
    skipped: Vec<SkippedCount>,
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
        skipped,
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

/// The latest runs
#[utoipa::path(get, path = "/api/v1/runs", tag = "crawl", params(RunsParams),
    responses((status = 200, description = "Runs, the newest first.", body = List<Run>), CommonResponses))]
pub(super) async fn runs(
    State(reader): State<Reader>,
    QueryParams(params): QueryParams<RunsParams>,
) -> Result<Json<List<Run>>, ApiError> {
    let limit = super::limit(params.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
    let before = params.after.unwrap_or(i64::MAX);
    let mut runs = reader.store.runs_before(before, limit + 1).await?;
    let next = super::cut(&mut runs, limit).map(|run| run.id.to_string());
    Ok(Json(List { items: runs, next }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct RejectedParams {
    /// Maximum number of items.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<i64>,
    /// `next` of the previous page.
    #[param(pattern = "^[0-9a-f]+$")]
    after: Option<String>,
}

/// Pages that are not articles, and why
#[utoipa::path(get, path = "/api/v1/rejected", tag = "crawl", params(RejectedParams),
    responses((status = 200, description = "Pages, the newest first.", body = List<RejectedPage>), CommonResponses))]
pub(super) async fn rejected(
    State(reader): State<Reader>,
    QueryParams(params): QueryParams<RejectedParams>,
) -> Result<Json<List<RejectedPage>>, ApiError> {
    let limit = super::limit(params.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
    let after = params.after.as_deref().map(str::parse::<RejectedCursor>);
    let after = after.transpose()?;
    let mut pages = reader.store.rejected(after.as_ref(), limit + 1).await?;
    let next = super::cut(&mut pages, limit);
    let next = next.map(|page| RejectedCursor::of(page).to_string());
    Ok(Json(List { items: pages, next }))
}
