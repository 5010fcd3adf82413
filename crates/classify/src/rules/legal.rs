//! Imprint, privacy policy, terms: legal pages with long text that are not news.

use crate::Evidence;
use crate::path::without_number;
use crate::title::{self, names_site};
use text::words;

/// Title or URL is only the name of a legal notice, privacy policy or terms page.
pub(super) fn legal(page: &Evidence<'_>) -> Option<String> {
    by_title(page)
        .or_else(|| by_url(page))
        .or_else(|| by_company(page))
}

/// A legal notice under another name, recognised by the facts that companies must state.
fn by_company(page: &Evidence<'_>) -> Option<String> {
    let first = page.own_title.first()?;
    let name = words::legal::ABOUT_TITLES
        .iter()
        .find(|name| first == *name)?;
    let fact = words::legal::COMPANY_FACTS
        .iter()
        .find(|fact| page.text.contains(**fact))?;
    Some(format!(
        "the title says \"{name}\" above a text containing \"{fact}\""
    ))
}

fn by_title(page: &Evidence<'_>) -> Option<String> {
    let parts = &page.title_parts;
    let beside = |word: &str| words::legal::BESIDE.contains(&word) || names_site(word, &page.site);
    for part in parts {
        let named = words::legal::TITLES.iter().find(|name| {
            let rest = part.strip_prefix(**name).or(part.strip_suffix(**name));
            rest.is_some_and(|rest| {
                // The match must end at a word boundary.
                let apart = rest.is_empty() || rest.starts_with(' ') || rest.ends_with(' ');
                apart && title::words(rest).all(|word| beside(&word))
            })
        });
        if let Some(name) = named {
            return Some(format!("the title says \"{name}\""));
        }
    }
    let (first, rest) = parts.split_first()?;
    let alone = rest
        .iter()
        .all(|part| title::words(part).any(|word| names_site(&word, &page.site)));
    (words::legal::TOPICS.contains(&first.as_str()) && alone)
        .then(|| format!("the title says \"{first}\" and otherwise only the site name"))
}

fn by_url(page: &Evidence<'_>) -> Option<String> {
    let (url, path) = page.parsed_url()?;
    if path.is_dated() {
        return None;
    }
    let host = url.host_str().and_then(|host| host.split('.').next());
    let slug = path.last().map(without_number);
    let named = |slug: &&str| words::legal::SLUGS.contains(slug);
    if let Some(host) = host.filter(named) {
        return Some(format!("the host is {host}"));
    }
    let slug = slug.as_deref().filter(named)?;
    Some(format!("the URL ends with {slug}"))
}
