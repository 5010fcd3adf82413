//! The search page, and without a query the list of the newest articles.

use askama::Template;
use axum::Router;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use chrono::{DateTime, Days, NaiveDate, Utc};
use serde::Deserialize;
use store::{
    SearchCounts, SearchCursor, SearchHit, SearchOrder, SearchPage as FoundPage, SearchQuery,
    Similar,
};
use url::form_urlencoded;

use super::Reader;
use super::format;
use super::page::{Frame, PageError, Part, render};

/// Hits per page.
const HITS_PER_PAGE: i64 = 15;
/// Maximum number of sites listed beside the hits.
const MAX_SITES: usize = 12;
/// Maximum number of bars of the chart.
const MAX_BARS: i64 = 60;

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Params {
    #[serde(default)]
    pub(crate) q: String,
    #[serde(default)]
    order: String,
    #[serde(default)]
    pub(crate) after: String,
}

impl Params {
    /// The URL of a search with this query and cursor, in the same order.
    pub(crate) fn address(&self, q: &str, after: Option<&SearchCursor>) -> String {
        const PATH: &str = "/search?";
        let mut query = form_urlencoded::Serializer::for_suffix(PATH.to_owned(), PATH.len());
        query.append_pair("q", q);
        if self.is_by_date() {
            query.append_pair("order", "newest");
        }
        if let Some(after) = after {
            query.append_pair("after", &after.to_string());
        }
        query.finish()
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
        self.address(&format!("\"{}\"", name.replace('"', " ")), None)
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

#[derive(Template)]
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
    /// The URL of the next page, and the time before which it continues if the time budget of the search ran out.
    next: Option<(String, Option<DateTime<Utc>>)>,
    /// Set on the last page by relevance if more articles match than are ranked.
    cut: Option<Cut>,
    /// Set on the first page.
    counts: Option<Counts>,
    /// Suggestions if nothing matches.
    similar: Similar,
}

impl SearchPage {
    fn date(hit: &SearchHit) -> (String, String) {
        let at = hit.date_published.as_ref().unwrap_or(&hit.date_crawled);
        let precision = hit.date_published_precision.as_ref();
        format::published(at, precision, hit.date_published_tz)
    }
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
            Some(SearchCursor::Rank(place)) => i64::from(place),
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
    chart: Chart,
    languages: Vec<Facet>,
    /// The URL of the search in all languages, if one was chosen.
    all_languages: Option<String>,
    sites: Vec<Facet>,
    all_sites: Option<String>,
}

/// A facet: the matches in a language or of a site.
struct Facet {
    name: String,
    articles: i64,
    /// The URL of the search restricted to this facet; `None` if it already is.
    address: Option<String>,
}

/// Matches over time, as bars.
struct Chart {
    bars: Vec<Bar>,
    first: NaiveDate,
    last: NaiveDate,
    /// Days per bar.
    days: i64,
}

struct Bar {
    x: i64,
    y: i64,
    height: i64,
    first: NaiveDate,
    articles: i64,
}

impl Chart {
    const HEIGHT: i64 = 48;
    const STEP: i64 = 10;

    /// Creates the chart of the days with matches; `None` if there are none.
    fn of(days: &[(NaiveDate, i64)]) -> Option<Self> {
        let (first, last) = (days.first()?.0, days.last()?.0);
        let span = (last - first).num_days() + 1;
        let width = span.div_euclid(MAX_BARS) + i64::from(span.rem_euclid(MAX_BARS) > 0);
        let mut counts: Vec<(i64, i64)> = Vec::new();
        for (day, articles) in days {
            let place = (*day - first).num_days() / width;
            match counts.last_mut() {
                Some((same, sum)) if *same == place => *sum += articles,
                _ => counts.push((place, *articles)),
            }
        }
        let most = counts.iter().map(|(_, articles)| *articles).max()?.max(1);
        let bars = counts.into_iter().map(|(place, articles)| {
            let height = (articles * Self::HEIGHT / most).max(1);
            Bar {
                x: place * Self::STEP,
                y: Self::HEIGHT - height,
                height,
                first: first + Days::new((place * width).unsigned_abs()),
                articles,
            }
        });
        Some(Self {
            bars: bars.collect(),
            first,
            last,
            days: width,
        })
    }

    /// The width of the drawing.
    fn width(&self) -> i64 {
        self.bars.last().map_or(0, |bar| bar.x + Self::STEP)
    }

    /// The highest bar.
    fn most(&self) -> Option<&Bar> {
        self.bars.iter().max_by_key(|bar| bar.articles)
    }
}

impl Counts {
    fn new(counts: SearchCounts, params: &Params, query: &SearchQuery) -> Option<Self> {
        let only = |key: &str, value: &str, chosen: &[String]| {
            let is_chosen = chosen.iter().any(|one| one == value);
            let q = format!("{key}:{value} {}", params.q.trim());
            (!is_chosen).then(|| params.address(q.trim(), None))
        };
        let all = |key: &str, chosen: &[String]| {
            (!chosen.is_empty())
                .then(|| params.address(&SearchQuery::without(&params.q, key), None))
        };
        let (languages, sites) = (&query.languages.any, &query.sites.any);
        let by_language = counts
            .languages
            .into_iter()
            .map(|(language, articles)| Facet {
                address: language
                    .as_ref()
                    .and_then(|name| only("lang", name, languages)),
                name: language.unwrap_or_else(|| "unknown".to_owned()),
                articles,
            });
        let by_site = counts.sites.into_iter().take(MAX_SITES).map(|site| Facet {
            address: only("site", &site.id, sites),
            name: site.name,
            articles: site.articles,
        });
        Some(Self {
            total: counts.total,
            since: counts.since,
            chart: Chart::of(&counts.days)?,
            languages: by_language.collect(),
            all_languages: all("lang", languages),
            sites: by_site.collect(),
            all_sites: all("site", sites),
        })
    }
}

pub(super) fn routes() -> Router<Reader> {
    Router::new().route("/search", get(search))
}

async fn search(
    State(reader): State<Reader>,
    Query(params): Query<Params>,
) -> Result<Response, PageError> {
    let is_search = !params.q.trim().is_empty();
    let frame = Frame {
        part: if is_search {
            Part::Other
        } else {
            Part::Articles
        },
        query: params.q.clone(),
    };
    let mut page = SearchPage {
        frame,
        error: None,
        is_search,
        hits: Vec::new(),
        next: None,
        cut: None,
        counts: None,
        similar: Similar::default(),
        params,
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
            budget: Some(super::BUDGET),
            ..query
        },
        Err(error) => {
            page.error = Some(error.to_string());
            return Ok((StatusCode::BAD_REQUEST, render(&page)?).into_response());
        }
    };
    let counted = async {
        match query.after {
            None if page.is_search => reader.store.search_counts(&query).await.map(Some),
            _ => Ok(None),
        }
    };
    let (found, counts) = tokio::try_join!(reader.store.search(&query), counted)?;
    if page.is_search && found.hits.is_empty() && found.next.is_none() && query.after.is_none() {
        if let Some(why) = super::unknown(&reader.store, &query).await? {
            page.error = Some(why);
            return Ok((StatusCode::BAD_REQUEST, render(&page)?).into_response());
        }
        page.similar = reader.store.similar(&query).await?;
    }
    if query.order == SearchOrder::Relevance && found.next.is_none() {
        page.cut = match &counts {
            Some(counts) => Cut::new(&query, &found, counts),
            None => Cut::new(&query, &found, &reader.store.search_counts(&query).await?),
        };
    }
    page.counts = counts.and_then(|counts| Counts::new(counts, &page.params, &query));
    page.hits = SearchHit::without_copies(found.hits);
    page.next = found.next.map(|next| {
        let before = match next {
            SearchCursor::Before(before, _) => Some(before),
            SearchCursor::Rank(_) | SearchCursor::Date(..) => None,
        };
        (page.params.address(&page.params.q, Some(&next)), before)
    });
    Ok(render(&page)?.into_response())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::reader::testing::World;

    fn day(day: &str) -> NaiveDate {
        day.parse().unwrap()
    }

    #[test]
    fn bars_stand_for_days_or_more() {
        let chart = Chart::of(&[(day("2026-11-01"), 1), (day("2026-11-02"), 4)]).unwrap();
        let bars: Vec<_> = chart.bars.iter().map(|bar| (bar.x, bar.height)).collect();
        assert_eq!((chart.days, bars), (1, vec![(0, 12), (10, 48)]));
        let chart = Chart::of(&[
            (day("2025-01-01"), 1),
            (day("2026-11-01"), 2),
            (day("2026-11-02"), 2),
        ])
        .unwrap();
        assert_eq!(chart.days, 12);
        assert!(chart.width() <= MAX_BARS * Chart::STEP);
        assert_eq!(chart.bars.iter().map(|bar| bar.articles).sum::<i64>(), 5);
        assert!(Chart::of(&[]).is_none());
    }

    #[tokio::test]
    async fn hits_are_marked_and_escaped_and_have_a_next_page() {
        let world = World::new().await;
        for n in 0..20 {
            world
                .article(
                    &n.to_string(),
                    "Ein Haus & <script>alert(1)</script> brennt.",
                )
                .await;
        }
        let page = world.get("/search?q=Haus+site:archive.example").await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.body.contains("<mark>Haus</mark>"), "{}", page.body);
        assert!(!page.body.contains("<script>alert"), "{}", page.body);
        for part in [
            "20 articles",
            "<svg",
            "/feeds/search.atom?q=Haus%20site%3Aarchive.example",
            "after=r15",
            "lang%3Ade",
            "All sites",
        ] {
            assert!(page.body.contains(part), "{part}: {}", page.body);
        }
        let next = world.get("/search?q=Haus&after=r15").await;
        assert_eq!(next.body.matches("<mark>").count(), 5);
        assert!(!next.body.contains("<svg"));
        let newest = world.get("/search?q=&order=newest").await;
        assert_eq!(
            (newest.status, newest.body.matches("<h3").count()),
            (StatusCode::OK, 15)
        );
        let all = world.get("/search").await;
        let next = all.body.split("<a href=\"/search?q=&#38;after=").nth(1);
        let next = next.and_then(|rest| rest.split('"').next()).unwrap();
        let rest = world.get(&format!("/search?q=&after={next}")).await;
        assert_eq!(rest.body.matches("<h3").count(), 5, "{}", rest.body);
        let none = world.get("/search?q=Giraffe").await;
        let subscribe = "Subscribe to this search: <a href=\"/feeds/search.rss?q=Giraffe\"";
        assert!(none.body.contains(subscribe), "{}", none.body);
        assert!(none.body.contains("No article matches"), "{}", none.body);
        assert!(!none.body.contains("Similar"), "{}", none.body);
        let misspelt = world.get("/search?q=titlee+site:archive.example").await;
        for part in ["No article matches", "Similar headlines", ">A title</a>"] {
            assert!(misspelt.body.contains(part), "{part}: {}", misspelt.body);
        }
    }

    #[tokio::test]
    async fn copies_of_a_text_are_one_hit() {
        let world = World::new().await;
        let first = world.article("1", "Ein Haus brennt.").await;
        let second = world.article("2", "Ein Haus brennt!").await;
        world.article("3", "Ein Haus.").await;
        world.copied(&first, &second).await;
        let page = world.get("/search?q=Haus").await;
        assert_eq!(page.body.matches("<h3 lang").count(), 2, "{}", page.body);
        let copies = [first, second].map(|id| format!("/article/{id}#copies\">1 copy</a>"));
        let linked = copies.iter().filter(|link| page.body.contains(*link));
        assert_eq!(linked.count(), 1, "{}", page.body);
        let api = world.get("/api/v1/search?q=Haus").await;
        assert_eq!(
            api.body.matches("\"source_name\"").count(),
            3,
            "{}",
            api.body
        );
    }

    #[tokio::test]
    async fn the_order_is_offered_only_for_a_search() {
        let world = World::new().await;
        world.article("1", "Ein Haus.").await;
        let found = world.get("/search?q=Haus").await;
        assert!(found.body.contains("best first"), "{}", found.body);
        let all = world.get("/search").await;
        assert!(!all.body.contains("best first"), "{}", all.body);
    }

    #[tokio::test]
    async fn the_last_page_by_relevance_tells_that_more_articles_match() {
        let world = World::new().await;
        for n in 0..62 {
            let text = format!("Ein Haus brennt, Nummer {n}.");
            world.article(&n.to_string(), &text).await;
        }
        let last = world.get("/search?q=Haus&after=r45").await;
        for part in [
            "the 60 best of 62 articles",
            "order=newest\">all by date</a>",
        ] {
            assert!(last.body.contains(part), "{part}: {}", last.body);
        }
        for path in ["/search?q=Haus&after=r30", "/search?q=Nummer+61"] {
            let other = world.get(path).await;
            assert!(!other.body.contains("best of"), "{path}: {}", other.body);
        }
    }

    #[tokio::test]
    async fn an_invalid_query_is_reported_beside_it() {
        let world = World::new().await;
        let period = world.get("/?since=bogus").await;
        assert_eq!(period.status, StatusCode::BAD_REQUEST);
        assert!(
            period.body.contains("use one of 24h, 3d, 7d, 30d"),
            "{}",
            period.body
        );
        for path in ["/search?q=since:soon+%22%3E", "/search?q=a&after=x"] {
            let page = world.get(path).await;
            assert_eq!(page.status, StatusCode::BAD_REQUEST);
            assert!(page.body.contains("role=\"alert\""), "{}", page.body);
            assert!(!page.body.contains("soon \">"), "{}", page.body);
        }
        assert_eq!(world.get("/search?q=%00").await.status, StatusCode::OK);
        world.article("1", "Ein Haus.").await;
        for (filter, expected) in [
            ("site:nope", "there is no site"),
            ("lang:zz", "not an ISO 639-1 code"),
            ("story:abcdef", "there is no story"),
            ("story:f", "there is no story"),
        ] {
            let page = world.get(&format!("/search?q=Haus+{filter}")).await;
            assert_eq!(page.status, StatusCode::BAD_REQUEST, "{filter}");
            assert!(page.body.contains(expected), "{filter}: {}", page.body);
        }
        let common = world.get("/search?q=das").await;
        assert_eq!(common.status, StatusCode::BAD_REQUEST);
        assert!(common.body.contains("add another word"), "{}", common.body);
        let french = world.get("/search?q=Haus+lang:fr").await;
        assert_eq!(french.status, StatusCode::OK);
    }

    #[tokio::test]
    async fn hits_show_what_is_known_of_their_dates_and_whether_they_have_moved() {
        let world = World::new().await;
        let dated = |precision: &str| {
            json!({
                "date_published": "2026-10-31T23:00:00Z", "date_published_tz": 60,
                "date_published_precision": precision, "date_published_source": "text",
            })
        };
        let month = world.article_with("1", "Ein Haus.", &dated("month")).await;
        let day = world.article_with("2", "Ein Garten.", &dated("day")).await;
        world.article_with("3", "Ein Zaun.", &dated("minute")).await;
        world.moved(&day, &month).await;
        for (word, shown, is_moved) in [
            ("Haus", "<time datetime=\"2026-11\">2026-11</time>", false),
            (
                "Garten",
                "<time datetime=\"2026-11-01\">2026-11-01</time>",
                true,
            ),
            ("Zaun", ">2026-10-31 23:00</time>", false),
        ] {
            let page = world.get(&format!("/search?q={word}")).await;
            assert!(page.body.contains(shown), "{word}: {}", page.body);
            let mark = page.body.contains("<span>moved</span>");
            assert_eq!(mark, is_moved, "{word}: {}", page.body);
        }
        let site = world.get("/source/archive.example").await;
        let article = world.get(&format!("/article/{month}")).await;
        world.story(&month).await;
        let story = world.get(&format!("/story/{month}")).await;
        for page in [site, article, story] {
            let shown = "<time datetime=\"2026-11\">2026-11</time>";
            assert!(page.body.contains(shown), "{}", page.body);
        }
    }
}
