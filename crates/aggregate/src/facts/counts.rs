//! The marks of several articles together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Mark, Sign};

/// In how many articles each mark stands.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub(crate) struct Tally {
    articles: u32,
    counts: BTreeMap<(Sign, Vec<u64>), (u32, String)>,
}

/// What is stored: a list, since not every format has keys of several parts.
#[derive(Serialize, Deserialize)]
struct Stored {
    articles: u32,
    counts: Vec<(Mark, u32)>,
}

impl From<Stored> for Tally {
    fn from(stored: Stored) -> Self {
        let counts = stored.counts.into_iter();
        Self {
            articles: stored.articles,
            counts: counts
                .map(|(mark, count)| ((mark.sign, mark.keys), (count, mark.form)))
                .collect(),
        }
    }
}

impl From<Tally> for Stored {
    fn from(tally: Tally) -> Self {
        let counts = tally.counts.into_iter();
        Self {
            articles: tally.articles,
            counts: counts
                .map(|((sign, keys), (count, form))| (Mark { sign, keys, form }, count))
                .collect(),
        }
    }
}

/// Beyond so many marks those of fewest articles are forgotten.
const MOST: usize = 120;

/// A mark is one of the group if it stands in one of so many articles.
const SHARE: u32 = 4;

impl Tally {
    /// Counts an article.
    pub(crate) fn add(&mut self, marks: &[Mark]) {
        self.articles += 1;
        for mark in marks {
            self.count((mark.sign, mark.keys.clone()), 1, &mark.form);
        }
        self.shorten();
    }

    /// Counts those of another group.
    pub(crate) fn join(&mut self, other: &Self) {
        self.articles += other.articles;
        for (key, (count, form)) in &other.counts {
            self.count(key.clone(), *count, form);
        }
        self.shorten();
    }

    /// The marks of a good part of the articles, in order of sign and keys.
    pub(crate) fn marks(self) -> Vec<Mark> {
        let least = self.articles.div_ceil(SHARE);
        let counts = self.counts.into_iter();
        counts
            .filter(|(_, (count, _))| *count >= least)
            .map(|((sign, keys), (_, form))| Mark { sign, keys, form })
            .collect()
    }

    fn count(&mut self, key: (Sign, Vec<u64>), count: u32, form: &str) {
        let known = self.counts.entry(key);
        known.or_insert_with(|| (0, form.to_owned())).0 += count;
    }

    fn shorten(&mut self) {
        // Sorting costs; let it grow by half before.
        if self.counts.len() <= MOST + MOST / 2 {
            return;
        }
        let mut all: Vec<_> = std::mem::take(&mut self.counts).into_iter().collect();
        all.sort_by(|(a, x), (b, y)| y.0.cmp(&x.0).then_with(|| a.cmp(b)));
        all.truncate(MOST);
        self.counts = all.into_iter().collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(key: u64) -> Mark {
        Mark {
            sign: Sign::Name,
            keys: vec![key],
            form: key.to_string(),
        }
    }

    #[test]
    fn a_mark_of_few_articles_is_none_of_the_group() {
        let mut tally = Tally::default();
        for _ in 0..4 {
            tally.add(&[mark(1)]);
        }
        let mut other = Tally::default();
        other.add(&[mark(2), mark(3)]);
        other.add(&[mark(3)]);
        tally.join(&other);
        let forms: Vec<String> = tally.marks().into_iter().map(|m| m.form).collect();
        assert_eq!(forms, ["1", "3"]);
    }

    #[test]
    fn a_group_stays_small_whatever_it_takes_in() {
        let mut tally = Tally::default();
        for at in 0..1_000 {
            tally.add(&[mark(0), mark(1_000 + at)]);
        }
        assert!(tally.counts.len() <= MOST + MOST / 2);
        assert_eq!(tally.marks(), [mark(0)]);
    }
}
