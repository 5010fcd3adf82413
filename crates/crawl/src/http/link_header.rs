//! The `Link` header (RFC 8288).

use reqwest::header::{self, HeaderMap};
use url::Url;

use crate::http::response::reference;
use crate::url::web_url;

/// The first http or https target with this relation in the `Link` headers.
pub(crate) fn target(headers: &HeaderMap, base: &Url, rel: &str) -> Option<Url> {
    let targets = targets(headers, base, rel).into_iter();
    targets.map(|(url, _)| url).next()
}

/// The http and https targets with this relation in the `Link` headers, each with its media type in lower case.
pub(crate) fn targets(headers: &HeaderMap, base: &Url, rel: &str) -> Vec<(Url, String)> {
    let mut found = Vec::new();
    for value in headers.get_all(header::LINK) {
        for (target, parameters) in links(&reference(value)) {
            let rels = parameter(parameters, "rel").unwrap_or_default();
            let mut rels = rels.split_ascii_whitespace();
            if rels.any(|one| one.eq_ignore_ascii_case(rel))
                && let Some(url) = web_url(base, target)
            {
                let media_type = parameter(parameters, "type").unwrap_or_default();
                found.push((url, media_type.to_ascii_lowercase()));
            }
        }
    }
    found
}

/// The targets of a header as written, with their parameters.
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
        links.push((target, parameters));
    }
    links
}

fn parameter<'a>(parameters: &'a str, wanted: &str) -> Option<&'a str> {
    parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_end_matches(',').trim();
        name.trim()
            .eq_ignore_ascii_case(wanted)
            .then(|| value.trim_matches('"'))
    })
}
