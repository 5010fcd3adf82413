//! Differences between the articles of a story: figures of one unit, times, and quotations.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{
    ComparedText, Detail, Difference, MAX_FIGURES, MAX_SENTENCE_BYTES, MAX_TEXT_BYTES,
    MIN_SAME_COSINE, Passage, ReportedValue, Sentence,
};
use crate::facts::{Amount, AmountKind, Unit};
use crate::normalise::normalise;
use crate::tokens::head;

/// Minimum stems that sentences share, apart from their figures, if these are about the same thing.
const MIN_WORDS: usize = 2;
/// Minimum words of a quotation.
const MIN_QUOTE_WORDS: usize = 4;
/// Maximum quotations that are compared, the same number from each text.
const MAX_QUOTATIONS: usize = 200;
/// Maximum rows of figures, and of quotations.
const MAX_ROWS: usize = 8;

/// A figure: the index of its sentence, and its index among the figures of this.
type FigureId = (usize, usize);

/// Two figures of different publishers that state the same quantity, with the similarity of their sentences.
struct Pair {
    figures: [FigureId; 2],
    /// The unit that they share, by its index in each.
    units: [Option<usize>; 2],
    similarity: f64,
}

/// Figures that differ between sentences that make the same statement otherwise.
pub(super) fn figures(
    sentences: &[Sentence<'_>],
    near: &[Vec<(usize, f64)>],
    weights: &HashMap<u64, f64>,
) -> Vec<Difference> {
    let best = best(sentences, near, weights);
    let mut pairs: Vec<Pair> = Vec::new();
    for ((index, _), (other, similarity)) in &best {
        let is_mutual = best
            .get(&(*other, sentences[*index].text))
            .is_some_and(|(back, _)| back == index);
        if index < other && is_mutual {
            pairs.extend(matched(sentences, [*index, *other], *similarity, weights));
        }
    }
    pairs.sort_by(|a, b| {
        b.similarity
            .total_cmp(&a.similarity)
            .then(a.figures.cmp(&b.figures))
    });
    let mut rows: Vec<Difference> = groups(sentences, &pairs)
        .iter()
        .filter_map(|group| difference(sentences, group))
        .collect();
    // Those that most texts have come first.
    let texts =
        |row: &Difference| -> usize { row.values.iter().map(|value| value.passages.len()).sum() };
    rows.sort_by_key(|row| Reverse(texts(row)));
    rows.truncate(MAX_ROWS);
    rows
}

/// For each sentence with figures and each other text, the sentence of that text which is most likely about the same thing.
fn best(
    sentences: &[Sentence<'_>],
    near: &[Vec<(usize, f64)>],
    weights: &HashMap<u64, f64>,
) -> BTreeMap<(usize, usize), (usize, f64)> {
    let words = sentences.iter();
    let words: Vec<_> = words.map(|one| weighted(&one.words, weights)).collect();
    let mut best: BTreeMap<(usize, usize), (usize, f64)> = BTreeMap::new();
    for (index, near) in near.iter().enumerate() {
        let can_differ = |index: usize| can_differ(&sentences[index]);
        for (other, cosine) in near.iter().filter(|(other, _)| *other > index) {
            if !can_differ(index) || !can_differ(*other) {
                continue;
            }
            // Sentences may resemble each other by their words alone, or by their words, figures and units together.
            let (shared, of_words) = cosine_of_words(&words[index], &words[*other]);
            let similarity = cosine.max(of_words);
            if shared < MIN_WORDS || similarity < MIN_SAME_COSINE {
                continue;
            }
            for (one, two) in [(index, *other), (*other, index)] {
                let known = best.entry((one, sentences[two].text));
                let known = known.or_insert((two, similarity));
                if similarity > known.1 {
                    *known = (two, similarity);
                }
            }
        }
    }
    best
}

/// Words with the squares of their weights.
fn weighted(words: &[u64], weights: &HashMap<u64, f64>) -> Vec<(u64, f64)> {
    let squares = words.iter().map(|stem| {
        let weight = weights.get(stem).copied().unwrap_or_default();
        (*stem, weight.powi(2))
    });
    squares.collect()
}

/// The number of words that two passages share, and their cosine. Words are in ascending order, each with the square of its weight.
fn cosine_of_words(one: &[(u64, f64)], two: &[(u64, f64)]) -> (usize, f64) {
    let squares = |words: &[(u64, f64)]| words.iter().map(|(_, square)| square).sum::<f64>();
    let mut others = two.iter().peekable();
    let (mut shared, mut product) = (0, 0.0);
    for (word, square) in one {
        while others.next_if(|(other, _)| other < word).is_some() {}
        if others.next_if(|(other, _)| other == word).is_some() {
            shared += 1;
            product += square;
        }
    }
    (shared, product / (squares(one) * squares(two)).sqrt())
}

/// Whether the figures of a sentence can be compared: it is whole, and no list of figures.
fn can_differ(sentence: &Sentence<'_>) -> bool {
    sentence.is_whole && (1..=MAX_FIGURES).contains(&sentence.amounts.len())
}

/// Pairs of figures that state the same quantity. Several figures of one unit in a sentence are about different things, and so are
/// sentences that name different lines, roads or sections.
fn matched(
    sentences: &[Sentence<'_>],
    [index, other]: [usize; 2],
    similarity: f64,
    weights: &HashMap<u64, f64>,
) -> Vec<Pair> {
    let (one, two) = (&sentences[index].amounts, &sentences[other].amounts);
    let labels = |amounts: &[Amount]| -> BTreeSet<String> {
        let labels = amounts.iter().filter(|one| one.kind == AmountKind::Label);
        labels.map(|label| label.value.clone()).collect()
    };
    if labels(one) != labels(two) {
        return Vec::new();
    }
    let mut pairs: Vec<Pair> = Vec::new();
    for (a, first) in one.iter().enumerate() {
        for (b, second) in two.iter().enumerate() {
            pairs.extend(shared_unit(first, second).map(|units| Pair {
                figures: [(index, a), (other, b)],
                units,
                similarity,
            }));
        }
    }
    let mut counts: BTreeMap<FigureId, usize> = BTreeMap::new();
    for figure in pairs.iter().flat_map(|pair| pair.figures) {
        *counts.entry(figure).or_default() += 1;
    }
    pairs.retain(|pair| {
        let is_alone = pair.figures.iter().all(|figure| counts[figure] == 1);
        is_alone && is_same_clause(sentences, pair, weights)
    });
    pairs
}

/// Whether the clauses of two figures are similar too, or have no other words: "4 per cent are workshops" and "9 per cent come from
/// abroad" state different quantities, whatever else their sentences say.
fn is_same_clause(sentences: &[Sentence<'_>], pair: &Pair, weights: &HashMap<u64, f64>) -> bool {
    let clauses = pair.figures.map(|(sentence, figure)| {
        let sentence = &sentences[sentence];
        (&sentence.clauses[figure], &sentence.words)
    });
    let are_sentences = clauses.iter().all(|(clause, words)| clause == words);
    let is_empty = clauses.iter().any(|(clause, _)| clause.is_empty());
    let [one, two] = clauses.map(|(clause, _)| weighted(clause, weights));
    are_sentences || is_empty || cosine_of_words(&one, &two).1 >= MIN_SAME_COSINE
}

/// The unit that two figures share, or none for times; `None` if they state different quantities. "12 Menschen verletzt" and
/// "14 verletzte Menschen" share one.
fn shared_unit(one: &Amount, two: &Amount) -> Option<[Option<usize>; 2]> {
    if one.kind != two.kind {
        return None;
    }
    match one.kind {
        AmountKind::Label => None,
        AmountKind::Count => {
            let in_two = |unit: &Unit| two.units.iter().position(|other| other.key == unit.key);
            let mut units = one.units.iter().enumerate();
            units.find_map(|(at, unit)| Some([Some(at), Some(in_two(unit)?)]))
        }
        _ => Some([None, None]),
    }
}

/// A figure of a group, with the index of its unit.
type Member = (FigureId, Option<usize>);

/// Groups the figures, the most similar pairs first. Each figure of a group makes a pair with each of another publisher in it, and each
/// text has one of them, so that no figure joins the group of another thing.
fn groups(sentences: &[Sentence<'_>], pairs: &[Pair]) -> Vec<Vec<Member>> {
    let all: HashSet<[FigureId; 2]> = pairs.iter().map(|pair| pair.figures).collect();
    let fits = |one: FigureId, two: FigureId| {
        let (a, b) = (&sentences[one.0], &sentences[two.0]);
        let is_pair = all.contains(&[one.min(two), one.max(two)]);
        a.text != b.text && (is_pair || a.owner == b.owner)
    };
    let mut groups: Vec<Vec<Member>> = Vec::new();
    let mut group_of: HashMap<FigureId, usize> = HashMap::new();
    for pair in pairs {
        for (figure, unit) in pair.figures.into_iter().zip(pair.units) {
            group_of.entry(figure).or_insert_with(|| {
                groups.push(vec![(figure, unit)]);
                groups.len() - 1
            });
        }
        let [one, two] = pair.figures.map(|figure| group_of[&figure]);
        let mut members = groups[one]
            .iter()
            .flat_map(|(a, _)| groups[two].iter().map(move |(b, _)| (*a, *b)));
        if one == two || !members.all(|(a, b)| fits(a, b)) {
            continue;
        }
        let moved = std::mem::take(&mut groups[two]);
        for (figure, _) in &moved {
            group_of.insert(*figure, one);
        }
        groups[one].extend(moved);
    }
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort_unstable();
    groups
}

/// The values of a group of figures, if there are several.
fn difference(sentences: &[Sentence<'_>], group: &[Member]) -> Option<Difference> {
    let mut values: Vec<(&str, ReportedValue)> = Vec::new();
    let mut detail = None;
    for ((index, figure), unit) in group {
        let sentence = &sentences[*index];
        let amount = &sentence.amounts[*figure];
        let unit = unit.and_then(|unit| amount.units.get(unit));
        detail.get_or_insert_with(|| {
            let number = |unit: &Unit| Detail::Number(unit.written(sentence.written).to_owned());
            unit.map_or(Detail::Time, number)
        });
        let known = values.iter().position(|(value, _)| *value == amount.value);
        let known = known.unwrap_or_else(|| {
            let value = ReportedValue {
                value: amount.written(sentence.written, unit).to_owned(),
                passages: Vec::new(),
            };
            values.push((&amount.value, value));
            values.len() - 1
        });
        values[known].1.passages.push(sentence.passage());
    }
    let detail = detail.filter(|_| values.len() > 1)?;
    Some(Difference {
        detail,
        values: values.into_iter().map(|(_, value)| value).collect(),
    })
}

/// A quotation of a text.
struct Quotation<'a> {
    text: usize,
    owner: &'a str,
    written: &'a str,
    normal: String,
    words: BTreeSet<String>,
}

impl Quotation<'_> {
    fn reported(&self) -> ReportedValue {
        let value = self.written.to_owned();
        ReportedValue {
            passages: vec![Passage {
                text: self.text,
                passage: value.clone(),
            }],
            value,
        }
    }

    /// Whether more than half of the words of the longer one are in both, in any order, and neither is a part of the other.
    fn is_like(&self, other: &Self) -> bool {
        let shared = self.words.intersection(&other.words).count();
        shared * 2 > self.words.len().max(other.words.len())
            && !self.normal.contains(&other.normal)
            && !other.normal.contains(&self.normal)
    }
}

/// Quotations of different publishers that are similar but not the same.
pub(super) fn quotations(texts: &[ComparedText<'_>]) -> Vec<Difference> {
    let mut all: Vec<Quotation<'_>> = Vec::new();
    let limit = (MAX_QUOTATIONS / texts.len().max(1)).max(1);
    for (index, text) in texts.iter().enumerate() {
        let quoted = quoted(head(text.text, MAX_TEXT_BYTES)).take(limit);
        all.extend(quoted.map(|written| {
            let normal = normalise(written);
            Quotation {
                text: index,
                owner: text.owner,
                written,
                words: normal.split_whitespace().map(str::to_owned).collect(),
                normal,
            }
        }));
    }
    all.truncate(MAX_QUOTATIONS); // of more texts than that
    let mut found = Vec::new();
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    for (index, one) in all.iter().enumerate() {
        let like = all.iter().enumerate().skip(index + 1).find(|(other, two)| {
            one.owner != two.owner && !taken.contains(other) && one.is_like(two)
        });
        if let Some((other, two)) = like.filter(|_| !taken.contains(&index)) {
            taken.extend([index, other]);
            found.push(Difference {
                detail: Detail::Quotation,
                values: [one, two].map(Quotation::reported).to_vec(),
            });
        }
    }
    found.truncate(MAX_ROWS);
    found
}

/// Passages between quotation marks of one kind, within a line. A mark that closes one passage opens no other.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    const MARKS: [(char, &[char]); 4] = [
        ('„', &['“', '”', '"']),
        ('“', &['”', '"']),
        ('»', &['«']),
        ('«', &['»']),
    ];
    text.lines().flat_map(|line| {
        let mut read = 0;
        let quoted = line.char_indices().filter_map(move |(at, mark)| {
            let (_, closing) = MARKS.iter().find(|(opening, _)| *opening == mark)?;
            let start = at + mark.len_utf8();
            let inside = head(
                line.get(start..).filter(|_| at >= read)?,
                MAX_SENTENCE_BYTES,
            );
            let (quoted, _) = inside.split_once(*closing)?;
            // past the closing mark, which may be one that opens
            read = start + quoted.len() + 1;
            Some(quoted)
        });
        quoted.filter(|inside| inside.split_whitespace().count() >= MIN_QUOTE_WORDS)
    })
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn text_between_two_quotations_is_not_quoted() {
        for line in [
            "»Wir bauen die neue Brücke«, sagte der Minister am Montag, »und zwar im nächsten Jahr«, hieß es.",
            "« Wir bauen die neue Brücke », sagte der Minister am Montag, « und zwar im nächsten Jahr ».",
            "„Wir bauen die neue Brücke“, sagte der Minister am Montag, „und zwar im nächsten Jahr“.",
            "“Wir bauen die neue Brücke”, sagte der Minister am Montag, “und zwar im nächsten Jahr”.",
        ] {
            let found = quoted(line).map(str::trim).collect::<Vec<_>>();
            assert_eq!(
                found,
                ["Wir bauen die neue Brücke", "und zwar im nächsten Jahr"],
                "{line}"
            );
        }
        assert_eq!(
            quoted("»Ja«, „nein, sagte der Minister am Montag").count(),
            0
        );
    }
}
