//! Pairs of similar texts, copies or not: candidates for labelling.

use std::collections::{HashMap, HashSet};

use crate::copies::compare::ratio;
use crate::copies::fingerprint::{Fingerprint, shared};

/// Containment: the share of the smaller text's word 3-grams in the larger (Broder 1997).
pub fn containment(a: &Fingerprint, b: &Fingerprint) -> f64 {
    let smaller = a.shingles.len().min(b.shingles.len());
    ratio(shared(&a.shingles, &b.shingles), smaller)
}

/// All pairs with a containment of at least `min`, as indices of their texts, in order. Texts are compared if their sketches
/// share a 3-gram below the cap.
pub fn near_pairs(fingerprints: &[Fingerprint], min: f64) -> Vec<(usize, usize, f64)> {
    let mut texts_with: HashMap<u32, Vec<usize>> = HashMap::new();
    for (index, fingerprint) in fingerprints.iter().enumerate() {
        for gram in &fingerprint.sketch {
            texts_with.entry(*gram).or_default().push(index);
        }
    }
    let mut found = Vec::new();
    for (index, fingerprint) in fingerprints.iter().enumerate() {
        let with = fingerprint
            .sketch
            .iter()
            .filter_map(|gram| texts_with.get(gram));
        let later = with
            // more than in [`CopyIndex`](crate::CopyIndex), so that its misses are found
            .filter(|texts| texts.len() <= 64)
            .flatten()
            .copied()
            .filter(|other| *other > index);
        let others: HashSet<usize> = later.collect();
        found.extend(others.into_iter().filter_map(|other| {
            let similarity = containment(fingerprint, fingerprints.get(other)?);
            (similarity >= min).then_some((index, other, similarity))
        }));
    }
    found.sort_by_key(|pair| (pair.0, pair.1));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(range: std::ops::Range<u32>) -> Fingerprint {
        let text: Vec<String> = range.map(|n| format!("word{n}")).collect();
        Fingerprint::of("", &text.join(" "))
    }

    #[test]
    fn containment_is_the_share_of_the_smaller_text() {
        // 98 and 198 3-grams; the shorter text is in the longer.
        assert!((containment(&words(0..100), &words(0..200)) - 1.0).abs() < 1e-9);
        // 51 words in common hold 49 of 98 3-grams.
        assert!((containment(&words(0..100), &words(49..149)) - 0.5).abs() < 1e-9);
        assert!(containment(&words(0..100), &words(500..600)) < 1e-9);
        assert!(containment(&words(0..100), &Fingerprint::default()) < 1e-9);
    }

    #[test]
    fn pairs_below_the_copy_threshold_are_found_and_unrelated_texts_are_not() {
        let texts = [0..400, 1000..1400, 300..700, 0..390].map(words);
        let found = near_pairs(&texts, 0.05);
        let pairs: Vec<(usize, usize)> = found.iter().map(|pair| (pair.0, pair.1)).collect();
        assert_eq!(pairs, [(0, 2), (0, 3), (2, 3)]);
        assert!((found[0].2 - 98.0 / 398.0).abs() < 1e-9);
        let pairs: Vec<_> = near_pairs(&texts, 0.9);
        assert_eq!((pairs.len(), pairs[0].1), (1, 3));
    }

    #[test]
    fn a_common_template_makes_no_pairs() {
        let form: Vec<Fingerprint> = (0..70).map(|_| words(0..100)).collect();
        assert!(near_pairs(&form, 0.05).is_empty());
    }
}
