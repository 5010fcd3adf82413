//! What all pages share: the frame around them, and the error page.

use std::fmt::{self, Write};

use askama::Template;
use askama::filters::{Escaper, Html as Markup};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use store::StoreError;

use super::zone::Zone;

/// The entries of the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Part {
    Stories,
    Articles,
    Changes,
    Watches,
    Sources,
    Runs,
    Label,
    /// None of them.
    #[default]
    Other,
}

/// What the frame around a page shows.
#[derive(Debug, Clone, Default)]
pub(super) struct Frame {
    pub(super) part: Part,
    /// The content of the search box.
    pub(super) query: String,
    /// The zone of the times on the page.
    pub(super) zone: Zone,
}

impl Frame {
    pub(super) fn of(part: Part, zone: Zone) -> Self {
        Self {
            part,
            query: String::new(),
            zone,
        }
    }
}

/// The response to a request for a page.
pub(super) type Answer = Result<Response, PageError>;

/// Why a page cannot be shown.
#[derive(Debug)]
pub(super) enum PageError {
    /// The named thing does not exist.
    NotFound(&'static str),
    /// The request is invalid, for this reason.
    Invalid(String),
    /// Nothing was started, for this reason.
    Refused(String),
    /// The database refused or failed.
    Store(StoreError),
    /// Too many such requests at once.
    Busy(String),
    /// An internal error.
    Internal(String),
}

impl From<StoreError> for PageError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<tokio::task::JoinError> for PageError {
    fn from(error: tokio::task::JoinError) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<askama::Error> for PageError {
    fn from(error: askama::Error) -> Self {
        Self::Internal(error.to_string())
    }
}

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage {
    frame: Frame,
    heading: &'static str,
    message: String,
    /// Where to go on: URL and text of a link.
    next: (&'static str, &'static str),
}

/// What to do if the named thing does not exist, and where to go on: URL and text of a link.
fn instead_of(what: &str) -> (&'static str, (&'static str, &'static str)) {
    const STORIES: (&str, &str) = ("/", "Leading stories");
    const LABEL: (&str, &str) = ("/label", "What there is to label");
    match what {
        "article" | "story" => (
            "It may have been removed; search for it, or start from the stories.",
            STORIES,
        ),
        "version" | "earlier version" => ("The page of the article lists its versions.", STORIES),
        "stored page" => (
            "Pages are deleted after some time, and the articles stay.",
            STORIES,
        ),
        "block" => ("Open the explanation of the article again.", STORIES),
        "site" => (
            "Sites that were forgotten are not listed any more.",
            ("/sources", "All sites"),
        ),
        "site look-up" => (
            "The reader keeps only the last look-ups, until it stops. Look the site up again.",
            ("/sources/add", "Add a site"),
        ),
        "run" => ("The list has all runs.", ("/runs", "All runs")),
        "feed" => (
            "Names of feeds end in .rss, .atom or .json.",
            ("/search", "Newest articles, with their feeds"),
        ),
        "labelling page" => ("Pages, blocks, pairs and stories are labelled.", LABEL),
        "pair" | "page with blocks" | "page to label" => (
            "It may have changed since it was shown. Go on with the next one.",
            LABEL,
        ),
        _ => ("Check the address, or start from the stories.", STORIES),
    }
}

impl IntoResponse for PageError {
    /// A page with the status, a heading, and a message that says what to do.
    fn into_response(self) -> Response {
        let what = match self {
            Self::NotFound(what) => what,
            Self::Refused(_) => "run",
            _ => "",
        };
        let (status, heading, message) = match self {
            Self::NotFound(what) => (
                StatusCode::NOT_FOUND,
                "Not found",
                format!("There is no such {what}. {}", instead_of(what).0),
            ),
            Self::Invalid(message) => (StatusCode::BAD_REQUEST, "This request is not valid", message),
            Self::Refused(message) => (StatusCode::CONFLICT, "Nothing was started", message),
            Self::Store(error) if error.is_value_error() => {
                (StatusCode::BAD_REQUEST, "This request is not valid", error.to_string())
            }
            Self::Store(error) if error.is_statement_timeout() => (
                StatusCode::SERVICE_UNAVAILABLE,
                "This takes too long",
                "The query takes longer than a page may take. Narrow it to a site, a language or a shorter period.".to_owned(),
            ),
            Self::Store(error) => {
                tracing::error!(%error, "a page could not be loaded");
                (
                    StatusCode::SERVICE_UNAVAILABLE,
                    "The database is not responding",
                    "Try again in a moment; the log of `gleaner serve` has the reason.".to_owned(),
                )
            }
            Self::Busy(message) => (StatusCode::SERVICE_UNAVAILABLE, "Too many requests at once", message),
            Self::Internal(error) => {
                tracing::error!(error, "a page could not be rendered");
                (
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "Internal error",
                    "This is a bug in Gleaner; the log of `gleaner serve` has the details.".to_owned(),
                )
            }
        };
        let page = ErrorPage {
            frame: Frame::default(),
            heading,
            message,
            next: instead_of(what).1,
        };
        match page.render() {
            Ok(html) => (status, Html(html)).into_response(),
            Err(_) => status.into_response(),
        }
    }
}

/// The error for a value that a parameter does not have.
pub(super) fn unknown_value<'a>(
    name: &str,
    value: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> PageError {
    let known: Vec<&str> = known.into_iter().collect();
    let known = known.join(", ");
    PageError::Invalid(format!("`{name}` is {value:?}; use one of {known}."))
}

/// Escapes text in all pages. Control characters, and marks that reverse the order of letters, are replaced by U+FFFD: what is read from
/// a stored page may have them.
#[derive(Debug, Clone, Copy)]
pub(in crate::reader) struct Visible;

impl Escaper for Visible {
    fn write_escaped_str<W: Write>(&self, mut out: W, text: &str) -> fmt::Result {
        let is_hidden = |c: char| match c {
            '\t' | '\n' | '\r' => false,
            _ => c.is_control() || matches!(c, '\u{202d}' | '\u{202e}'),
        };
        let mut parts = text.split(is_hidden);
        Markup.write_escaped_str(&mut out, parts.next().unwrap_or_default())?;
        for part in parts {
            out.write_char(char::REPLACEMENT_CHARACTER)?;
            Markup.write_escaped_str(&mut out, part)?;
        }
        Ok(())
    }
}

/// Keeps the first `limit` items. If there were more, returns the last one, after which the next page begins.
pub(super) fn cut<T>(items: &mut Vec<T>, limit: i64) -> Option<&T> {
    let limit = usize::try_from(limit).unwrap_or_default();
    let more = items.len() > limit;
    items.truncate(limit);
    items.last().filter(|_| more)
}

/// Renders a page as HTML.
pub(super) fn render(page: &impl Template) -> Answer {
    Ok(Html(page.render()?).into_response())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn what_a_page_hides_is_shown_as_replaced() {
        let mut out = String::new();
        let hostile = "\x1b[2J<b>\u{202e}pay\u{9b}\n\u{202b}עברית\u{202c}";
        Visible.write_escaped_str(&mut out, hostile).unwrap();
        let shown = "\u{fffd}[2J&#60;b&#62;\u{fffd}pay\u{fffd}\n\u{202b}עברית\u{202c}";
        assert_eq!(out, shown);
    }

    #[test]
    fn texts_of_a_language_run_in_its_direction() {
        let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let folders = [".", "rules", "runs", "sources"].map(|name| templates.join(name));
        let files = folders
            .iter()
            .flat_map(|folder| fs::read_dir(folder).unwrap());
        let mut found = 0;
        for path in files
            .map(|file| file.unwrap().path())
            .filter(|path| path.is_file())
        {
            let html = fs::read_to_string(&path).unwrap();
            for tag in html.split(" lang=\"{{").skip(1) {
                let (language, rest) = tag.split_once("}}\"").unwrap();
                let rest = rest.strip_prefix("{% endif %}").unwrap_or(rest);
                assert!(rest.starts_with(" dir=\"auto\""), "{path:?}: {language}");
                found += 1;
            }
        }
        assert!(found > 10, "{found}");
    }
}
