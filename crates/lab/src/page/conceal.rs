//! Conceals parts of pages and adds others, for training and for evaluation.
//!
//! Most labelled pages declare themselves articles, have a telling URL, and name their parts in modern markup. A model that has
//! only seen these relies on them, and rejects articles of small sites, of old pages, and of files without a URL. So a model learns
//! from each page as it is, with some of this concealed, and with a short headline, and is evaluated on all views.

use std::borrow::Cow;

use extract::{Input, Options};
use url::Url;

use crate::edit::{Edit, Tag, rewritten};
use crate::scripts::Script;

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
    /// Everything, in another script: labelled pages are of few languages.
    OtherScript,
    /// In another script, on every other page without the URL, and with claims or modern markup concealed or forms added.
    OtherSite,
    /// The markup of old pages, without anything that a page says of itself but its title; without the URL, and on every
    /// other page in another script.
    Mute,
    /// Everything, with a headline of two to four words: labelled articles have longer ones, other pages have short ones.
    ShortHeadline,
}

impl View {
    /// All views: the whole page first, the one with a short headline last, those with parts concealed or added between them.
    pub const ALL: [Self; 14] = [
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
        Self::OtherScript,
        Self::OtherSite,
        Self::Mute,
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
            Self::OtherScript => "other script",
            Self::OtherSite => "other site",
            Self::Mute => "mute",
            Self::ShortHeadline => "short headline",
        }
    }

    /// Whether parts are concealed or added, so that models learn from a varied page.
    pub fn is_varied(self) -> bool {
        !matches!(self, Self::Whole | Self::MoreForms | Self::ShortHeadline)
    }

    /// The visible part of a page's URL, for training: an extension says nothing, so one in three has another.
    pub fn varied_address(self, url: &str) -> Option<Cow<'_, str>> {
        let visible = self.address(url)?;
        if self.is_varied() && (url.len() + self as usize).is_multiple_of(3) {
            return Some(Cow::Owned(with_other_extension(&visible)));
        }
        Some(visible)
    }

    /// The visible part of a page's HTML, for training: a form beside a text and a short headline say nothing, so every other page has
    /// forms, and one in three a short headline.
    pub fn varied(self, html: &str) -> Cow<'_, str> {
        if !self.is_varied() {
            return self.of(html);
        }
        let chosen = html.len() + self as usize;
        let short = chosen.is_multiple_of(3).then(|| with_short_headline(html));
        let seen = match short {
            Some(short) => Cow::Owned(self.of(&short).into_owned()),
            None => self.of(html),
        };
        if chosen.is_multiple_of(2) {
            Cow::Owned(with_forms(&seen))
        } else {
            seen
        }
    }

    /// The visible part of a page's URL.
    pub fn address(self, url: &str) -> Option<Cow<'_, str>> {
        match self {
            Self::Whole
            | Self::WithoutClaims
            | Self::Plain
            | Self::MoreForms
            | Self::OtherScript
            | Self::ShortHeadline => Some(Cow::Borrowed(url)),
            Self::WithoutAddress | Self::WithoutBoth | Self::PlainWithoutAddress | Self::Mute => {
                None
            }
            Self::OtherSite => url.len().is_multiple_of(2).then_some(Cow::Borrowed(url)),
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
            Self::OtherScript => Cow::Owned(Script::for_page(html).of(html)),
            Self::OtherSite => {
                const OTHERS: [View; 3] = [View::WithoutClaims, View::Plain, View::MoreForms];
                let seen = OTHERS[html.len() / Script::ALL.len() % OTHERS.len()].of(html);
                Cow::Owned(Script::for_page(html).of(&seen))
            }
            Self::Mute => {
                let seen = rewritten(html, |tag| match mute(tag) {
                    Edit::Keep => plain(tag),
                    edit => edit,
                });
                if (html.len() / 2).is_multiple_of(2) {
                    return Cow::Owned(seen);
                }
                Cow::Owned(Script::for_page(html).of(&seen))
            }
            Self::ShortHeadline => with_short_headline(html),
        }
    }
}

/// The page with a form to sign in and one to search, and below them one to comment; on every other page also with a player. The
/// number of hidden fields, up to 23, depends only on the page.
fn with_forms(html: &str) -> String {
    let fields = "<input type=hidden>".repeat(html.len() % 24);
    let player = if html.len().is_multiple_of(2) {
        "<video src=a></video>"
    } else {
        ""
    };
    format!(
        "{html}<form><input name=name><input type=password><input type=submit></form><form><input type=search></form>\
         {player}<form><textarea></textarea>{fields}<input type=submit></form>"
    )
}

/// The page with its headline cut after two to four words, wherever it occurs verbatim.
fn with_short_headline(html: &str) -> Cow<'_, str> {
    let extraction = extract::extract(&Input::new(html, None), &Options::default());
    let headline = extraction.metadata.title.unwrap_or_default();
    // The number depends only on the page.
    let kept = 2 + html.len() % 3;
    match headline.match_indices(' ').nth(kept - 1) {
        Some((end, _)) => Cow::Owned(html.replace(&headline, &headline[..end])),
        None => Cow::Borrowed(html),
    }
}

/// The URL without its extension; with one if it has none.
fn with_other_extension(url: &str) -> String {
    let Ok(mut other) = Url::parse(url) else {
        return url.to_owned();
    };
    let path = other.path().to_owned();
    let (before, last) = path.rsplit_once('/').unwrap_or(("", &path));
    let last = match last.rsplit_once('.') {
        Some((name, _)) => name.to_owned(),
        None if last.is_empty() => return url.to_owned(),
        None => format!("{last}.html"),
    };
    other.set_path(&format!("{before}/{last}"));
    other.into()
}

/// The URL with only the first word of each of the last two path segments that begin with one, and no query.
fn short_address(url: &str) -> Cow<'_, str> {
    let Ok(mut short) = Url::parse(url) else {
        return Cow::Borrowed(url);
    };
    let parts: Vec<String> = short.path().split('/').map(first_word).collect();
    let mut parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.drain(..parts.len().saturating_sub(2));
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
fn without_claims(tag: &Tag<'_>) -> Edit {
    let is_claim = match tag.name {
        "meta" => CLAIMS.iter().any(|claim| tag.has(claim)),
        "script" => !tag.is_end && tag.has("ld+json"),
        _ => false,
    };
    if is_claim { Edit::Drop } else { Edit::Keep }
}

/// Without claims, and without all other `<meta>` elements but those of the encoding.
fn mute(tag: &Tag<'_>) -> Edit {
    if tag.name == "meta" && !tag.has("charset") {
        return Edit::Drop;
    }
    without_claims(tag)
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
        let json = "<script type=application/ld+json>{\"a\":\"<b>\"}</script >";
        let bare = PAGE.replace("<meta property='og:type' content=article>", "");
        assert_eq!(seen, bare.replace(json, ""));
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
        let encoded = short("https://a.example/ort/brücke-gesperrt#kommentare");
        assert_eq!(encoded, "https://a.example/ort/br%C3%BCcke");
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
                let adds = matches!(view, View::MoreForms | View::OtherScript | View::OtherSite);
                assert!(added <= 8 || adds, "{html}");
            }
        }
    }
}
