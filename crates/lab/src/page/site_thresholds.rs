//! Thresholds of single sites, from their own labels.

use std::collections::BTreeMap;

use crate::calibrate::log_odds;

/// Minimum labelled pages of a site.
const MIN_PAGES: usize = 8;
/// The penalty for a distance of one log-odds from the common threshold, in wrong verdicts.
const COST: f32 = 0.5;

/// The threshold that minimises errors on a site's labelled pages plus the penalty. `judged` holds the out-of-fold score of each
/// page, and whether it is an article.
pub fn site_threshold(common: f32, judged: &[(f32, bool)]) -> f32 {
    let cost = |threshold: f32| {
        let wrong = judged
            .iter()
            .filter(|(probability, is_article)| (*probability >= threshold) != *is_article);
        let wrong = u16::try_from(wrong.count()).unwrap_or(u16::MAX);
        f32::from(wrong) + COST * (log_odds(threshold) - log_odds(common)).abs()
    };
    let mut scores: Vec<f32> = judged.iter().map(|(probability, _)| *probability).collect();
    scores.sort_by(f32::total_cmp);
    let between = scores.windows(2).map(|two| f32::midpoint(two[0], two[1]));
    between
        .filter(|threshold| *threshold > 0.0)
        .fold(common, |best, threshold| {
            if cost(threshold) < cost(best) {
                threshold
            } else {
                best
            }
        })
}

/// The thresholds of the sites whose labels, of both kinds, require one that differs from the common one.
pub fn by_site<'a>(
    common: f32,
    judged: impl Iterator<Item = (&'a str, f32, bool)>,
) -> BTreeMap<String, f32> {
    let mut sites: BTreeMap<&str, Vec<(f32, bool)>> = BTreeMap::new();
    for (site, probability, is_article) in judged {
        sites
            .entry(site)
            .or_default()
            .push((probability, is_article));
    }
    let known = sites.into_iter().filter(|(_, judged)| {
        let articles = judged.iter().filter(|(_, is_article)| *is_article).count();
        judged.len() >= MIN_PAGES && articles > 0 && articles < judged.len()
    });
    let thresholds = known.map(|(site, judged)| (site, site_threshold(common, &judged)));
    thresholds
        .filter(|(_, threshold)| (threshold - common).abs() > 0.005)
        .map(|(site, threshold)| (site.to_owned(), (threshold * 1e3).round() / 1e3))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_whose_articles_score_low_gets_a_lower_threshold() {
        let judged = [0.9, 0.3, 0.28, 0.35, 0.32, 0.31, 0.05, 0.04, 0.06].map(|p| (p, p > 0.2));
        let threshold = site_threshold(0.4, &judged);
        assert!((0.06..=0.28).contains(&threshold), "{threshold}");
        let sites = by_site(0.4, judged.iter().map(|(p, is)| ("a.example", *p, *is)));
        assert_eq!(sites.len(), 1);
    }

    #[test]
    fn one_odd_page_or_a_few_labels_change_nothing() {
        let mut judged = vec![(0.95, true); 9];
        judged.extend([(0.02, false); 9]);
        judged.push((0.001, true));
        assert!((site_threshold(0.4, &judged) - 0.4).abs() < 1e-6);
        let few = [("b.example", 0.3, true), ("b.example", 0.1, false)];
        assert!(by_site(0.4, few.into_iter()).is_empty());
        assert!((site_threshold(0.4, &[]) - 0.4).abs() < 1e-6);
    }
}
