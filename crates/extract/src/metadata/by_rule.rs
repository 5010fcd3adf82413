//! Title, authors and date where the rules of a site found them: they count before all else.

use url::Url;

use super::authors::names::{Credits, Outlet};
use super::dates::{self, Order, Stamp};
use super::{Metadata, Published, Source};
use html::TextDocument;

/// What the page says where the rules look; empty where they do not, or find nothing.
#[derive(Debug, Default)]
pub(crate) struct SaidByRules {
    pub(crate) title: Option<String>,
    pub(crate) authors: Vec<String>,
    pub(crate) dates: Vec<String>,
}

/// Puts what rules found in place of what the page says elsewhere. Names and dates are read as others are; where
/// no name is found there is none, a date that cannot be read leaves the other, and is given back.
pub(crate) fn amend(
    metadata: &mut Metadata,
    document: &TextDocument,
    url: Option<&Url>,
    said: &SaidByRules,
) -> Option<String> {
    if let Some(title) = &said.title {
        metadata.title = Some(title.clone());
        metadata.sources.insert("title", Source::Rule);
    }
    if !said.authors.is_empty() {
        let outlet = Outlet::new(metadata.site_name.as_deref(), url);
        let mut credits = Credits::default();
        for byline in &said.authors {
            credits.add(byline, &outlet);
        }
        metadata.authors = credits.persons;
        metadata.agencies = credits.agencies;
        metadata.organizations = credits.organizations;
        for field in ["authors", "agencies", "organizations"] {
            metadata.sources.insert(field, Source::Rule);
        }
    }
    let order = dates::order::of(document, url);
    let Some(stamp) = said.dates.iter().find_map(|date| read(date, order)) else {
        return said.dates.first().cloned();
    };
    metadata.date_published = Some(Published {
        at: stamp.at,
        offset_minutes: stamp.offset_minutes,
        precision: stamp.precision,
        source: Source::Rule,
    });
    metadata.sources.insert("date_published", Source::Rule);
    None
}

fn read(date: &str, order: Order) -> Option<Stamp> {
    let first = || dates::all_in(date, order).first().map(|found| found.stamp);
    dates::parse(date, order).or_else(first)
}
