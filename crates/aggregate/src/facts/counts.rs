//! The facts of several articles together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Fact, FactKind};

/// The number of articles of a group that have each fact, with its form.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct FactCounts {
    articles: u32,
    counts: BTreeMap<(FactKind, Vec<u64>), (String, u32)>,
}

/// Maximum facts kept, those of most articles first.
const MAX_FACTS: usize = 120;

impl FactCounts {
    /// Counts an article.
    pub(crate) fn add(&mut self, facts: &[Fact]) {
        self.articles += 1;
        for fact in facts {
            self.count((fact.kind, fact.keys.clone()), 1, &fact.form);
        }
        self.shorten();
    }

    /// Adds the counts of another group.
    pub(crate) fn join(&mut self, other: &Self) {
        self.articles += other.articles;
        for (key, (form, count)) in &other.counts {
            self.count(key.clone(), *count, form);
        }
        self.shorten();
    }

    /// Approximate size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        160 * self.counts.len()
    }

    /// The facts that belong to the group, in order of kind and keys.
    pub(crate) fn facts(self) -> Vec<Fact> {
        let min = self.articles.div_ceil(4);
        let counts = self.counts.into_iter();
        counts
            .filter(|(_, (_, count))| *count >= min)
            .map(|((kind, keys), (form, _))| Fact { kind, keys, form })
            .collect()
    }

    fn count(&mut self, key: (FactKind, Vec<u64>), count: u32, form: &str) {
        let known = self.counts.entry(key);
        known.or_insert_with(|| (form.to_owned(), 0)).1 += count;
    }

    fn shorten(&mut self) {
        // Sort only when it has grown by half.
        if self.counts.len() <= MAX_FACTS + MAX_FACTS / 2 {
            return;
        }
        let mut all: Vec<_> = std::mem::take(&mut self.counts).into_iter().collect();
        all.sort_by(|(a, x), (b, y)| y.1.cmp(&x.1).then_with(|| a.cmp(b)));
        all.truncate(MAX_FACTS);
        self.counts = all.into_iter().collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(key: u64) -> Fact {
        Fact {
            kind: FactKind::Name,
            keys: vec![key],
            form: key.to_string(),
        }
    }

    #[test]
    fn a_fact_of_few_articles_is_not_one_of_the_group() {
        let mut counts = FactCounts::default();
        for _ in 0..4 {
            counts.add(&[fact(1)]);
        }
        let mut other = FactCounts::default();
        other.add(&[fact(2), fact(3)]);
        other.add(&[fact(3)]);
        counts.join(&other);
        let forms: Vec<String> = counts.facts().into_iter().map(|m| m.form).collect();
        assert_eq!(forms, ["1", "3"]);
    }

    #[test]
    fn a_group_stays_small_whatever_it_takes_in() {
        let mut counts = FactCounts::default();
        for at in 0..1_000 {
            counts.add(&[fact(0), fact(1_000 + at)]);
        }
        assert!(counts.counts.len() <= MAX_FACTS + MAX_FACTS / 2);
        assert_eq!(counts.facts(), [fact(0)]);
    }
}
