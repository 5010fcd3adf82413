//! What the shape of a URL is sure of.

use url::Url;

use super::title;
use crate::Page;

/// Parts of a path that search pages have.
const SEARCH: [&str; 8] = [
    "suche",
    "search",
    "suchergebnis",
    "suchergebnisse",
    "searchresults",
    "search-results",
    "buscar",
    "szukaj",
];

/// Keys of a query that hold what was searched for.
const SEARCH_KEYS: [&str; 8] = [
    "q",
    "query",
    "s",
    "search",
    "searchterm",
    "suchbegriff",
    "suche",
    "keywords",
];

/// Parts of a path that a keyword follows.
const TAG: [&str; 7] = [
    "tag",
    "tags",
    "tagged",
    "schlagwort",
    "schlagworte",
    "stichwort",
    "keyword",
];

/// Parts of a path that a name follows.
const AUTHOR: [&str; 7] = [
    "author", "authors", "autor", "autoren", "autorin", "auteur", "autore",
];

/// Parts of a path that the name of a section follows.
const CATEGORY: [&str; 8] = [
    "category",
    "categories",
    "kategorie",
    "kategorien",
    "rubrik",
    "ressort",
    "ressorts",
    "section",
];

/// Names of news desks, German and English, that are no headline of a single word.
const DESKS: [&str; 74] = [
    "africa",
    "aktuell",
    "aktuelles",
    "americas",
    "arts",
    "asia",
    "ausland",
    "auto",
    "bildung",
    "blaulicht",
    "books",
    "business",
    "campus",
    "culture",
    "debatte",
    "deutschland",
    "digital",
    "economy",
    "education",
    "england",
    "entertainment",
    "environment",
    "europa",
    "europe",
    "feuilleton",
    "finanzen",
    "food",
    "fussball",
    "geschichte",
    "gesellschaft",
    "gesundheit",
    "health",
    "inland",
    "international",
    "justiz",
    "karriere",
    "kultur",
    "leben",
    "lifestyle",
    "lokales",
    "meinung",
    "mobil",
    "mobilitaet",
    "money",
    "nachrichten",
    "netzpolitik",
    "netzwelt",
    "news",
    "newsticker",
    "opinion",
    "opinions",
    "panorama",
    "politics",
    "politik",
    "regional",
    "regionales",
    "reise",
    "schlagzeilen",
    "science",
    "sport",
    "sports",
    "style",
    "tech",
    "technik",
    "technology",
    "travel",
    "uk",
    "unterhaltung",
    "us",
    "vermischtes",
    "video",
    "wirtschaft",
    "wissen",
    "wissenschaft",
];

/// Query keys that only tell where a reader came from.
const TRACKING: [&str; 6] = ["cid", "ref", "from", "fbclid", "gclid", "wt_mc"];

/// The path of a URL, taken apart.
pub(super) struct Path {
    /// Parts in lower case, without the file extension, without a closing `index` and without a
    /// closing page number.
    segments: Vec<String>,
}

impl Path {
    pub(super) fn of(url: &Url) -> Self {
        let mut segments: Vec<String> = url
            .path_segments()
            .into_iter()
            .flatten()
            .filter(|segment| !segment.is_empty())
            .map(str::to_lowercase)
            .collect();
        if let Some(last) = segments.last_mut() {
            for extension in [".html", ".htm", ".php", ".aspx", ".jsp"] {
                if let Some(stem) = last.strip_suffix(extension) {
                    *last = stem.to_owned();
                }
            }
        }
        while let [.., before, last] = segments.as_slice()
            && matches!(before.as_str(), "page" | "seite")
            && last.chars().all(|c| c.is_ascii_digit())
        {
            segments.truncate(segments.len() - 2);
        }
        if segments
            .last()
            .is_some_and(|last| matches!(last.as_str(), "index" | "default"))
        {
            segments.pop();
        }
        Self { segments }
    }

    /// The last part.
    pub(super) fn last(&self) -> Option<&str> {
        self.segments.last().map(String::as_str)
    }

    /// The part before the last, and the last.
    fn tail(&self) -> Option<(&str, &str)> {
        match self.segments.as_slice() {
            [.., before, last] => Some((before, last)),
            _ => None,
        }
    }

    /// Whether a year and a month stand in it, as in addresses of articles.
    pub(super) fn is_dated(&self) -> bool {
        let is_year =
            |part: &str| part.len() == 4 && (part.starts_with("20") || part.starts_with("19"));
        let is_month = |part: &str| matches!(part.parse::<u8>(), Ok(1..=12));
        self.segments
            .windows(2)
            .any(|pair| is_year(&pair[0]) && is_month(&pair[1]))
            || self.segments.iter().any(|segment| {
                let parts: Vec<&str> = segment.split('-').collect();
                parts
                    .windows(2)
                    .any(|pair| is_year(pair[0]) && is_month(pair[1]))
            })
    }
}

/// A part of a path without the number some systems hang on: `impressum-195` is `impressum`.
pub(super) fn without_number(segment: &str) -> String {
    let stem = segment.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = stem.strip_suffix(['-', '_', ',', '.']).unwrap_or(stem);
    stem.replace('_', "-")
}

/// Whether a part of a path could be an article's: many words, or a long number.
fn may_be_headline(segment: &str) -> bool {
    let words = segment
        .split(['-', '_', '+'])
        .filter(|word| !word.is_empty())
        .count();
    words > 3 || has_long_number(segment)
}

fn has_long_number(segment: &str) -> bool {
    segment
        .split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.len() > 3)
}

fn parse(page: &Page<'_>) -> Option<(Url, Path)> {
    let url = Url::parse(page.url?).ok()?;
    let path = Path::of(&url);
    Some((url, path))
}

pub(super) fn home(page: &Page<'_>) -> Option<String> {
    let (url, path) = parse(page)?;
    let only_tracking = url
        .query_pairs()
        .all(|(key, _)| TRACKING.contains(&key.as_ref()) || key.starts_with("utm_"));
    (path.segments.is_empty() && only_tracking)
        .then(|| "the URL is the root of the site".to_owned())
}

pub(super) fn search(page: &Page<'_>) -> Option<String> {
    let (url, path) = parse(page)?;
    let query = url
        .query_pairs()
        .find(|(key, value)| SEARCH_KEYS.contains(&key.as_ref()) && !value.is_empty());
    let at_search = |segment: &str| SEARCH.contains(&segment);
    match (path.segments.as_slice(), query) {
        (segments, Some((key, _))) if !segments.iter().any(|part| may_be_headline(part)) => {
            Some(format!("the URL has a search in it ({key}=)"))
        }
        ([.., last], _) if at_search(last) => Some(format!("the URL ends with {last}")),
        ([first, term], _) if at_search(first) && !may_be_headline(term) => {
            Some(format!("the URL is /{first}/ and a search term"))
        }
        _ => None,
    }
}

pub(super) fn tag(page: &Page<'_>) -> Option<String> {
    let (_, path) = parse(page)?;
    let (before, last) = path.tail()?;
    (TAG.contains(&before) && !may_be_headline(last))
        .then(|| format!("the URL ends with /{before}/ and a keyword"))
}

pub(super) fn author(page: &Page<'_>) -> Option<String> {
    let (_, path) = parse(page)?;
    let (before, last) = path.tail()?;
    let words = title::words(last).filter(|word| !word.chars().all(|c| c.is_ascii_digit()));
    (AUTHOR.contains(&before) && words.count() <= 4)
        .then(|| format!("the URL ends with /{before}/ and a name"))
}

pub(super) fn section(page: &Page<'_>) -> Option<String> {
    let (url, path) = parse(page)?;
    if url.query().is_some() {
        return None;
    }
    if let Some((before, last)) = path.tail()
        && CATEGORY.contains(&before)
        && !may_be_headline(last)
    {
        return Some(format!("the URL ends with /{before}/ and a word"));
    }
    let segments = &path.segments;
    let all_desks = segments
        .iter()
        .all(|segment| DESKS.contains(&segment.as_str()));
    (!segments.is_empty() && all_desks)
        .then(|| format!("the URL is the desk {}", segments.join("/")))
}
