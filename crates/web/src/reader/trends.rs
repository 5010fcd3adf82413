//! The page of searches over time: up to five beside each other, by day, week or month, and the words that are typical of the first.

use askama::Template;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use chrono::{NaiveDate, Utc};
use store::{Field, Interval, KeyWords, Patience, Period, SearchQuery};
use url::form_urlencoded;

use super::page::{Answer, Frame, PageError, Part, render, unknown_value};
use super::{Reader, format};

/// Maximum number of searches beside each other.
const MAX_QUERIES: usize = 5;
/// Maximum number of rows; earlier periods are in the files.
const MAX_ROWS: usize = 400;
/// Width of the largest bar.
const BAR: f64 = 100.0;

/// What is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Params {
    queries: Vec<String>,
    interval: Interval,
    /// Whether bars are shares of all articles of the same sites, languages and periods.
    is_share: bool,
    /// Whether copies are left out.
    is_once: bool,
}

impl Params {
    /// Reads the query of a URL. The second value is a field by whose most frequent values the first search is to be divided.
    fn read(query: &str) -> Result<(Self, Option<Field>), PageError> {
        let mut params = Self::default();
        let mut divided = None;
        for (key, value) in form_urlencoded::parse(query.as_bytes()) {
            match key.as_ref() {
                "q" if !value.trim().is_empty() => params.queries.push(value.trim().to_owned()),
                "interval" => {
                    params.interval = value.parse::<Interval>().map_err(|_| {
                        let known = Interval::ALL.iter().copied().map(Interval::as_str);
                        unknown_value("interval", &value, known)
                    })?;
                }
                "show" => params.is_share = value == "share",
                "once" => params.is_once = value == "1",
                "by" if !value.is_empty() => {
                    divided = Some(match value.as_ref() {
                        "site" => Field::Site,
                        "language" => Field::Language,
                        _ => return Err(unknown_value("by", &value, ["site", "language"])),
                    });
                }
                _ => {}
            }
        }
        if params.queries.len() > MAX_QUERIES {
            return Err(PageError::Invalid(format!(
                "There are {} searches; at most {MAX_QUERIES} are shown beside each other.",
                params.queries.len()
            )));
        }
        Ok((params, divided))
    }

    /// The URL of the articles of a search.
    fn search(&self, q: &str) -> String {
        format!("/search?q={}", format::segment(&self.counted(q)))
    }

    /// A search as it is counted.
    fn counted(&self, q: &str) -> String {
        if self.is_once {
            SearchQuery::with(q, "-has", "original")
        } else {
            q.to_owned()
        }
    }

    /// The URL of the numbers of a search as a file.
    fn csv(&self, q: &str) -> String {
        format!(
            "/api/v1/search/series?q={}&interval={}&format=csv",
            format::segment(&self.counted(q)),
            self.interval.as_str()
        )
    }

    /// The URL of this page.
    fn address(&self) -> String {
        let queries = self.queries.iter().map(|q| ("q", q.as_str()));
        let mut parameters: Vec<(&str, &str)> = queries.collect();
        parameters.push(("interval", self.interval.as_str()));
        parameters.push(("show", if self.is_share { "share" } else { "" }));
        parameters.push(("once", if self.is_once { "1" } else { "" }));
        format::address("/trends", &parameters)
    }
}

/// A period with the numbers of each search.
struct Row {
    begin: NaiveDate,
    /// Its last day.
    end: NaiveDate,
    cells: Vec<Cell>,
}

/// What a search found in a period.
#[derive(Clone, Copy, Default)]
struct Cell {
    articles: i64,
    /// All articles of the same sites and languages.
    all: i64,
    /// Width of the bar.
    bar: i64,
}

impl Cell {
    #[expect(
        clippy::cast_precision_loss,
        reason = "there are not that many articles"
    )]
    fn share(&self) -> f64 {
        self.articles as f64 / self.all.max(1) as f64
    }

    fn percent(&self) -> String {
        match self.all {
            0 => "–".to_owned(),
            _ => format!("{:.1} %", self.share() * 100.0),
        }
    }
}

/// The rows of series, the newest first; bars are as long as the largest value of all is short.
fn rows(series: &[Vec<Period>], interval: Interval, is_share: bool) -> Vec<Row> {
    let mut begins: Vec<NaiveDate> = series.iter().flatten().map(|one| one.begin).collect();
    begins.sort_unstable_by(|a, b| b.cmp(a));
    begins.dedup();
    begins.truncate(MAX_ROWS);
    let cell = |periods: &Vec<Period>, begin: NaiveDate| {
        let at = periods.binary_search_by_key(&begin, |period| period.begin);
        at.map_or_else(
            |_| Cell::default(),
            |at| Cell {
                articles: periods[at].articles,
                all: periods[at].all,
                bar: 0,
            },
        )
    };
    let value = |cell: &Cell| {
        if is_share {
            cell.share()
        } else {
            f64::from(i32::try_from(cell.articles).unwrap_or(i32::MAX))
        }
    };
    let mut rows: Vec<Row> = begins
        .into_iter()
        .map(|begin| Row {
            begin,
            end: interval.last_day(begin),
            cells: series.iter().map(|periods| cell(periods, begin)).collect(),
        })
        .collect();
    let largest = rows
        .iter()
        .flat_map(|row| &row.cells)
        .map(value)
        .fold(0.0, f64::max);
    for cell in rows.iter_mut().flat_map(|row| &mut row.cells) {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "at most the width of a bar"
        )]
        let width = (value(cell) / largest.max(f64::MIN_POSITIVE) * BAR).round() as i64;
        cell.bar = width.max(i64::from(cell.articles > 0));
    }
    rows
}

#[derive(Default, Template)]
#[template(path = "trends.html")]
struct TrendsPage {
    frame: Frame,
    params: Params,
    /// What is wrong with a search.
    error: Option<String>,
    rows: Vec<Row>,
    /// Whether there are earlier periods than the rows.
    is_cut: bool,
    /// The sums of the searches.
    sums: Vec<i64>,
    /// The share of the articles that each search was counted in.
    shares: Vec<f64>,
    /// The words that are typical of the first search.
    words: KeyWords,
}

impl TrendsPage {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "templates pass references"
    )]
    fn sum(&self, place: &usize) -> String {
        let sum = format::thousands(self.sums.get(*place).unwrap_or(&0));
        match self.shares.get(*place) {
            Some(share) if *share < 1.0 => {
                format!(
                    "about {sum} in all, estimated from one article in {:.0}",
                    share.recip()
                )
            }
            _ => format!("{sum} in all"),
        }
    }

    /// The articles of a search in a period.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "templates pass references"
    )]
    fn articles(&self, place: &usize, row: &Row) -> String {
        let q = self.params.queries.get(*place).map_or("", String::as_str);
        let q = self.params.counted(q);
        let within = format!("({q}) AND since:{} until:{}", row.begin, row.end);
        format!("/search?q={}", format::segment(&within))
    }

    /// The articles of the first search with a word.
    fn with_word(&self, word: &str) -> String {
        let q = self.params.queries.first().map_or("", String::as_str);
        let q = format!("({q}) {}", SearchQuery::quoted(word));
        format!("/search?q={}", format::segment(&q))
    }

    /// The searches and as many empty ones as may be added.
    fn fields(&self) -> Vec<&str> {
        let empty = std::iter::repeat("");
        let queries = self.params.queries.iter().map(String::as_str);
        queries.chain(empty).take(MAX_QUERIES).collect()
    }
}

pub(super) fn routes() -> Router<Reader> {
    Router::new().route("/trends", get(trends))
}

async fn trends(State(reader): State<Reader>, RawQuery(query): RawQuery) -> Answer {
    let (params, divided) = Params::read(query.as_deref().unwrap_or_default())?;
    let mut page = TrendsPage {
        frame: Frame::of(Part::Other, reader.zone),
        params,
        ..TrendsPage::default()
    };
    let mut queries = Vec::new();
    for q in &page.params.queries {
        let why = match SearchQuery::parse(&page.params.counted(q), Utc::now()) {
            Ok(query) => {
                let why = super::unknown(&reader.searches, &query, true).await?;
                queries.push(query);
                why
            }
            Err(error) => Some(error.to_string()),
        };
        if let Some(why) = why {
            page.error = Some(format!("{q}: {why}"));
            return Ok((StatusCode::BAD_REQUEST, render(&page)?).into_response());
        }
    }
    if let (Some(field), Some(first)) = (divided, queries.first()) {
        page.params.queries = divide(&reader, &page.params.queries[0], first, field).await?;
        return Ok(Redirect::to(&page.params.address()).into_response());
    }
    let mut series = Vec::new();
    for (q, query) in page.params.queries.iter().zip(&queries) {
        let interval = page.params.interval;
        let counted = reader
            .searches
            .search_series_soon(query, interval, Patience::default());
        let counted = counted.await?;
        let has_hits = counted.periods.iter().any(|period| period.articles > 0);
        if let Some(why) = super::unknown(&reader.searches, query, has_hits).await? {
            page.error = Some(format!("{q}: {why}"));
            return Ok((StatusCode::BAD_REQUEST, render(&page)?).into_response());
        }
        page.shares.push(counted.share);
        series.push(counted.periods);
    }
    if let Some(first) = queries.first() {
        page.words = reader.searches.key_words(first).await?;
    }
    let sum = |periods: &Vec<Period>| periods.iter().map(|period| period.articles).sum();
    page.sums = series.iter().map(sum).collect();
    page.is_cut = series.iter().any(|periods| periods.len() > MAX_ROWS);
    page.rows = rows(&series, page.params.interval, page.params.is_share);
    render(&page)
}

/// A search divided by the most frequent values of a field.
async fn divide(
    reader: &Reader,
    q: &str,
    query: &SearchQuery,
    field: Field,
) -> Result<Vec<String>, PageError> {
    let counts = reader.searches.search_counts(query).await?;
    let q = SearchQuery::without(q, field);
    let sites = counts.sites.into_iter().map(|site| ("site", site.id));
    let languages = counts.languages.into_iter();
    let languages = languages.filter_map(|one| Some(("lang", one.language?)));
    let values: Vec<(&str, String)> = match field {
        Field::Site => sites.take(MAX_QUERIES).collect(),
        _ => languages.take(MAX_QUERIES).collect(),
    };
    let divided = values
        .into_iter()
        .map(|(key, value)| SearchQuery::with(&q, key, &value));
    Ok(divided.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(begin: &str, articles: i64, all: i64) -> Period {
        Period {
            begin: begin.parse().unwrap(),
            articles,
            all,
        }
    }

    #[test]
    fn rows_have_each_period_of_each_search_and_bars_by_number_or_share() {
        let series = [
            vec![period("2026-11-02", 5, 100), period("2026-11-09", 10, 1000)],
            vec![period("2026-11-09", 1, 1000)],
        ];
        let bars = |is_share| {
            let rows = rows(&series, Interval::Week, is_share);
            let bars = rows
                .iter()
                .map(|row| row.cells.iter().map(|cell| cell.bar).collect());
            bars.collect::<Vec<Vec<i64>>>()
        };
        assert_eq!(bars(false), [[100, 10], [50, 0]]);
        assert_eq!(bars(true), [[20, 2], [100, 0]]);
        let rows = rows(&series, Interval::Week, true);
        assert_eq!(rows[0].begin.to_string(), "2026-11-09");
        assert_eq!(rows[0].end.to_string(), "2026-11-15");
        assert_eq!(rows[1].cells[0].percent(), "5.0 %");
        assert_eq!(rows[1].cells[1].percent(), "–");
    }

    #[test]
    fn a_url_has_what_is_shown_and_names_what_is_unknown() {
        let (params, by) =
            Params::read("q=storm+lang%3Ade&q=&q=flood&interval=month&once=1").unwrap();
        assert_eq!(params.queries, ["storm lang:de", "flood"]);
        assert_eq!(
            (params.interval, params.is_once, by),
            (Interval::Month, true, None)
        );
        let again = params.address();
        assert_eq!(
            Params::read(again.split_once('?').unwrap().1).unwrap().0,
            params
        );
        assert!(
            params.csv("a").contains("-has%3Aoriginal"),
            "{}",
            params.csv("a")
        );
        for wrong in ["interval=year", "by=author", "q=1&q=2&q=3&q=4&q=5&q=6"] {
            assert!(Params::read(wrong).is_err(), "{wrong}");
        }
    }
}
