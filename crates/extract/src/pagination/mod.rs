//! Articles on several pages: the number of a page and the URLs of the others.
//!
//! A link leads to another page of the article if the URLs differ only in a page number. This also applies to `rel=next`
//! and `rel=prev`, since many sites use them for the next and previous article.

mod address;
mod joined;

use url::Url;

use self::address::{NumberStyle, PageUrl, SharedName, may_be_single_page, page_urls};
pub use self::joined::join;
use crate::element_names::{AncestorSearch, has_rel, is_called_comments};
use html::Anchor;
use html::TextDocument;
use text::words;

/// Maximum pages of an article.
pub const MAX_PAGES: u32 = words::MAX_ARTICLE_PAGES;

/// The pagination of a page: its number and the other pages of the article.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Pagination {
    /// Its number; the first is 1.
    pub number: u32,
    /// The next page.
    pub next: Option<Url>,
    /// The previous page.
    pub prev: Option<Url>,
    /// The first page.
    pub first: Option<Url>,
    /// All pages known from this page, including itself, in order of their numbers.
    pub all: Vec<Url>,
    /// The single-page version of the article.
    pub single: Option<Url>,
    /// The common stem of the URLs of all pages.
    #[serde(skip)]
    pub stem: String,
}

/// A link that may lead to another page.
struct Candidate<'a> {
    url: Url,
    /// Whether the link has a `rel` for pagination.
    related: bool,
    label: &'a str,
}

impl Pagination {
    /// Finds the pagination of a page; `None` if the article has one page. `url` is the URL of the page.
    pub fn of(document: &TextDocument, url: Option<&Url>) -> Option<Self> {
        let here = url?;
        let base = document.head.base.as_deref();
        let base = base.and_then(|base| here.join(base).ok());
        let forms = page_urls(here);
        if forms.is_empty() {
            return None;
        }
        let links = candidates(document, here, base.as_ref().unwrap_or(here), &forms);
        // only the links can prove the page number: `/top-10` is not page 10
        let pages = forms
            .into_iter()
            .filter_map(|own| Some((series(&own, &links)?, own)));
        let (pages, own) = pages.max_by_key(|(pages, _)| pages.len())?;
        let number_of = |wanted: u32| {
            let page = pages.iter().find(|(number, _)| *number == wanted);
            page.map(|(_, url)| (*url).clone())
        };
        let single = links.iter().find(|link| {
            may_be_single_page(&own.stem, &link.url) && address::labels_single_page(link.label)
        });
        let mut all: Vec<(u32, &Url)> = pages.clone();
        all.retain(|(number, _)| *number != own.number);
        all.push((own.number, here));
        all.sort_by_key(|(number, _)| *number);
        Some(Self {
            number: own.number,
            next: number_of(own.number + 1),
            prev: own.number.checked_sub(1).and_then(number_of),
            first: if own.number == 1 {
                Some(here.clone())
            } else {
                number_of(1)
            },
            all: all.into_iter().map(|(_, url)| url.clone()).collect(),
            single: single.map(|link| link.url.clone()),
            stem: own.stem.clone(),
        })
    }
}

/// The other pages of the series that `own` belongs to, each number once; `None` if it is not a series.
fn series<'a>(own: &PageUrl, links: &'a [Candidate<'_>]) -> Option<Vec<(u32, &'a Url)>> {
    let mut pages: Vec<(u32, &Url)> = Vec::new();
    let mut certain = false;
    for link in links {
        let is_of_series = |form: &PageUrl| form.stem == own.stem && form.number != own.number;
        let Some(form) = page_urls(&link.url).into_iter().find(is_of_series) else {
            continue;
        };
        let is_name = [form.style, own.style].contains(&NumberStyle::InName);
        let named = if is_name {
            address::labels_number(link.label, form.number)
        } else {
            link.related || address::labels_page(link.label, form.number)
        };
        if !named && form.number != 1 {
            continue;
        }
        // bare numbers at the end of URLs may be anything, unless the series starts at 1 or 2
        let begins = form.number <= 2 || own.number <= 2;
        let is_explicit = [form.style, own.style].contains(&NumberStyle::Explicit);
        certain |= named && (is_explicit || link.related || begins);
        if pages.iter().all(|(number, _)| *number != form.number) {
            pages.push((form.number, &link.url));
        }
    }
    let near = |number: &u32| number.abs_diff(own.number) == 1;
    let is_series = certain && pages.iter().any(|(number, _)| near(number));
    is_series.then_some(pages)
}

/// The links to the same host outside comment sections, including duplicates.
fn candidates<'a>(
    document: &'a TextDocument,
    here: &Url,
    base: &Url,
    forms: &[PageUrl],
) -> Vec<Candidate<'a>> {
    let resolve = |href: &str| {
        let mut url = base.join(href.trim()).ok()?;
        if url.fragment().is_some_and(address::is_of_comments) {
            return None;
        }
        url.set_fragment(None);
        let is_own = url.host_str() == here.host_str() && matches!(url.scheme(), "http" | "https");
        (is_own && url != *here).then_some(url)
    };
    let head = &document.head;
    let relations = ["next", "prev", "previous", "first"].into_iter();
    let named = relations
        .flat_map(|rel| head.links_rel(rel))
        .filter_map(|link| {
            let url = resolve(&link.href)?;
            Some(Candidate {
                url,
                related: true,
                label: "",
            })
        });
    let name = SharedName::of(forms);
    let leading = head.anchors.iter();
    let leading = leading.filter(|anchor| name.may_be_in(document.attribute(anchor.href).trim()));
    let labelled = leading.filter_map(|anchor| {
        let label = anchor.text.of(&document.text).trim();
        let related = is_related(document, anchor);
        let may_lead = label.len() <= 60 && (related || address::may_label(label));
        may_lead.then_some((anchor, label, related))
    });
    let labelled = labelled.take(5_000);
    let mut comments =
        AncestorSearch::new(document, 8, |element| is_called_comments(document, element));
    let anchors = labelled.filter_map(|(anchor, label, related)| {
        let href = document.attribute(anchor.href);
        let url = resolve(href).filter(|_| !href.starts_with('#'))?;
        let in_comments = comments.find(anchor.element).is_some();
        (!in_comments).then_some(Candidate {
            url,
            related,
            label,
        })
    });
    named.chain(anchors).collect()
}

fn is_related(document: &TextDocument, anchor: &Anchor) -> bool {
    let mut relations = ["next", "prev", "previous"].into_iter();
    relations.any(|relation| has_rel(document, anchor, relation))
}

#[cfg(test)]
mod tests;
