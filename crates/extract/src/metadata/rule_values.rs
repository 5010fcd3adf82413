//! Title, authors and date by the rules of a site, which take precedence over all other sources.

use chrono_tz::Tz;
use url::Url;

use super::authors::names::{Credits, Outlet};
use super::dates::{self, DateStamp, Order};
use super::{Decision, FieldSource, Metadata, PublicationDate};
use html::TextDocument;

/// The values found by the rules; empty without rules or matches.
#[derive(Debug, Default)]
pub(crate) struct RuleValues {
    pub(crate) title: Option<String>,
    pub(crate) authors: Vec<String>,
    pub(crate) dates: Vec<String>,
}

/// Replaces metadata with the values of the rules. Names and dates are parsed like others. If the value for the authors has no
/// name, no author is left. An invalid date is returned, and the previous date is kept.
pub(crate) fn amend(
    metadata: &mut Metadata,
    document: &TextDocument,
    url: Option<&Url>,
    time_zone: Option<Tz>,
    values: &RuleValues,
) -> Option<String> {
    if let Some(title) = &values.title {
        metadata.title = Some(title.clone());
        metadata.decisions.insert("title", by_site_rule());
    }
    if !values.authors.is_empty() {
        let outlet = Outlet::new(metadata.site_name.as_deref(), url);
        let credits = Credits::of(values.authors.iter().map(String::as_str), &outlet);
        metadata.authors = credits.persons;
        metadata.agencies = credits.agencies;
        metadata.organizations = credits.organizations;
        for field in ["authors", "agencies", "organizations"] {
            metadata.decisions.insert(field, by_site_rule());
        }
    }
    let order = dates::order::of(document, url);
    let Some(stamp) = values.dates.iter().find_map(|date| read(date, order)) else {
        return values.dates.first().cloned();
    };
    let stamp = stamp.in_zone_of_site(time_zone);
    metadata.date_published = Some(PublicationDate::new(stamp, FieldSource::Rule));
    metadata.decisions.insert("date_published", by_site_rule());
    None
}

fn by_site_rule() -> Decision {
    Decision::new("site-rule", FieldSource::Rule)
}

fn read(date: &str, order: Order) -> Option<DateStamp> {
    let first = || dates::all_in(date, order).first().map(|found| found.stamp);
    dates::parse(date, order).or_else(first)
}
