//! Who wrote it. None rather than wrong.

use serde_json::Value;

use super::byline;
use super::json_ld::{self, Entity};
use super::text::clean;
use crate::document::TextDocument;

/// Longest name, in characters.
const LONGEST: usize = 60;
const MOST_WORDS: usize = 7;
/// Meta names that hold an author, the most reliable first.
const META: [&str; 11] = [
    "author",
    "article:author",
    "parsely-author",
    "sailthru.author",
    "dc.creator",
    "dcterms.creator",
    "cxenseparse:author",
    "byl",
    "og:article:author",
    "article.author",
    "twitter:data1",
];
/// What stands before a name in a byline.
const PREFIXES: [&str; 16] = [
    "by ",
    "by: ",
    "by:",
    "von ",
    "von: ",
    "von:",
    "author: ",
    "autor: ",
    "autorin: ",
    "written by ",
    "text: ",
    "words by ",
    "story by ",
    "par ",
    "door ",
    "por ",
];
/// What stands between two names.
const SEPARATORS: [&str; 9] = [
    " and ", " und ", " & ", ";", " | ", " / ", " et ", " y ", "|",
];
/// Words that end the name of a company.
const COMPANY_ENDS: [&str; 7] = [" inc", " inc.", " gmbh", " ltd", " llc", " ag", " corp"];
/// Never a person.
const NOBODY: [&str; 19] = [
    "admin",
    "administrator",
    "editor",
    "redaktion",
    "die redaktion",
    "online-redaktion",
    "staff",
    "author",
    "autor",
    "unknown",
    "anonymous",
    "webmaster",
    "email the author",
    "guest",
    "none",
    "n/a",
    "newsroom",
    "news",
    "team",
];

/// The authors of the article, each once, in order.
pub(super) fn of(
    document: &TextDocument,
    article: Option<&Entity>,
    entities: &[&Entity],
    site: Option<&str>,
) -> Vec<String> {
    let linked = article
        .map(|article| linked_authors(article, entities))
        .unwrap_or_default();
    let found = names(linked.iter().map(String::as_str), site);
    if !found.is_empty() {
        return found;
    }
    for name in META {
        let found = names(document.head.meta_all(name), site);
        if !found.is_empty() {
            return found;
        }
    }
    byline::of(document, site)
}

fn linked_authors(article: &Entity, entities: &[&Entity]) -> Vec<String> {
    let named = |value: &Value| match value {
        Value::Object(_) => {
            json_ld::resolve(value, entities).and_then(|author| json_ld::property(author, "name"))
        }
        Value::String(name) => clean(name),
        _ => None,
    };
    let from = |key: &str| match article.get(key) {
        Some(Value::Array(authors)) => authors.iter().filter_map(named).collect(),
        Some(Value::Object(one)) if one.get("name").is_some_and(Value::is_array) => {
            let many = one.get("name").and_then(Value::as_array);
            many.into_iter().flatten().filter_map(named).collect()
        }
        Some(author) => named(author).into_iter().collect::<Vec<_>>(),
        None => vec![],
    };
    let authors = from("author");
    if authors.is_empty() {
        from("creator")
    } else {
        authors
    }
}

/// Single names out of bylines.
pub(super) fn names<'a>(bylines: impl Iterator<Item = &'a str>, site: Option<&str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for byline in bylines {
        for name in split(byline) {
            let known = |other: &String| other.to_lowercase() == name.to_lowercase();
            let is_site = site.is_some_and(|site| site.to_lowercase() == name.to_lowercase());
            if is_name(&name) && !is_site && !names.iter().any(known) {
                names.push(name);
            }
        }
    }
    names
}

fn split(byline: &str) -> Vec<String> {
    let Some(mut byline) = clean(byline) else {
        return vec![];
    };
    for separator in SEPARATORS {
        byline = byline.replace(separator, "\n");
    }
    // "Muster, Erika" is one name; "Erika Muster, Max Muster" are two.
    byline
        .split('\n')
        .flat_map(|part| {
            let parts: Vec<&str> = part.split(", ").collect();
            let full = parts.iter().all(|part| part.trim().contains(' '));
            if full {
                parts
            } else {
                parts.into_iter().take(1).collect()
            }
        })
        .filter_map(|name| clean(strip_prefix(name.trim())))
        .map(|name| name.trim_matches([',', '.', '-', ':', '·', ' ']).to_owned())
        .collect()
}

fn strip_prefix(name: &str) -> &str {
    let after = |prefix: &&str| {
        let head = name.get(..prefix.len())?;
        head.eq_ignore_ascii_case(prefix)
            .then(|| name[prefix.len()..].trim_start())
    };
    PREFIXES.iter().find_map(after).unwrap_or(name)
}

fn is_name(name: &str) -> bool {
    let lower = name.to_lowercase();
    name.chars().count() <= LONGEST
        && name.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && name.split(' ').count() <= MOST_WORDS
        && !name.contains(['@', '<', '{', '[', '='])
        && !lower.contains("://")
        && !lower.contains("www.")
        && !is_domain(&lower)
        && !COMPANY_ENDS.iter().any(|end| lower.ends_with(end))
        && name.chars().filter(char::is_ascii_digit).count() <= 2
        && !NOBODY.contains(&lower.as_str())
}

/// `mdr.de` is an outlet.
fn is_domain(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(host, end)| {
        !name.contains(' ')
            && host.len() > 1
            && (2..=4).contains(&end.len())
            && end.bytes().all(|b| b.is_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_byline(byline: &str) -> Vec<String> {
        names(std::iter::once(byline), Some("Morgenblatt"))
    }

    #[test]
    fn bylines_are_split_into_names() {
        assert_eq!(
            of_byline("Von Erika Muster und Max Muster"),
            ["Erika Muster", "Max Muster"]
        );
        assert_eq!(
            of_byline("By Jane Doe, John Roe and Ann Poe"),
            ["Jane Doe", "John Roe", "Ann Poe"]
        );
        assert_eq!(of_byline("Jane Doe &amp; Jane Doe"), ["Jane Doe"]);
    }

    #[test]
    fn what_is_nobody_s_name_is_left_out() {
        for byline in [
            "Morgenblatt",
            "https://x.test/author/erika",
            "erika@x.test",
            "Redaktion",
            "Email the author",
            "",
            "12345",
        ] {
            assert!(of_byline(byline).is_empty(), "{byline}");
        }
    }
}
