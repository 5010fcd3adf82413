//! Learns the log-odds of element names from labelled pages.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use extract::learned::tokens::{self, ZONES};
use html::TextDocument;

/// Prior evidence for and against every name, in pages.
const PRIOR: f64 = 1.0;
/// A site of n pages counts as n to the power of 1 minus this.
const SITE_DISCOUNT: f64 = 0.7;

/// Log-odds by name and zone.
pub(super) type NameOdds = BTreeMap<String, [f32; ZONES]>;

/// Shares of a page's content and of its other text that are under a name, by zone.
pub(super) type NameEvidence = BTreeMap<String, [[f64; 2]; ZONES]>;

/// The evidence of one page; `content` is by block.
pub(super) fn evidence(document: &TextDocument, content: &[bool]) -> NameEvidence {
    let mut words = [1.0; 2];
    for (block, content) in std::iter::zip(&document.blocks, content) {
        words[side(*content)] += f64::from(block.words);
    }
    let mut evidence = NameEvidence::new();
    let mut add = |name: String, zone: usize, shares: [f64; 2]| {
        let sums = &mut evidence.entry(name).or_default()[zone];
        for (sum, share) in sums.iter_mut().zip(shares) {
            *sum += share;
        }
    };
    let mut of_elements: BTreeMap<u32, [f64; 2]> = BTreeMap::new();
    for (block, content) in std::iter::zip(&document.blocks, content) {
        let mut shares = [0.0; 2];
        shares[side(*content)] = f64::from(block.words + 1) / words[side(*content)];
        let sums = of_elements.entry(block.element).or_default();
        for (sum, share) in sums.iter_mut().zip(shares) {
            *sum += share;
        }
        let names = tokens::words(document.attribute(block.inline_class));
        for name in names.into_iter().collect::<BTreeSet<_>>() {
            add(name, 3, shares);
        }
    }
    let names: Vec<Vec<String>> = document
        .elements
        .iter()
        .map(|element| tokens::tokens_of_element(document, element))
        .collect();
    for (element, shares) in of_elements {
        let mut zones: [BTreeSet<&String>; 3] = Default::default();
        let mut next = Some(element);
        for distance in 0.. {
            let Some(at) = next else { break };
            let zone = match distance {
                0 => 0,
                1 | 2 => 1,
                _ => 2,
            };
            zones[zone].extend(&names[at as usize]);
            next = document.elements[at as usize].parent;
        }
        for (zone, names) in zones.into_iter().enumerate() {
            for name in names {
                add(name.clone(), zone, shares);
            }
        }
    }
    evidence
}

fn side(content: bool) -> usize {
    usize::from(!content)
}

/// Sums over pages.
#[derive(Clone, Copy, Debug, Default)]
struct Sum<'a> {
    shares: [f64; 2],
    sites: u32,
    last_site: Option<&'a str>,
}

/// The log-odds of all names of some pages, each with its site.
pub(super) fn learn<'a>(pages: impl Iterator<Item = (&'a str, &'a NameEvidence)>) -> NameOdds {
    let mut pages: Vec<(&str, &NameEvidence)> = pages.collect();
    pages.sort_by_key(|(site, _)| *site);
    let mut sums: HashMap<&str, [Sum; ZONES]> = HashMap::new();
    for site in pages.chunk_by(|a, b| a.0 == b.0) {
        let weight = f64::from(u32::try_from(site.len()).unwrap_or(u32::MAX)).powf(-SITE_DISCOUNT);
        for (site, evidence) in site {
            for (name, shares) in *evidence {
                let zones = sums.entry(name).or_default();
                for (sum, shares) in zones.iter_mut().zip(shares) {
                    if shares[0] + shares[1] <= 0.0 {
                        continue;
                    }
                    for (sum, share) in sum.shares.iter_mut().zip(shares) {
                        *sum += weight * share.min(1.0);
                    }
                    if sum.last_site != Some(site) {
                        sum.last_site = Some(site);
                        sum.sites += 1;
                    }
                }
            }
        }
    }
    sums.into_iter()
        .map(|(name, zones)| (name.to_owned(), zones.map(log_odds)))
        .filter(|(_, values)| values.iter().any(|value| *value != 0.0))
        .collect()
}

/// The log-odds, rounded so that the weights file stays small; 0 for names of fewer than five sites, or with evidence of less than one
/// page.
fn log_odds(sum: Sum) -> f32 {
    let [content, other] = sum.shares;
    if sum.sites < 5 || content + other < 1.0 {
        return 0.0;
    }
    let odds = ((content + PRIOR) / (other + PRIOR)).ln();
    // A name without effect is not the same as an unknown one.
    let short: f32 = format!("{odds:.2}").parse().unwrap_or_default();
    if short == 0.0 { 0.001 } else { short }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the values are exact")]
mod tests {
    use super::*;

    #[test]
    fn names_around_content_and_around_boilerplate_differ() {
        let page = "<main class=story><div><p class=text>Eins zwei drei <span class=by>vier</span></p></div></main>\
                    <nav><p class=text>Start</p></nav>";
        let document = html::parse(page);
        let evidence = evidence(&document, &[true, false]);
        assert_eq!(evidence["text"][0], [1.0, 1.0]);
        assert_eq!(evidence["by"][3], [1.0, 0.0]);
        assert_eq!(evidence["story"][1], [1.0, 0.0]);
        assert_eq!(evidence["<nav"][1], [0.0, 1.0]);
        let sites = ["a", "b", "c", "d", "e"];
        assert!(learn(sites[1..].iter().map(|site| (*site, &evidence))).is_empty());
        let table = learn(sites.iter().map(|site| (*site, &evidence)));
        assert_eq!(table["story"], [0.0, 1.79, 0.0, 0.0]);
        assert_eq!(table["<nav"], [0.0, -1.79, 0.0, 0.0]);
        assert_eq!(table["text"], [0.001, 0.0, 0.0, 0.0]);
        // Many pages of one site are still one site.
        assert!(learn(std::iter::repeat_n(("a", &evidence), 50)).is_empty());
    }
}
