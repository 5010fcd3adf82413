//! The page of one site.

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use chrono::{TimeDelta, Utc};
use serde::Deserialize;
use store::{
    ChannelCoverage, Diagnosis, Field, Lifecycle, Passages, PolicyFile, QueuedUrl, RejectedPage,
    SearchHit, SearchOrder, SearchQuery, Site, SiteFetch, SiteHost, SiteOverview, SitePolicy,
    SkippedCount, Store,
};

use super::overview::{DAYS, Row, tone};
use crate::reader::guard::Writing;
use crate::reader::page::{Answer, Frame, PageError, Part, render};
use crate::reader::{Reader, format};

/// Maximum number of rows of each list.
const MAX_ARTICLES: i64 = 20;
const MAX_FETCHES: usize = 30;
const MAX_QUEUED: i64 = 10;
/// Number of rejected pages whose reasons are read, and of example URLs for each reason.
const MAX_REJECTED: i64 = 100;
const MAX_EXAMPLES: usize = 3;
/// Height of the chart.
const HEIGHT: usize = 48;

#[derive(Debug, Default, Deserialize)]
pub(super) struct Params {
    /// The action that was just completed.
    #[serde(default)]
    done: String,
}

/// Pages that were rejected for one reason.
pub(super) struct Reason {
    page_type: String,
    text: String,
    label_source: String,
    pages: usize,
    examples: Vec<String>,
}

#[derive(Template)]
#[template(path = "sources/site.html")]
struct SitePage<'a> {
    frame: Frame,
    /// The message about the action that was just completed.
    done: Option<&'static str>,
    writing: Writing,
    site: Site,
    overview: SiteOverview,
    state: Diagnosis,
    /// Its row in the list.
    row: Option<&'a Row>,
    channels: Vec<ChannelCoverage>,
    articles: Vec<SearchHit>,
    fetches: Vec<SiteFetch>,
    queue: Vec<QueuedUrl>,
    hosts: Vec<SiteHost>,
    policies: Vec<SitePolicy>,
    reasons: Vec<Reason>,
    /// The URLs that are not requested; `None` if they could not be counted in time.
    skipped: Option<Vec<SkippedCount>>,
    rules: Option<String>,
}

impl SitePage<'_> {
    fn due(&self) -> i64 {
        self.hosts.iter().map(|host| host.due).sum()
    }

    fn is_cut(file: &PolicyFile) -> bool {
        usize::try_from(file.bytes).is_ok_and(|bytes| bytes > file.text.len())
    }

    /// Whether there are more URLs than examples.
    fn has_more(skipped: &SkippedCount) -> bool {
        usize::try_from(skipped.urls).is_ok_and(|urls| urls > skipped.examples.len())
    }

    fn is_active(&self) -> bool {
        self.overview.lifecycle == Lifecycle::Active
    }

    fn is_paused(&self) -> bool {
        self.overview.lifecycle == Lifecycle::Paused
    }
}

/// The overview of a site, if it exists.
pub(in crate::reader) async fn find(
    store: &Store,
    id: &str,
    count: bool,
) -> Result<SiteOverview, PageError> {
    // No id contains NUL, and the database rejects it.
    if id.contains('\0') {
        return Err(PageError::NotFound("site"));
    }
    let found = store.site_overviews(&[id.to_owned()], count).await?;
    found.into_iter().next().ok_or(PageError::NotFound("site"))
}

pub(super) async fn site(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(params): Query<Params>,
) -> Answer {
    let store = &reader.store;
    let now = Utc::now();
    let overview = find(store, &id, true).await?;
    let done = super::actions::message(&params.done, overview.lifecycle)?;
    let site = store.site(&id).await?.ok_or(PageError::NotFound("site"))?;
    let ids = [id.clone()];
    let since = now - TimeDelta::days(DAYS.into());
    let newest = SearchQuery {
        order: SearchOrder::Newest,
        limit: MAX_ARTICLES,
        passages: Passages::Beginnings,
        ..SearchQuery::default().narrowed(Field::Site, ids.clone())
    };
    let (articles, fetches, queue, hosts, policies, rejected, coverage, rules) = tokio::try_join!(
        reader.searches.search(&newest),
        store.site_fetches(&id, MAX_FETCHES),
        store.site_queue(&id, MAX_QUEUED),
        store.site_hosts(&id),
        store.site_policies(&id),
        store.site_rejected(&id, MAX_REJECTED),
        store.coverage(since, &ids),
        store.site_rules(&ids),
    )?;
    // The page is useful without these counts, and without the row of the list.
    let skipped = match store.skipped(&id).await {
        Ok(skipped) => Some(skipped),
        Err(error) if error.is_statement_timeout() => None,
        Err(error) => return Err(error.into()),
    };
    let all = reader.sources.overview(store).await.ok();
    let rules = rules.into_iter().next();
    let rules = rules.filter(|rules| rules.rules != serde_json::json!({}));
    render(&SitePage {
        frame: Frame::of(Part::Sources, reader.zone),
        done,
        writing: reader.access.writing(&headers),
        state: Diagnosis::of(&overview),
        row: all
            .as_ref()
            .and_then(|all| all.rows.iter().find(|row| row.id == id)),
        channels: coverage.into_iter().flat_map(|of| of.channels).collect(),
        articles: articles.hits,
        fetches,
        queue,
        hosts,
        policies,
        reasons: reasons(rejected),
        skipped,
        rules: rules.and_then(|rules| serde_json::to_string_pretty(&rules.rules).ok()),
        site,
        overview,
    })
}

/// Rejected pages by reason, the most frequent first.
fn reasons(pages: Vec<RejectedPage>) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = Vec::new();
    for page in pages {
        let known = reasons
            .iter_mut()
            .find(|known| known.page_type == page.page_type && known.text == page.reason);
        let reason = match known {
            Some(reason) => reason,
            None => reasons.push_mut(Reason {
                page_type: page.page_type,
                text: page.reason,
                label_source: page.label_source,
                pages: 0,
                examples: Vec::new(),
            }),
        };
        reason.pages += 1;
        if reason.examples.len() < MAX_EXAMPLES && !page.url.is_empty() {
            reason.examples.push(page.url);
        }
    }
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.pages));
    reasons
}
