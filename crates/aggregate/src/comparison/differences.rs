//! Differences between the articles of a story: figures of one unit, and quotations.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    ComparedText, Difference, MAX_SENTENCE_BYTES, MAX_TEXT_BYTES, MIN_SAME_COSINE, Sentence, stems,
};
use crate::facts;
use crate::lexicon::Lexicon;
use crate::normalise::normalise;
use crate::tokens::head;

/// Minimum words of a quotation.
const MIN_QUOTE_WORDS: usize = 4;
/// Maximum quotations that are compared, the same number from each text.
const MAX_QUOTATIONS: usize = 200;
/// Maximum rows of figures, and of quotations.
const MAX_ROWS: usize = 8;

/// Figures of one unit that differ between sentences that make the same statement.
pub(super) fn figures(
    sentences: &[Sentence<'_>],
    near: &[Vec<(usize, f64)>],
    lexicon: &Lexicon,
) -> Vec<Difference> {
    // Unit by its stem → value → form and texts.
    type Values = BTreeMap<String, (String, BTreeSet<usize>)>;
    let mut found: BTreeMap<u64, (String, Values)> = BTreeMap::new();
    // "12 Menschen verletzt" and "14 verletzte Menschen" count the same: two words after a figure say what it counts.
    let counted = |index: usize| {
        let figures = facts::figures(sentences[index].written, lexicon);
        let figures = figures.map(|figure| {
            let units = figure.units.iter().filter_map(|word| {
                let (stems, _) = stems(word, lexicon);
                Some((*stems.first()?, *word))
            });
            (units.collect::<Vec<_>>(), figure)
        });
        figures.collect::<Vec<_>>()
    };
    let counted: Vec<_> = (0..sentences.len()).map(counted).collect();
    for (index, near) in near.iter().enumerate() {
        for (other, _) in near
            .iter()
            .filter(|(other, cosine)| *cosine >= MIN_SAME_COSINE && *other > index)
        {
            let others = &counted[*other];
            for (units, one) in &counted[index] {
                let shared = |known: &[(u64, &str)]| {
                    units
                        .iter()
                        .find(|(stem, _)| known.iter().any(|(other, _)| other == stem))
                        .copied()
                };
                let alike = others
                    .iter()
                    .filter_map(|(known, two)| Some((shared(known)?, two)));
                // Several of one unit are about several things.
                let [((unit, word), two)] = alike.collect::<Vec<_>>()[..] else {
                    continue;
                };
                if one.value == two.value {
                    continue;
                }
                let (_, values) = found
                    .entry(unit)
                    .or_insert((word.to_owned(), Values::new()));
                for (figure, index) in [(one, index), (two, *other)] {
                    let known = values.entry(figure.value.clone());
                    let known = known.or_insert((figure.form.to_owned(), BTreeSet::new()));
                    known.1.insert(sentences[index].text);
                }
            }
        }
    }
    let mut rows: Vec<(String, Values)> = found.into_values().collect();
    // Those that most texts have come first.
    let texts = |values: &Values| values.values().map(|(_, texts)| texts.len()).sum::<usize>();
    rows.sort_by(|a, b| texts(&b.1).cmp(&texts(&a.1)).then(a.0.cmp(&b.0)));
    rows.truncate(MAX_ROWS);
    let rows = rows.into_iter().map(|(unit, values)| Difference {
        unit: Some(unit),
        values: values
            .into_values()
            .map(|(form, texts)| (form, texts.into_iter().collect()))
            .collect(),
    });
    rows.collect()
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
                unit: None,
                values: [one, two]
                    .map(|quotation| (quotation.written.to_owned(), vec![quotation.text]))
                    .to_vec(),
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
