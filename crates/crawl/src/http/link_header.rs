//! The `Link` header (RFC 8288).

use reqwest::header::{self, HeaderMap};
use url::Url;

use crate::http::response::reference;

/// The first http or https target with this relation in the `Link` headers.
pub(crate) fn target(headers: &HeaderMap, base: &Url, rel: &str) -> Option<Url> {
    let values = headers.get_all(header::LINK).iter();
    values
        .filter_map(|value| {
            let value = reference(value);
            let mut links = links(&value).into_iter();
            let (target, _) = links.find(|(_, rels)| {
                rels.split_ascii_whitespace()
                    .any(|one| one.eq_ignore_ascii_case(rel))
            })?;
            base.join(target).ok()
        })
        .find(|url| matches!(url.scheme(), "http" | "https"))
}

/// The targets of a header as written, with their relations.
fn links(value: &str) -> Vec<(&str, &str)> {
    let mut links = Vec::new();
    let mut rest = value;
    while let Some((_, after)) = rest.split_once('<') {
        let Some((target, after)) = after.split_once('>') else {
            break;
        };
        // Parameters end at the next target. A `<` within quotes may cut them short, which is harmless.
        let parameters = after.split('<').next().unwrap_or_default();
        rest = &after[parameters.len()..];
        links.extend(relation(parameters).map(|rel| (target, rel)));
    }
    links
}

fn relation(parameters: &str) -> Option<&str> {
    parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_end_matches(',').trim();
        name.trim()
            .eq_ignore_ascii_case("rel")
            .then(|| value.trim_matches('"'))
    })
}
