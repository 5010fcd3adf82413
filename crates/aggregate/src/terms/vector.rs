//! An article as a vector of weighted terms.

use serde::{Deserialize, Serialize};

use super::document_frequencies::DocumentFrequencies;
use super::{ArticlePart, TermCounts};

/// Weights of terms, in order of their hash. The vector of an article has length 1 or is empty; that of a story is the sum over its
/// articles.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Vector(pub Vec<(u64, f32)>);

/// Weights of the parts of an article, and how many terms of each are kept.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// Weight of the title.
    pub title: f64,
    /// Weight of the text.
    pub body: f64,
    /// Weight of the names.
    pub names: f64,
    /// Maximum terms kept of each part, the weightiest.
    pub terms: usize,
}

/// The weighted terms of an article, each with its part and a readable form.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct WeightedTerms {
    /// Of length 1, or empty.
    pub vector: Vector,
    /// The indices of the terms in the vector, and their parts, in order of weight.
    order: Box<[(u16, ArticlePart)]>,
    /// Their forms, in the same order.
    forms: Forms,
    /// Whether it has hardly more than a title.
    pub short: bool,
    /// The words of its title, in order of their hash; only if it is short.
    title: Box<[TitleWord]>,
}

/// A word of a title.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct TitleWord {
    /// The same hash as in the vector.
    pub(crate) hash: u64,
    /// Share of all articles that have it in title or text.
    pub(crate) share: f32,
}

/// Readable forms of terms in a single string; separate strings would take three times the memory.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Forms(Box<str>);

/// Ends a form; occurs in no word.
const SEPARATOR: char = '\0';

impl<'a> FromIterator<&'a str> for Forms {
    fn from_iter<I: IntoIterator<Item = &'a str>>(forms: I) -> Self {
        let mut all = String::new();
        for form in forms {
            all.extend(form.chars().filter(|c| *c != SEPARATOR));
            all.push(SEPARATOR);
        }
        Self(all.into())
    }
}

impl Forms {
    /// The forms, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split_terminator(SEPARATOR)
    }
}

/// Minimum different words of a text; with fewer, it counts as none.
pub const SHORT_WORDS: usize = 8;

impl WeightedTerms {
    /// Weighs the terms of an article: logarithm of the count times the square of [`DocumentFrequencies::idf`]. The square makes rare
    /// terms, such as people and places, outweigh the words common to all events of one kind. Title, text and names are each normalised
    /// to length 1 first, so that a long text does not outweigh its title.
    pub fn of(counts: &TermCounts, frequencies: &DocumentFrequencies, weights: &Weights) -> Self {
        let mut all: Vec<(u64, f64, ArticlePart, &str)> = Vec::new();
        let of_body = counts
            .iter()
            .filter(|(term, _)| term.part == ArticlePart::Body);
        let short = of_body.count() < SHORT_WORDS;
        for (part, share) in [
            (ArticlePart::Title, weights.title),
            (ArticlePart::Body, if short { 0.0 } else { weights.body }),
            (ArticlePart::Name, weights.names),
        ] {
            let mut terms: Vec<(u64, f64, ArticlePart, &str)> = counts
                .iter()
                .filter(|(term, _)| term.part == part)
                .map(|(term, form)| {
                    let idf = frequencies.idf(part, term.hash);
                    let weight = (1.0 + f64::from(term.count).ln()) * idf * idf;
                    (part.key(term.hash), weight, part, form)
                })
                .filter(|term| term.1 > 0.0)
                .collect();
            terms.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            terms.truncate(weights.terms);
            let length = length(terms.iter().map(|term| term.1));
            all.extend(
                terms
                    .into_iter()
                    .map(|(hash, weight, part, form)| (hash, share * weight / length, part, form)),
            );
        }
        let length = length(all.iter().map(|term| term.1));
        all.retain(|term| term.1 > 0.0);
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        #[expect(clippy::cast_possible_truncation, reason = "seven digits are enough")]
        let vector = Vector::of(all.iter().map(|t| (t.0, (t.1 / length) as f32)).collect());
        let order = all.iter().filter_map(|term| {
            let index = vector.0.binary_search_by_key(&term.0, |known| known.0);
            Some((u16::try_from(index.ok()?).ok()?, term.2))
        });
        let title = if short {
            title_words(counts, frequencies, weights)
        } else {
            Vec::new()
        };
        Self {
            order: order.collect(),
            forms: all.iter().map(|term| term.3).collect(),
            short,
            title: title.into(),
            vector,
        }
    }

    /// The words of its title if it has hardly more, else none.
    pub(crate) fn title(&self) -> &[TitleWord] {
        &self.title
    }

    /// Hash, weight, part and readable form of each term, the weightiest first.
    pub fn iter(&self) -> impl Iterator<Item = (u64, f32, ArticlePart, &str)> {
        let terms = self.order.iter().zip(self.forms.iter());
        terms.filter_map(|((index, part), form)| {
            let (hash, weight) = *self.vector.0.get(usize::from(*index))?;
            Some((hash, weight, *part, form))
        })
    }

    /// Approximate size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        20 * self.vector.0.len() + self.forms.0.len() + 16 * self.title.len()
    }
}

fn title_words(
    counts: &TermCounts,
    frequencies: &DocumentFrequencies,
    weights: &Weights,
) -> Vec<TitleWord> {
    let words = counts
        .iter()
        .filter(|(term, _)| term.part == ArticlePart::Title);
    let words = words.take(weights.terms).map(|(term, _)| {
        #[expect(clippy::cast_possible_truncation, reason = "seven digits are enough")]
        let share = frequencies.share(term.part, term.hash) as f32;
        TitleWord {
            hash: term.part.key(term.hash),
            share,
        }
    });
    words.collect()
}

fn length(weights: impl Iterator<Item = f64>) -> f64 {
    let length = weights.map(|w| w * w).sum::<f64>().sqrt();
    if length > 0.0 { length } else { 1.0 }
}

impl Vector {
    fn of(mut terms: Vec<(u64, f32)>) -> Self {
        terms.sort_unstable_by_key(|term| term.0);
        terms.dedup_by_key(|term| term.0);
        Self(terms)
    }

    /// The weight of a term, if it has one.
    pub fn weight(&self, hash: u64) -> Option<f64> {
        let at = self.0.binary_search_by_key(&hash, |term| term.0).ok()?;
        Some(f64::from(self.0.get(at)?.1))
    }

    /// The dot product.
    pub fn dot(&self, other: &Self) -> f64 {
        let (mut ours, mut theirs, mut sum) = (0, 0, 0.0);
        // Which hash is smaller is a matter of chance, so both indices advance without a branch.
        while let (Some((a, v)), Some((b, w))) = (self.0.get(ours), other.0.get(theirs)) {
            if a == b {
                sum += f64::from(*v) * f64::from(*w);
            }
            ours += usize::from(a <= b);
            theirs += usize::from(b <= a);
        }
        sum
    }

    /// The sum of two vectors, of at most about `limit` terms: the lightest are dropped.
    #[must_use]
    pub fn plus(&self, other: &Self, limit: usize) -> Self {
        let mut sum: Vec<(u64, f32)> = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut ours, mut theirs) = (self.0.iter().peekable(), other.0.iter().peekable());
        loop {
            let next = match (ours.peek(), theirs.peek()) {
                (Some(a), Some(b)) if a.0 == b.0 => (a.0, a.1 + b.1),
                (Some(a), Some(b)) => **(if a.0 < b.0 { a } else { b }),
                (Some(only), None) | (None, Some(only)) => **only,
                (None, None) => break,
            };
            ours.next_if(|term| term.0 == next.0);
            theirs.next_if(|term| term.0 == next.0);
            sum.push(next);
        }
        // Sort only when it has grown by half.
        if sum.len() > limit + limit / 2 {
            sum.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            sum.truncate(limit);
            sum.sort_unstable_by_key(|term| term.0);
        }
        Self(sum)
    }
}
