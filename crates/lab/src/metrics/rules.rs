//! What each rule for the metadata decides on pages with gold: its price.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use extract::{Decision, Metadata, RuleSet};

use super::metadata::{FieldScores, FoundMetadata, MEASURES, score};
use crate::gold::GoldPage;

/// The fields with gold and their measures.
const FIELDS: [(&str, &str); 7] = [
    ("title", "title"),
    ("authors", "authors"),
    ("date_published", "day"),
    ("language", "language"),
    ("image_url", "image"),
    ("section", "section"),
    ("tags", "tags"),
];

/// Numbers of pages. A rule decides alone if the value is another without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RulePrice {
    /// Pages with gold on which the rule gave the value.
    pub decides: u32,
    /// Those on which the value is right.
    pub right: u32,
    /// Pages with a better value than without the rule.
    pub alone_right: u32,
    /// Pages with a worse value than without it, or a wrong one that is another without it.
    pub alone_wrong: u32,
}

impl AddAssign for RulePrice {
    fn add_assign(&mut self, other: Self) {
        self.decides += other.decides;
        self.right += other.right;
        self.alone_right += other.alone_right;
        self.alone_wrong += other.alone_wrong;
    }
}

/// The price of each rule that has a part in the metadata of a page. `read` reads them by a set of rules.
pub fn prices(
    page: &GoldPage,
    rules: RuleSet,
    read: impl Fn(RuleSet) -> Metadata,
) -> BTreeMap<&'static str, RulePrice> {
    let whole = read(rules.with_rivals());
    let scores = score(page, &FoundMetadata::of(&whole));
    let mut prices: BTreeMap<&'static str, RulePrice> = BTreeMap::new();
    for (field, measure) in FIELDS {
        let (Some(value), Some(decision)) = (of(&scores, measure), decision(&whole, field)) else {
            continue;
        };
        let price = prices.entry(decision.rule).or_default();
        price.decides += 1;
        let is_right = value >= 0.5; // F1 of tags; others are 0 or 1
        price.right += u32::from(is_right);
        // of a date, the other candidates have a vote
        let voters = decision.rivals.iter().filter(|_| field == "date_published");
        let voters = voters.map(|rival| rival.rule).chain([decision.rule]);
        for rule in voters {
            let Some(set) = rules.without(rule) else {
                continue;
            };
            let without = read(set);
            let other = of(&score(page, &FoundMetadata::of(&without)), measure);
            let other = other.unwrap_or_default();
            let is_wrong = !is_right && differs(&whole, &without, field);
            let price = prices.entry(rule).or_default();
            price.alone_right += u32::from(value > other);
            price.alone_wrong += u32::from(value < other || value <= other && is_wrong);
        }
    }
    prices
}

fn of(scores: &FieldScores, measure: &str) -> Option<f64> {
    let at = MEASURES.iter().position(|known| *known == measure)?;
    scores[at]
}

/// The decision for a field. Agencies and organisations are authors, too.
fn decision<'m>(metadata: &'m Metadata, field: &str) -> Option<&'m Decision> {
    let get = |name: &str| metadata.decisions.get(name);
    match field {
        "authors" => ["authors", "agencies", "organizations"]
            .into_iter()
            .find_map(get),
        _ => get(field),
    }
}

fn differs(one: &Metadata, other: &Metadata, field: &str) -> bool {
    let names =
        |read: &Metadata| [&read.authors, &read.agencies, &read.organizations].map(Clone::clone);
    match field {
        "title" => one.title != other.title,
        "authors" => names(one) != names(other),
        "date_published" => one.date_published != other.date_published,
        "language" => one.language != other.language,
        "image_url" => one.image_url != other.image_url,
        "section" => one.section != other.section,
        _ => one.tags != other.tags,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_decides_alone_what_is_another_without_it() {
        let json = r#"{"html": "", "gold_author": "Jane Doe", "gold_title": "New bridge"}"#;
        let page: GoldPage = serde_json::from_str(json).unwrap();
        let price = |html: &str| {
            let read = |metadata| {
                let options = extract::Options {
                    metadata,
                    ..extract::Options::default()
                };
                extract::extract(&extract::Input::new(html, None), &options).metadata
            };
            prices(&page, RuleSet::default(), read)["author-meta"]
        };
        let body = "<title>New bridge</title><h1>New bridge</h1>";
        let meta = |name: &str| format!("<meta name=author content='{name}'>{body}");
        let price_of = |right, alone_right, alone_wrong| RulePrice {
            decides: 1,
            right,
            alone_right,
            alone_wrong,
        };
        assert_eq!(price(&meta("Jane Doe")), price_of(1, 1, 0));
        assert_eq!(price(&meta("John Roe")), price_of(0, 0, 1));
        let shown = meta("Jane Doe") + "<p>By Jane Doe</p>";
        assert_eq!(price(&shown), price_of(1, 0, 0));
        let other = meta("John Roe") + "<p>By Jane Doe</p>";
        assert_eq!(price(&other), price_of(0, 0, 1));
    }
}
