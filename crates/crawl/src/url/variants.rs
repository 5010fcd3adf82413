//! URL variants, several URLs of one page: index files, AMP and print views, two names of one host.
//!
//! Pure. The preferred host name of a site is learned ([`HostAliases`]). Variants of a path are guessed
//! ([`strip_variant`]), and the caller remembers the alternate. The reasons are in
//! `docs/decisions/0014-url-variants.md`.

use std::collections::{HashMap, HashSet};

use store::Alias;
use url::{Position, Url};

use crate::has_word;
use crate::url::canonical::CanonicalUrl;

/// Index files, which a server sends for the directory itself.
const INDEX_STEMS: &str = "index default";
const INDEX_ENDINGS: &str = "asp aspx cfm htm html jsp php shtml xhtml";
/// Last path segments of print views.
const PRINT: &str = "druck druckansicht drucken druckversion print printversion printview";
/// Parameters that select a variant, unless their value is negative.
const VARIANT_FLAGS: &str = "\
    amp druck druckansicht druckversion print printable printer_friendly printversion";
/// Parameters that select a variant by their value, and those values.
const VARIANT_NAMES: &str = "ansicht format mode output outputtype view";
const VARIANT_VALUES: &str = "amp druck print printable printview";
/// Maximum number of aliases followed in a row.
const MAX_HOPS: usize = 4;

/// The URL that is kept in place of a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stripped {
    pub(crate) url: Url,
    /// Whether to return to the alternate if this URL is not a page. A print view always has a page; an index file or
    /// an AMP page may be the only variant.
    pub(crate) reversible: bool,
}

/// The canonical URL of the page itself if this one looks like an index file, an AMP page or a print view of it.
/// `None` if it is the page's own URL.
pub fn preferred_url(url: &str) -> Option<String> {
    let mut folded = strip_variant(CanonicalUrl::parse(url).ok()?.as_url())?.url;
    while let Some(next) = strip_variant(&folded) {
        folded = next.url;
    }
    Some(CanonicalUrl::new(&folded).ok()?.to_string())
}

/// The URL of the page itself if this one looks like an index file, an AMP page or a print view, or has empty
/// segments: `/a/index.html`, `/a.amp.html`, `/amp/a`, `/a/print`, `/a?view=print`, `/a//b`.
pub(crate) fn strip_variant(url: &Url) -> Option<Stripped> {
    let mut reversible = true;
    let query = url.query().map(|query| strip_query(query, &mut reversible));
    let kept = query.as_ref().map_or(url.query(), |kept| kept.as_deref());
    let path = strip_path(url.path(), kept.is_some(), &mut reversible);
    if path.is_none() && kept == url.query() {
        return None;
    }
    let mut stripped = url.clone();
    if let Some(path) = path {
        stripped.set_path(&path);
    }
    stripped.set_query(query.flatten().as_deref());
    (stripped != *url).then_some(Stripped {
        url: stripped,
        reversible,
    })
}

/// The URL without these parameters. `None` if it has none of them.
pub(crate) fn without_parameters(url: &Url, names: &HashSet<String>) -> Option<Url> {
    let query = url.query().filter(|_| !names.is_empty())?;
    let is_kept = |pair: &&str| !names.contains(pair.split('=').next().unwrap_or_default());
    let kept: Vec<&str> = query.split('&').filter(is_kept).collect();
    let kept = kept.join("&");
    (kept != query).then(|| {
        let mut url = url.clone();
        url.set_query((!kept.is_empty()).then_some(kept.as_str()));
        url
    })
}

/// The query without the parameters of variants. `None` if nothing is left.
fn strip_query(query: &str, reversible: &mut bool) -> Option<String> {
    let asks = |pair: &&str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let is_flagged = has_word(VARIANT_FLAGS, name) && !has_word("0 no false", value);
        is_flagged || has_word(VARIANT_NAMES, name) && has_word(VARIANT_VALUES, value)
    };
    let mut kept = Vec::new();
    for pair in query.split('&') {
        if asks(&pair) {
            *reversible &= pair.to_ascii_lowercase().contains("amp");
        } else {
            kept.push(pair);
        }
    }
    (!kept.is_empty()).then(|| kept.join("&"))
}

/// The path without an index file and without marks of variants. `None` if it has neither.
fn strip_path(path: &str, has_query: bool, reversible: &mut bool) -> Option<String> {
    let mut segments: Vec<&str> = path.split('/').skip(1).collect();
    let before = segments.len();
    // The path of a directory ends with an empty segment, which is kept.
    let folder = segments.last().is_some_and(|last| last.is_empty());
    segments.retain(|segment| !segment.is_empty());
    let mut changed = before != segments.len() + usize::from(folder);
    if segments.len() > 1
        && let Some(index) = segments.iter().position(|s| s.eq_ignore_ascii_case("amp"))
    {
        segments.remove(index);
        changed = true;
    }
    if segments.len() > 1 && segments.last().is_some_and(|last| has_word(PRINT, last)) {
        segments.pop();
        *reversible = false;
        changed = true;
    }
    let mut last = segments.pop().unwrap_or_default().to_owned();
    if let Some(shorter) = without_variant(&last) {
        *reversible &= last.to_ascii_lowercase().contains(".amp");
        last = shorter;
        changed = true;
    }
    let index = !has_query && !folder && is_index(&last);
    if !changed && !index {
        return None;
    }
    let mut stripped = String::with_capacity(path.len());
    for segment in &segments {
        stripped.push('/');
        stripped.push_str(segment);
    }
    stripped.push('/');
    if !index {
        stripped.push_str(&last);
        if folder && !last.is_empty() {
            stripped.push('/');
        }
    }
    Some(stripped)
}

/// `titel.amp.html` → `titel.html`, `titel.amp` → `titel`, `titel;view=print` → `titel`.
fn without_variant(segment: &str) -> Option<String> {
    let lower = segment.to_ascii_lowercase();
    if let Some((_, parameter)) = lower.split_once(';') {
        let value = parameter.rsplit('=').next().unwrap_or_default();
        let start = segment.len() - parameter.len() - 1;
        return has_word(VARIANT_VALUES, value).then(|| segment[..start].to_owned());
    }
    let (start, rest) = match lower.find(".amp") {
        Some(start) if start > 0 => (start, start + ".amp".len()),
        _ => match lower.find(".print.") {
            Some(start) if start > 0 => (start, start + ".print".len()),
            _ => return None,
        },
    };
    let ending = &segment[rest..];
    let ends = ending.is_empty() || (ending.starts_with('.') && ending.len() <= 6);
    ends.then(|| format!("{}{ending}", &segment[..start]))
}

fn is_index(segment: &str) -> bool {
    segment.split_once('.').is_some_and(|(stem, ending)| {
        has_word(INDEX_STEMS, stem) && has_word(INDEX_ENDINGS, ending)
    })
}

/// Whether the hosts of two URLs are aliases of each other: `http` and `https`, with and without `www.`.
pub(crate) fn are_host_aliases(a: &Url, b: &Url) -> bool {
    let bare = |url: &Url| -> Option<String> {
        let host = url.host_str()?;
        Some(host.strip_prefix("www.").unwrap_or(host).to_owned())
    };
    a.port() == b.port() && bare(a).is_some() && bare(a) == bare(b)
}

/// `scheme://host[:port]`.
pub(crate) fn origin(url: &Url) -> String {
    url[..Position::BeforePath].to_owned()
}

/// The preferred aliases of hosts, learned from their front pages.
#[derive(Debug, Default)]
pub(crate) struct HostAliases(HashMap<String, String>);

impl HostAliases {
    pub(crate) fn new(known: Vec<Alias>) -> Self {
        Self(
            known
                .into_iter()
                .map(|alias| (alias.origin, alias.preferred))
                .collect(),
        )
    }

    /// The same URL on the preferred alias. `None` if it is already there.
    pub(crate) fn preferred(&self, url: &Url) -> Option<Url> {
        if self.0.is_empty() {
            return None;
        }
        let own = &url[..Position::BeforePath];
        let mut name = self.0.get(own)?;
        for _ in 0..MAX_HOPS {
            let Some(next) = self.0.get(name) else {
                return Url::parse(&format!("{name}{}", &url[Position::BeforePath..])).ok();
            };
            name = next;
        }
        None // a loop
    }
}

#[cfg(test)]
mod tests;
