//! Finds what the articles of a story share, and what only one of them reports. Sentences are aligned by the stems they have in
//! common, weighted by their rarity among the sentences of the story (cosine of tf-idf vectors, as in extractive summarisers such as
//! `LexRank`, Erkan and Radev 2004). Nothing is rewritten: each sentence is quoted from an article.
//!
//! Figures are compared apart from words: sentences with different figures, units, days or times never make the same statement,
//! however similar their words are.

mod differences;
mod figures;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::facts::{Amount, AmountKind, amounts};
use crate::lexicon::Lexicon;
use crate::terms::{ArticlePart, TermCounts};
use crate::tokens::head;
use differences::{figures, quotations};
use figures::{MAX_FIGURES, same_figures, words_beside};

/// Maximum bytes of a text that are read.
const MAX_TEXT_BYTES: usize = 100_000;
/// Maximum sentences compared from the beginning of a text, and maximum bytes of a sentence or quotation.
const MAX_SENTENCES: usize = 60;
const MAX_SENTENCE_BYTES: usize = 1_000;
/// Minimum stems of a sentence that is shown; shorter ones agree by chance.
const MIN_STEMS: usize = 4;
/// Minimum cosine of two sentences that make the same statement.
const MIN_SAME_COSINE: f64 = 0.45;
/// Maximum cosine of two sentences that make different statements.
const MAX_DIFFERENT_COSINE: f64 = 0.2;
/// Maximum shared sentences.
const MAX_SHARED: usize = 3;
/// Maximum sentences per text that only one publisher has.
const MAX_UNIQUE: usize = 3;

/// An article of a story.
#[derive(Debug, Clone, Copy)]
pub struct ComparedText<'a> {
    /// Its text.
    pub text: &'a str,
    /// Its publisher; what outlets of one publisher share does not count.
    pub owner: &'a str,
}

/// A sentence of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// Index of the text.
    pub text: usize,
    /// As it is written.
    pub passage: String,
}

/// A statement that several publishers make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedSentence {
    /// The sentence that is closest to the others.
    pub sentence: Passage,
    /// The sentences of other texts that make it, one for each text.
    pub others: Vec<Passage>,
    /// Number of publishers that make it.
    pub owners: usize,
}

/// What publishers report differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Detail {
    /// A number of something, with the word or sign for what is counted, as one of the texts writes it.
    Number(String),
    /// A year, a month, a day of a month or of the week, or a time of day.
    Time,
    /// The words of a quotation.
    Quotation,
}

/// A figure or quotation that publishers report differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What differs.
    pub detail: Detail,
    /// The values, in the order of the texts.
    pub values: Vec<ReportedValue>,
}

/// One of several values that are reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedValue {
    /// As a text writes it: a figure with its magnitude and unit ("6,4 Millionen Euro"), or a quotation.
    pub value: String,
    /// The sentence of each text that reports it, in the order of the texts, which shows what a figure is about; for quotations,
    /// the quotation.
    pub passages: Vec<Passage>,
}

/// What the texts of a story share, and where they differ.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Statements of most publishers, or of two if there are none, in reading order; at most three.
    pub shared: Vec<SharedSentence>,
    /// Sentences of only one publisher, in the order of texts and reading; at most three per text.
    pub unique: Vec<Passage>,
    /// Figures that differ between sentences with the same statement, and quotations that differ.
    pub differences: Vec<Difference>,
}

/// A sentence to be compared.
struct Sentence<'a> {
    text: usize,
    owner: &'a str,
    /// Its position in its text, from 0 to 1.
    position: f64,
    written: &'a str,
    /// Whether it can be shown by itself.
    is_whole: bool,
    /// The stems of its words, the values of its figures and their units, in ascending order.
    stems: Vec<u64>,
    /// The stems of the words that are not part of its figures and their units, in ascending order.
    words: Vec<u64>,
    names: usize,
    /// Its figures, in order.
    amounts: Vec<Amount>,
    /// For each figure, those of `words` that are in its clause; nothing in a list of figures.
    clauses: Vec<Vec<u64>>,
    /// For each figure, the stems between the figure before it and the one after it; nothing in a list of figures.
    beside: Vec<BTreeSet<u64>>,
    /// Length of its vector.
    norm: f64,
}

impl Sentence<'_> {
    fn passage(&self) -> Passage {
        Passage {
            text: self.text,
            passage: self.written.to_owned(),
        }
    }
}

/// Compares the texts of a story. `language` is ISO 639-1.
pub fn compare(texts: &[ComparedText<'_>], language: &str) -> Comparison {
    let owners: BTreeSet<&str> = texts.iter().map(|text| text.owner).collect();
    if owners.len() < 2 {
        return Comparison::default();
    }
    let lexicon = Lexicon::of(language);
    let mut sentences = sentences(texts, language, &lexicon);
    let weights = weights(&sentences);
    for sentence in &mut sentences {
        let squares = sentence.stems.iter().map(|stem| weights[stem].powi(2));
        sentence.norm = squares.sum::<f64>().sqrt();
    }
    let near = near(&sentences, &weights);
    let mut differences = figures(&sentences, &near, &weights);
    differences.extend(quotations(texts));
    Comparison {
        shared: shared(&sentences, &near, owners.len()),
        unique: unique(&sentences, &near),
        differences,
    }
}

fn sentences<'a>(
    texts: &[ComparedText<'a>],
    language: &str,
    lexicon: &Lexicon,
) -> Vec<Sentence<'a>> {
    let mut found = Vec::new();
    for (text_index, text) in texts.iter().enumerate() {
        let read = head(text.text, MAX_TEXT_BYTES);
        let spans = sentences::sentences(read, Some(language));
        let all = spans.len().max(1);
        for (index, sentence) in spans.iter().take(MAX_SENTENCES).enumerate() {
            let whole = sentence.span.of(read);
            let written = head(whole, MAX_SENTENCE_BYTES);
            let amounts = amounts(written, lexicon);
            let of_amounts: BTreeSet<u64> = amounts
                .iter()
                .flat_map(|amount| stems(amount.written_in_full(written), lexicon).0)
                .collect();
            let words = |part: &str| {
                let (mut words, names) = stems(part, lexicon);
                words.retain(|stem| !of_amounts.contains(stem));
                (words, names)
            };
            let is_list = amounts.len() > MAX_FIGURES;
            let compared = if is_list { &[] } else { amounts.as_slice() };
            let clauses = compared
                .iter()
                .map(|amount| words(amount.clause(written)).0);
            let clauses: Vec<Vec<u64>> = clauses.collect();
            let beside = words_beside(written, compared, lexicon);
            let (words, names) = words(written);
            let stems = with_amounts(&words, &amounts);
            found.push(Sentence {
                text: text_index,
                owner: text.owner,
                position: real(index) / real(all),
                written,
                // Headings and captions have no end.
                is_whole: stems.len() >= MIN_STEMS
                    && written.len() == whole.len()
                    && ends_as_sentence(written),
                words,
                stems,
                names,
                amounts,
                clauses,
                beside,
                norm: 0.0,
            });
        }
    }
    found
}

fn ends_as_sentence(written: &str) -> bool {
    let end = written.trim_end_matches(['“', '”', '"', '»', '«', '’', '\'', ')', '」']);
    end.ends_with(['.', '!', '?', '…', '。', '！', '？'])
}

/// The stems of a passage in ascending order, and the number of its names.
fn stems(passage: &str, lexicon: &Lexicon) -> (Vec<u64>, usize) {
    let counts = TermCounts::of("", passage, lexicon);
    let of = |part| counts.terms.iter().filter(move |term| term.part == part);
    let mut stems: Vec<u64> = of(ArticlePart::Body).map(|term| term.hash).collect();
    stems.sort_unstable();
    stems.dedup();
    (stems, of(ArticlePart::Name).count())
}

/// These stems, with the values of the figures and their units, which are the same however they are written, in ascending order.
fn with_amounts(words: &[u64], amounts: &[Amount]) -> Vec<u64> {
    let values = amounts.iter().map(Amount::key);
    let units = amounts.iter().flat_map(|amount| &amount.units);
    let stems = words.iter().copied().chain(values);
    let mut stems: Vec<u64> = stems.chain(units.map(|unit| unit.key)).collect();
    stems.sort_unstable();
    stems.dedup();
    stems
}

/// The weight of each stem, which falls with the number of sentences that have it.
fn weights(sentences: &[Sentence<'_>]) -> HashMap<u64, f64> {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for stem in sentences.iter().flat_map(|sentence| &sentence.stems) {
        *counts.entry(*stem).or_default() += 1;
    }
    let all = real(sentences.len());
    let weight = |count: usize| (1.0 + all / real(count)).ln();
    counts
        .into_iter()
        .map(|(stem, count)| (stem, weight(count)))
        .collect()
}

/// For each sentence, the sentences of other publishers it resembles, with the cosine.
fn near(sentences: &[Sentence<'_>], weights: &HashMap<u64, f64>) -> Vec<Vec<(usize, f64)>> {
    let mut by_stem: HashMap<u64, Vec<usize>> = HashMap::new();
    for (index, sentence) in sentences.iter().enumerate() {
        for stem in &sentence.stems {
            by_stem.entry(*stem).or_default().push(index);
        }
    }
    let mut products = vec![0.0; sentences.len()];
    let resembling = sentences.iter().map(|sentence| {
        let mut touched: Vec<usize> = Vec::new();
        for stem in &sentence.stems {
            let square = weights[stem].powi(2);
            for other in &by_stem[stem] {
                if sentences[*other].owner == sentence.owner {
                    continue;
                }
                if products[*other] == 0.0 {
                    touched.push(*other);
                }
                products[*other] += square;
            }
        }
        touched.sort_unstable();
        let found = touched.into_iter().map(|other| {
            let product = std::mem::take(&mut products[other]);
            (other, product / (sentence.norm * sentences[other].norm))
        });
        found
            .filter(|(_, cosine)| *cosine > MAX_DIFFERENT_COSINE)
            .collect()
    });
    resembling.collect()
}

/// The most similar sentence of each other text that makes the same statement as this one: with the same figures, none more and
/// none less, so that no publisher is said to report what it does not.
fn same(
    sentences: &[Sentence<'_>],
    near: &[Vec<(usize, f64)>],
    index: usize,
) -> BTreeMap<usize, (usize, f64)> {
    let mut best: BTreeMap<usize, (usize, f64)> = BTreeMap::new();
    let similar = near[index]
        .iter()
        .filter(|(other, cosine)| *cosine >= MIN_SAME_COSINE && sentences[*other].is_whole);
    for (other, cosine) in similar {
        let text = sentences[*other].text;
        let is_better = best.get(&text).is_none_or(|known| *cosine > known.1);
        if is_better && same_figures(&sentences[index], &sentences[*other]) {
            best.insert(text, (*other, *cosine));
        }
    }
    best
}

/// Statements of most publishers, or of two if there are none.
fn shared(
    sentences: &[Sentence<'_>],
    near: &[Vec<(usize, f64)>],
    owners: usize,
) -> Vec<SharedSentence> {
    let mut candidates: Vec<(usize, f64, usize)> = Vec::new();
    let whole = (0..sentences.len()).filter(|index| sentences[*index].is_whole);
    for index in whole {
        let same = same(sentences, near, index);
        let makers: BTreeSet<&str> = same
            .values()
            .map(|(other, _)| sentences[*other].owner)
            .collect();
        let closeness: f64 = same.values().map(|(_, cosine)| cosine).sum();
        if !makers.is_empty() {
            candidates.push((makers.len() + 1, closeness, index));
        }
    }
    candidates.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
    let by_most = candidates
        .iter()
        .filter(|(makers, ..)| makers * 2 > owners)
        .count();
    if by_most > 0 {
        candidates.truncate(by_most);
    }
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    let mut found: Vec<(f64, SharedSentence)> = Vec::new();
    for (makers, _, index) in candidates {
        if taken.contains(&index) {
            continue;
        }
        let same = same(sentences, near, index);
        // A sentence that resembles a taken one says the same.
        if same.values().any(|(other, _)| taken.contains(other)) {
            continue;
        }
        taken.insert(index);
        taken.extend(
            near[index]
                .iter()
                .filter(|(_, cosine)| *cosine >= MIN_SAME_COSINE)
                .map(|(other, _)| *other),
        );
        let others = same.values().map(|(other, _)| sentences[*other].passage());
        let shared = SharedSentence {
            sentence: sentences[index].passage(),
            others: others.collect(),
            owners: makers,
        };
        found.push((sentences[index].position, shared));
        if found.len() == MAX_SHARED {
            break;
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, shared)| shared).collect()
}

/// Sentences of only one publisher: those that resemble none of another, the ones with the most names and figures.
fn unique(sentences: &[Sentence<'_>], near: &[Vec<(usize, f64)>]) -> Vec<Passage> {
    let mut by_text: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
    for (index, sentence) in sentences.iter().enumerate() {
        if sentence.is_whole && near[index].is_empty() {
            let counts =
                |amount: &&Amount| amount.kind == AmountKind::Count && !amount.units.is_empty();
            let details = sentence.names + sentence.amounts.iter().filter(counts).count();
            by_text
                .entry(sentence.text)
                .or_default()
                .push((details, index));
        }
    }
    let mut found = Vec::new();
    for mut alone in by_text.into_values() {
        alone.sort_by_key(|(details, index)| (std::cmp::Reverse(*details), *index));
        alone.truncate(MAX_UNIQUE);
        alone.sort_by_key(|(_, index)| *index);
        found.extend(alone.iter().map(|(_, index)| sentences[*index].passage()));
    }
    found
}

/// Converts a small number to a floating-point one.
fn real(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}
