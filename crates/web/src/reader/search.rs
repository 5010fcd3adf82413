//! The search page, and without a query the list of the newest articles.

use askama::Template;
use axum::Router;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::get;
use chrono::{DateTime, NaiveDate, Utc};
use serde::Deserialize;
use store::{
    DayCount, Field, SearchCounts, SearchCursor, SearchHit, SearchOrder, SearchPage as FoundPage,
    SearchQuery, Similar, WiderQuery,
};

use super::chart::Bars;
use super::page::{Answer, Frame, Part, render, unknown_value};
use super::{Reader, format};

/// Hits per page.
const HITS_PER_PAGE: i64 = 15;
/// Maximum number of sites that are shown beside the hits before the rest is opened.
const MAX_SITES: usize = 12;
/// Maximum number of bars of the chart.
const MAX_BARS: i64 = 60;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Params {
    pub(crate) q: String,
    order: String,
    pub(crate) after: String,
}

impl Params {
    /// The URL of a search with this query and cursor, in the same order.
    pub(crate) fn address(&self, q: &str, after: Option<&SearchCursor>) -> String {
        let order = if self.is_by_date() { "newest" } else { "" };
        let after = after.map(ToString::to_string).unwrap_or_default();
        format::address(
            "/search",
            &[("q", q), ("order", order), ("after", after.as_str())],
        )
    }

    /// The URL of the same search by date.
    fn by_date(&self) -> String {
        let by_date = Self {
            order: "newest".to_owned(),
            ..Self::default()
        };
        by_date.address(&self.q, None)
    }

    /// The URL of a search for a name alone.
    fn name(&self, name: &str) -> String {
        self.address(&SearchQuery::quoted(name), None)
    }

    /// The URL of all articles that it finds as a file.
    fn download(&self, format: &str) -> String {
        format!(
            "/api/v1/search?q={}&format={format}",
            format::segment(self.q.trim())
        )
    }

    /// The URL of the same search as a feed.
    fn feed(&self, ending: &str) -> String {
        let q = format::segment(self.q.trim());
        format!("/feeds/search.{ending}?q={q}")
    }

    pub(crate) fn is_by_date(&self) -> bool {
        self.order == "newest"
    }
}

/// The URL of a search for a text in a field of the query; without a field, in all of the article. `None` for a text without words.
pub(super) fn in_field(field: &str, text: &str) -> Option<String> {
    if !text.contains(char::is_alphanumeric) {
        return None;
    }
    let colon = if field.is_empty() { "" } else { ":" };
    let q = format!("{field}{colon}{}", SearchQuery::quoted(text));
    Some(format!("/search?q={}", format::segment(&q)))
}

#[derive(Default, Template)]
#[template(path = "search.html")]
struct SearchPage {
    frame: Frame,
    params: Params,
    /// Why the query is invalid.
    error: Option<String>,
    /// Whether there is a query; without one, the newest articles are listed.
    is_search: bool,
    /// The hits, each with the number of its copies among the others of this page.
    hits: Vec<(SearchHit, usize)>,
    /// The URL of the next page.
    next: Option<String>,
    /// Set on the last page by relevance if more articles match than are ranked.
    cut: Option<Cut>,
    /// Set on the first page.
    counts: Option<Counts>,
    /// Suggestions if nothing matches.
    similar: Similar,
    /// A query that finds more, if all hits are on this page.
    wider: Option<WiderQuery>,
}

/// The number of hits by relevance, if it is less than the number of matches.
struct Cut {
    /// Number of hits on all pages.
    best: i64,
    /// Number of matches.
    total: i64,
    /// Whether there are more matches than were counted.
    is_least: bool,
}

impl Cut {
    /// For the last page by relevance, if there are fewer hits than matches.
    fn new(query: &SearchQuery, found: &FoundPage, counts: &SearchCounts) -> Option<Self> {
        let before = match query.after {
            None => 0,
            Some(SearchCursor::Rank(rank)) => i64::from(rank),
            Some(_) => return None,
        };
        let best = before + i64::try_from(found.hits.len()).ok()?;
        (!found.hits.is_empty() && best < counts.total).then_some(Self {
            best,
            total: counts.total,
            is_least: counts.since.is_some(),
        })
    }
}

/// The counts beside the hits.
struct Counts {
    total: i64,
    since: Option<DateTime<Utc>>,
    /// `None` if the articles are not of several days.
    chart: Option<Chart>,
    languages: Vec<Facet>,
    /// The URL of the search in all languages, if one was chosen.
    all_languages: Option<String>,
    sites: Vec<Facet>,
    more_sites: Vec<Facet>,
    /// Articles without a date.
    undated: i64,
    all_sites: Option<String>,
}

/// A facet: the matches in a language or of a site.
struct Facet {
    name: String,
    articles: i64,
    /// The URL of the search restricted to this facet; `None` if it already is.
    address: Option<String>,
}

/// Matches over time.
struct Chart {
    bars: Bars,
    first: NaiveDate,
    last: NaiveDate,
    /// Days per bar.
    days: i64,
    /// The first day of the highest bar, and its matches.
    most: (NaiveDate, i64),
}

impl Chart {
    const HEIGHT: usize = 48;

    /// Creates the chart of the days with matches; `None` if there are not several.
    fn of(days: &[DayCount]) -> Option<Self> {
        let (first, last) = (days.first()?.day, days.last()?.day);
        if first == last {
            return None;
        }
        let span = (last - first).num_days() + 1;
        let width = span.div_euclid(MAX_BARS) + i64::from(span.rem_euclid(MAX_BARS) > 0);
        let mut counts: Vec<i64> = Vec::new();
        for DayCount { day, articles } in days {
            let place = usize::try_from((*day - first).num_days() / width).ok()?;
            counts.resize(counts.len().max(place + 1), 0);
            counts[place] += *articles;
        }
        let all = first.iter_days().step_by(usize::try_from(width).ok()?);
        let most = all.zip(counts.iter().copied());
        Some(Self {
            most: most.max_by_key(|(_, articles)| *articles)?,
            bars: Bars::new(
                &counts,
                Self::HEIGHT,
                format!("Articles over time, from {first} to {last}"),
            ),
            first,
            last,
            days: width,
        })
    }
}

impl Counts {
    fn more(&self) -> String {
        format::count(&self.more_sites.len(), "more site", "more sites")
    }

    fn new(counts: SearchCounts, params: &Params, query: &SearchQuery) -> Option<Self> {
        let only = |key: &str, value: &str, chosen: &[String]| {
            let is_chosen = chosen.iter().any(|one| one == value);
            let q = SearchQuery::with(&params.q, key, value);
            (!is_chosen).then(|| params.address(&q, None))
        };
        let all = |field: Field| {
            let without = SearchQuery::without(&params.q, field);
            // a value within a group stays
            let is_shorter = !query.chosen(field).is_empty() && without != params.q.trim();
            is_shorter.then(|| params.address(&without, None))
        };
        let [languages, sites] = [Field::Language, Field::Site].map(|field| query.chosen(field));
        let by_language = counts.languages.into_iter().map(|one| Facet {
            address: one
                .language
                .as_ref()
                .and_then(|name| only("lang", name, languages)),
            name: one.language.unwrap_or_else(|| "unknown".to_owned()),
            articles: one.articles,
        });
        let by_site = counts.sites.into_iter().map(|site| Facet {
            address: only("site", &site.id, sites),
            name: site.name,
            articles: site.articles,
        });
        let mut by_site: Vec<Facet> = by_site.collect();
        let more_sites = by_site.split_off(by_site.len().min(MAX_SITES));
        (counts.total > 0).then(|| Self {
            total: counts.total,
            since: counts.since,
            chart: Chart::of(&counts.days),
            languages: by_language.collect(),
            all_languages: all(Field::Language),
            sites: by_site,
            more_sites,
            undated: counts.undated,
            all_sites: all(Field::Site),
        })
    }
}

pub(super) fn routes() -> Router<Reader> {
    Router::new().route("/search", get(search))
}

async fn search(State(reader): State<Reader>, Query(params): Query<Params>) -> Answer {
    if !matches!(params.order.as_str(), "" | "relevance" | "newest") {
        return Err(unknown_value(
            "order",
            &params.order,
            ["relevance", "newest"],
        ));
    }
    let is_search = !params.q.trim().is_empty();
    let frame = Frame {
        part: if is_search {
            Part::Other
        } else {
            Part::Articles
        },
        query: params.q.clone(),
        zone: reader.zone,
    };
    let mut page = SearchPage {
        frame,
        params,
        is_search,
        ..SearchPage::default()
    };
    let after = Some(page.params.after.as_str()).filter(|after| !after.is_empty());
    let parsed = SearchQuery::parse(&page.params.q, Utc::now())
        .and_then(|query| Ok((query, after.map(str::parse).transpose()?)));
    let query = match parsed {
        Ok((query, after)) => SearchQuery {
            order: if page.params.is_by_date() || !page.is_search {
                SearchOrder::Newest
            } else {
                SearchOrder::Relevance
            },
            after,
            limit: HITS_PER_PAGE,
            ..query
        },
        Err(error) => {
            page.error = Some(error.to_string());
            return Ok((StatusCode::BAD_REQUEST, render(&page)?).into_response());
        }
    };
    let counted = async {
        match query.after {
            None if page.is_search => reader.searches.search_counts(&query).await.map(Some),
            _ => Ok(None),
        }
    };
    let (found, counts) = tokio::try_join!(reader.searches.search(&query), counted)?;
    let is_first = page.is_search && query.after.is_none();
    let has_hits = !(is_first && found.hits.is_empty() && found.next.is_none());
    if let Some(why) = super::unknown(&reader.searches, &query, has_hits).await? {
        page.error = Some(why);
        return Ok((StatusCode::BAD_REQUEST, render(&page)?).into_response());
    }
    if !has_hits {
        page.similar = reader.searches.similar(&query).await?;
    }
    if is_first && found.next.is_none() {
        page.wider = reader
            .searches
            .wider(&page.params.q, found.hits.len())
            .await?;
    }
    if query.order == SearchOrder::Relevance && found.next.is_none() {
        page.cut = match &counts {
            Some(counts) => Cut::new(&query, &found, counts),
            None => Cut::new(
                &query,
                &found,
                &reader.searches.search_counts(&query).await?,
            ),
        };
    }
    page.counts = counts.and_then(|counts| Counts::new(counts, &page.params, &query));
    page.hits = SearchHit::without_copies(found.hits);
    page.next = found
        .next
        .map(|next| page.params.address(&page.params.q, Some(&next)));
    render(&page)
}

#[cfg(test)]
mod tests;
