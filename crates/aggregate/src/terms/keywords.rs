//! Keywords of an article or a story.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ArticlePart;
use super::vector::WeightedTerms;

/// A term and its weight.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Keyword {
    /// As one of the articles writes it.
    pub term: String,
    /// 0 to 1; the vector of the weights of an article has length 1.
    pub weight: f64,
    /// Whether it is a name.
    pub name: bool,
}

/// The weightiest terms of an article: frequent here and rare elsewhere. Words that are part of a longer name in the list are left out.
pub fn keywords(article: &WeightedTerms, limit: usize) -> Vec<Keyword> {
    weightiest(std::iter::once(article), limit)
}

/// As [`keywords`], for several articles with equal weights.
pub(crate) fn weightiest<'a>(
    articles: impl Iterator<Item = &'a WeightedTerms>,
    limit: usize,
) -> Vec<Keyword> {
    let mut found: BTreeMap<String, Keyword> = BTreeMap::new();
    let mut count = 0.0;
    for article in articles {
        count += 1.0;
        for (_, weight, part, form) in article.iter() {
            // A word in title, text and names is one keyword.
            let keyword = found.entry(form.to_lowercase()).or_insert_with(|| Keyword {
                term: form.to_owned(),
                weight: 0.0,
                name: false,
            });
            keyword.weight += f64::from(weight);
            if part == ArticlePart::Name {
                keyword.name = true;
                form.clone_into(&mut keyword.term);
            }
        }
    }
    let mut ranked: Vec<Keyword> = found.into_values().collect();
    for keyword in &mut ranked {
        keyword.weight /= count;
    }
    ranked.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.term.cmp(&b.term)));
    ranked.truncate(limit * 3);
    let phrases: Vec<String> = ranked
        .iter()
        .filter(|k| k.term.contains(' '))
        .map(|k| format!(" {} ", k.term.to_lowercase()))
        .collect();
    let inside = |term: &str| {
        let term = format!(" {} ", term.to_lowercase());
        phrases
            .iter()
            .any(|phrase| phrase.len() > term.len() && phrase.contains(&term))
    };
    ranked.retain(|keyword| !inside(&keyword.term));
    ranked.truncate(limit);
    ranked
}
