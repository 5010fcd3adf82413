//! Sources, runs, and pages that are no articles.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{RejectedCursor, RejectedPage, Run, SiteOverview};
use utoipa::{IntoParams, ToSchema};

use super::problem::{ApiError, Asked};
use super::{DEFAULT_LIMIT, List, MAX_LIMIT, Otherwise};
use crate::reader::Reader;

/// A site.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Source {
    /// Its id.
    id: String,
    /// The outlet's name.
    name: String,
    /// Its front page.
    home: String,
    /// Registrable domain.
    domain: String,
    /// `active`, `paused`, `removed`.
    state: String,
    /// Whether a seed names it; else it is known from imports.
    is_seeded: bool,
    /// When the next of its hosts is due; null: never by itself.
    next_at: Option<DateTime<Utc>>,
    /// Fetch time of the newest article.
    last_article: Option<DateTime<Utc>>,
}

impl From<SiteOverview> for Source {
    fn from(site: SiteOverview) -> Self {
        Self {
            id: site.id,
            name: site.name,
            home: site.home,
            domain: site.domain,
            state: site.lifecycle.to_string(),
            is_seeded: site.seeded,
            next_at: site.next_at,
            last_article: site.last_article,
        }
    }
}

/// All sites
#[utoipa::path(get, path = "/api/v1/sources", tag = "crawl",
    responses((status = 200, description = "The sites by their ids.", body = List<Source>), Otherwise))]
pub(super) async fn sources(State(reader): State<Reader>) -> Result<Json<List<Source>>, ApiError> {
    let sites = reader.store.site_overviews(&[], false).await?;
    Ok(Json(List {
        items: sites.into_iter().map(Source::from).collect(),
        next: None,
    }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct RunsParams {
    /// Items, at most.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<i64>,
    /// `next` of the page before.
    after: Option<i64>,
}

/// A run of the program.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RunItem {
    /// Its number.
    id: i64,
    /// The command: `nightly`, `crawl`, …
    command: String,
    /// `running`, `done`, `stopped`, `failed`, or `lost`: killed.
    state: String,
    /// When it began.
    started_at: DateTime<Utc>,
    /// When it ended.
    finished_at: Option<DateTime<Utc>>,
    /// Its numbers.
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

/// The last runs
#[utoipa::path(get, path = "/api/v1/runs", tag = "crawl", params(RunsParams),
    responses((status = 200, description = "Runs, the newest first.", body = List<RunItem>), Otherwise))]
pub(super) async fn runs(
    State(reader): State<Reader>,
    Asked(asked): Asked<RunsParams>,
) -> Result<Json<List<RunItem>>, ApiError> {
    let limit = super::limit(asked.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
    let before = asked.after.unwrap_or(i64::MAX);
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
    /// Items, at most.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<i64>,
    /// `next` of the page before.
    #[param(pattern = r"^[0-9]{1,16}[.]")]
    after: Option<String>,
}

/// A page that is no article, and why.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RejectedItem {
    /// Address after redirects.
    url: String,
    /// Site id.
    source_id: String,
    /// What it is: `section`, `imprint`, `consent_wall`, …
    page_type: String,
    /// How much it reads like news, 0 to 1.
    news_score: f32,
    /// What decided.
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

/// Pages that are no articles, and why
#[utoipa::path(get, path = "/api/v1/rejected", tag = "crawl", params(RejectedParams),
    responses((status = 200, description = "Pages, the newest first.", body = List<RejectedItem>), Otherwise))]
pub(super) async fn rejected(
    State(reader): State<Reader>,
    Asked(asked): Asked<RejectedParams>,
) -> Result<Json<List<RejectedItem>>, ApiError> {
    let limit = super::limit(asked.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
    let after = asked.after.as_deref().map(str::parse::<RejectedCursor>);
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
