//! Conceals parts of pages and adds others, for training and for evaluation.
//!
//! Most labelled pages declare themselves articles, have a telling URL, and name their parts in modern markup. A model that has
//! only seen these relies on them, and rejects articles of small sites, of old pages, and of files without a URL. So a model learns
//! from each page as it is, with some of this concealed, and with a short headline, and is evaluated on all views.

use std::borrow::Cow;

use extract::{Input, Options};
use url::Url;

/// A view of a page: the parts of it that are visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Everything.
    Whole,
    /// Everything but `og:`, `article:` and `twitter:` metadata and JSON-LD.
    WithoutClaims,
    /// Everything but the URL.
    WithoutAddress,
    /// Neither claims nor URL.
    WithoutBoth,
    /// No claims, and the markup of old pages: no headings, no sectioning elements, no names of classes.
    Plain,
    /// As [`Plain`](Self::Plain), without the URL.
    PlainWithoutAddress,
    /// Everything, with a URL of few words: those of labelled articles repeat the headline, many others do not.
    ShortAddress,
    /// No claims, and a URL of few words.
    ShortAddressWithoutClaims,
    /// The markup of old pages, and a URL of few words.
    PlainShortAddress,
    /// Everything, and forms to sign in, to search and to comment, as on each page of many sites.
    MoreForms,
    /// Everything, with a headline of two to four words: labelled articles have longer ones, other pages have short ones.
    ShortHeadline,
}

impl View {
    /// All views: the whole page first, the one with a short headline last, those with parts concealed or added between them.
    pub const ALL: [Self; 11] = [
        Self::Whole,
        Self::WithoutClaims,
        Self::WithoutAddress,
        Self::WithoutBoth,
        Self::Plain,
        Self::PlainWithoutAddress,
        Self::ShortAddress,
        Self::ShortAddressWithoutClaims,
        Self::PlainShortAddress,
        Self::MoreForms,
        Self::ShortHeadline,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::WithoutClaims => "without claims",
            Self::WithoutAddress => "without address",
            Self::WithoutBoth => "without both",
            Self::Plain => "plain markup",
            Self::PlainWithoutAddress => "plain, without address",
            Self::ShortAddress => "short address",
            Self::ShortAddressWithoutClaims => "short address, without claims",
            Self::PlainShortAddress => "plain, short address",
            Self::MoreForms => "more forms",
            Self::ShortHeadline => "short headline",
        }
    }

    /// The visible part of a page's URL.
    pub fn address(self, url: &str) -> Option<Cow<'_, str>> {
        match self {
            Self::Whole
            | Self::WithoutClaims
            | Self::Plain
            | Self::MoreForms
            | Self::ShortHeadline => Some(Cow::Borrowed(url)),
            Self::WithoutAddress | Self::WithoutBoth | Self::PlainWithoutAddress => None,
            Self::ShortAddress | Self::ShortAddressWithoutClaims | Self::PlainShortAddress => {
                Some(short_address(url))
            }
        }
    }

    /// The visible part of a page's HTML.
    pub fn of(self, html: &str) -> Cow<'_, str> {
        match self {
            Self::Whole | Self::WithoutAddress | Self::ShortAddress => Cow::Borrowed(html),
            Self::WithoutClaims | Self::WithoutBoth | Self::ShortAddressWithoutClaims => {
                Cow::Owned(rewritten(html, without_claims))
            }
            Self::Plain | Self::PlainWithoutAddress | Self::PlainShortAddress => {
                Cow::Owned(rewritten(html, |tag| match without_claims(tag) {
                    Edit::Keep => plain(tag),
                    edit => edit,
                }))
            }
            Self::MoreForms => Cow::Owned(with_forms(html)),
            Self::ShortHeadline => with_short_headline(html),
        }
    }
}

/// The page with a form to sign in and one to search, and below them one to comment. The number of fields depends only on the page.
fn with_forms(html: &str) -> String {
    let fields = "<input type=hidden>".repeat(html.len() % MAX_FIELDS);
    format!(
        "{html}<form><input name=name><input type=password><input type=submit></form><form><input type=search></form>\
         <form><textarea></textarea>{fields}<input type=submit></form>"
    )
}

/// The page with its headline cut after some words, wherever it occurs verbatim.
fn with_short_headline(html: &str) -> Cow<'_, str> {
    let extraction = extract::extract(&Input::new(html, None), &Options::default());
    let headline = extraction.metadata.title.unwrap_or_default();
    // The number depends only on the page.
    let kept = MIN_WORDS + html.len() % WORD_RANGE;
    match headline.match_indices(' ').nth(kept - 1) {
        Some((end, _)) => Cow::Owned(html.replace(&headline, &headline[..end])),
        None => Cow::Borrowed(html),
    }
}

/// The URL with only the first word of each of the last two path segments that begin with one, and no query.
fn short_address(url: &str) -> Cow<'_, str> {
    let Ok(mut short) = Url::parse(url) else {
        return Cow::Borrowed(url);
    };
    let parts: Vec<String> = short.path().split('/').map(first_word).collect();
    let mut parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.drain(..parts.len().saturating_sub(MAX_URL_PARTS));
    short.set_path(&parts.join("/"));
    short.set_query(None);
    short.set_fragment(None);
    Cow::Owned(short.into())
}

/// The letters at the beginning of a path segment, including percent-encoded ones.
fn first_word(part: &str) -> String {
    let mut end = 0;
    while let Some(rest) = part.as_bytes().get(end..) {
        match rest {
            [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                end += 3;
            }
            [letter, ..] if letter.is_ascii_alphabetic() => end += 1,
            _ => break,
        }
    }
    part[..end].to_owned()
}

/// Maximum path segments of a short URL.
const MAX_URL_PARTS: usize = 2;
/// Hidden fields of a form, exclusive.
const MAX_FIELDS: usize = 24;
/// Minimum words of a headline that is cut, and the range above it.
const MIN_WORDS: usize = 2;
const WORD_RANGE: usize = 3;
/// Prefixes of the names of claims in `<meta>`.
const CLAIMS: [&str; 3] = ["og:", "article:", "twitter:"];
/// Elements that become `<div>`.
const PARTS: [&str; 15] = [
    "article",
    "aside",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "main",
    "nav",
    "section",
];
/// Elements that lose their attributes.
const CONTAINERS: [&str; 9] = ["body", "div", "li", "p", "span", "table", "td", "tr", "ul"];
/// Maximum bytes of an element name.
const MAX_NAME_BYTES: usize = 12;

/// A tag of a page.
struct Tag<'a> {
    /// In lower case.
    name: &'a str,
    is_end: bool,
    source: &'a str,
}

/// The edit of a tag.
enum Edit {
    Keep,
    /// Removes it, and the raw text of its element if there is any.
    Drop,
    /// Replaces it with a tag of this name without attributes.
    Rename(&'static str),
}

fn without_claims(tag: &Tag<'_>) -> Edit {
    let has = |text: &str| {
        let mut windows = tag.source.as_bytes().windows(text.len());
        windows.any(|window| window.eq_ignore_ascii_case(text.as_bytes()))
    };
    let is_claim = match tag.name {
        "meta" => CLAIMS.iter().any(|claim| has(claim)),
        "script" => !tag.is_end && has("ld+json"),
        _ => false,
    };
    if is_claim { Edit::Drop } else { Edit::Keep }
}

fn plain(tag: &Tag<'_>) -> Edit {
    if PARTS.contains(&tag.name) {
        return Edit::Rename("div");
    }
    if tag.name == "time" {
        return Edit::Rename("span");
    }
    let container = CONTAINERS.iter().find(|name| **name == tag.name);
    container.map_or(Edit::Keep, |name| Edit::Rename(name))
}

/// The page with its tags edited; the text of scripts and styles has no tags.
fn rewritten(html: &str, edit: impl Fn(&Tag<'_>) -> Edit) -> String {
    let mut made = String::with_capacity(html.len());
    let (mut kept, mut at) = (0, 0);
    while let Some(found) = html[at..].find('<') {
        let start = at + found;
        let after = &html[start + 1..];
        let is_end = after.starts_with('/');
        let after = after.strip_prefix('/').unwrap_or(after);
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric();
        let length = after
            .bytes()
            .take(MAX_NAME_BYTES + 1)
            .take_while(is_letter)
            .count();
        at = start + 1;
        if !(1..=MAX_NAME_BYTES).contains(&length) {
            continue;
        }
        let name = after[..length].to_ascii_lowercase();
        let end = html[start..]
            .find('>')
            .map_or(html.len(), |end| start + end + 1);
        let tag = Tag {
            name: &name,
            is_end,
            source: &html[start..end],
        };
        let raw = !is_end && matches!(name.as_str(), "script" | "style");
        let close = if raw { raw_end(html, end, &name) } else { end };
        at = close;
        match edit(&tag) {
            Edit::Keep => {}
            Edit::Drop => {
                made.push_str(&html[kept..start]);
                kept = close;
            }
            Edit::Rename(name) => {
                made.push_str(&html[kept..start]);
                made.push_str(if is_end { "</" } else { "<" });
                made.push_str(name);
                made.push('>');
                kept = end;
            }
        }
    }
    made.push_str(&html[kept..]);
    made
}

/// The end of the end tag of an element with raw text, or of the page.
fn raw_end(html: &str, from: usize, name: &str) -> usize {
    let mut at = from;
    while let Some(found) = html[at..].find("</") {
        let after = &html.as_bytes()[at + found + 2..];
        let same = after
            .get(..name.len())
            .is_some_and(|it| it.eq_ignore_ascii_case(name.as_bytes()));
        if same {
            let close = html[at + found..].find('>');
            return close.map_or(html.len(), |close| at + found + close + 1);
        }
        at += found + 2;
    }
    html.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<html><head><title>Brücke</title><meta property='og:type' content=article>\
        <META name=description content='Über'><script type=application/ld+json>{\"a\":\"<b>\"}</script >\
        <script>let a = '<h1>';</script></head><body class=post><article id=a><h1 class=x>Brücke</h1>\
        <p class=y>Der <b>Rat</b> <time datetime=2026>heute</time></article></body></html>";

    #[test]
    fn only_claims_are_removed() {
        let seen = View::WithoutClaims.of(PAGE);
        assert_eq!(
            seen,
            PAGE.replace("<meta property='og:type' content=article>", "")
                .replace(
                    "<script type=application/ld+json>{\"a\":\"<b>\"}</script >",
                    ""
                )
        );
        assert_eq!(View::WithoutBoth.of(PAGE), seen);
        assert_eq!(View::WithoutAddress.of(PAGE), PAGE);
    }

    #[test]
    fn plain_markup_has_no_parts_and_no_names() {
        assert_eq!(
            View::Plain.of(PAGE),
            "<html><head><title>Brücke</title><META name=description content='Über'>\
             <script>let a = '<h1>';</script></head><body><div><div>Brücke</div>\
             <p>Der <b>Rat</b> <span>heute</span></div></body></html>"
        );
    }

    #[test]
    fn headlines_are_cut_wherever_they_occur() {
        let page = |headline: &str| {
            format!(
                "<title>{headline} - Zeitung</title><meta property='og:title' content='{headline}'>\
                 <h1>{headline}</h1><p>Der Rat hat die alte Brücke gesperrt.</p>"
            )
        };
        let html = page("Rat sperrt die alte Brücke am Fluss");
        let seen = View::ShortHeadline.of(&html);
        let cut = ["Rat sperrt", "Rat sperrt die", "Rat sperrt die alte"].map(page);
        assert!(cut.contains(&seen.into_owned()));
        let short = page("Brücke gesperrt");
        assert_eq!(View::ShortHeadline.of(&short), short);
    }

    #[test]
    fn short_urls_have_no_headline_number_or_date() {
        let short = |url| View::ShortAddress.address(url).unwrap().into_owned();
        let long =
            "https://www.a.example/2026/03/01/politik/rat-sperrt-die-bruecke-1234.html?ref=x";
        assert_eq!(short(long), "https://www.a.example/politik/rat");
        let old = "http://news.a.example/2/hi/europe/7345678.stm";
        assert_eq!(short(old), "http://news.a.example/hi/europe");
        assert_eq!(
            short("https://a.example/ort/brücke-gesperrt#kommentare"),
            "https://a.example/ort/br%C3%BCcke"
        );
        for same in ["https://a.example/", "https://a.example/impressum"] {
            assert_eq!(short(same), same);
        }
        assert_eq!(View::Plain.address(old).as_deref(), Some(old));
        assert_eq!(View::WithoutBoth.address(old), None);
    }

    #[test]
    fn broken_markup_is_handled() {
        for html in [
            "",
            "<",
            "</",
            "<scriptü",
            "<script>x",
            "<meta og:",
            "a < b <é> <h1",
            "<style></styl",
        ] {
            for view in View::ALL {
                let added = view.of(html).len().saturating_sub(html.len());
                assert!(added <= 8 || view == View::MoreForms, "{html}");
            }
        }
    }
}
