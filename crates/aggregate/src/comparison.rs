//! Finds what the articles of a story share. Sentences are aligned by the stems they have in common, weighted by their rarity among the
//! sentences of the story (cosine of tf-idf vectors, as in extractive summarisers such as `LexRank`, Erkan and Radev 2004). Nothing is
//! rewritten: each sentence is quoted from an article.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::lexicon::Lexicon;
use crate::terms::{ArticlePart, TermCounts};
use crate::tokens::{head, is_figure, tokens};

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

/// How the texts of a story begin, and what they share.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Statements of most publishers, or of two if there are none, in reading order; at most three.
    pub shared: Vec<SharedSentence>,
    /// The first sentence of each text, in the order of the texts; `None` if a text has none.
    pub openings: Vec<Option<String>>,
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
    /// The stems of its words, in ascending order.
    stems: Vec<u64>,
    /// Its numbers in digits, days and months, in order.
    figures: Vec<String>,
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
    let mut sentences = sentences(texts, language);
    let weights = weights(&sentences);
    for sentence in &mut sentences {
        let squares = sentence.stems.iter().map(|stem| weights[stem].powi(2));
        sentence.norm = squares.sum::<f64>().sqrt();
    }
    let near = near(&sentences, &weights);
    let owners: BTreeSet<&str> = texts.iter().map(|text| text.owner).collect();
    let opening = |text| {
        let mut whole = sentences.iter().filter(|sentence| sentence.is_whole);
        let first = whole.find(|sentence| sentence.text == text)?;
        Some(first.written.to_owned())
    };
    Comparison {
        shared: shared(&sentences, &near, owners.len()),
        openings: (0..texts.len()).map(opening).collect(),
    }
}

fn sentences<'a>(texts: &[ComparedText<'a>], language: &str) -> Vec<Sentence<'a>> {
    let lexicon = Lexicon::of(language);
    let mut found = Vec::new();
    for (text_index, text) in texts.iter().enumerate() {
        let read = head(text.text, 100_000);
        let spans = text::sentences(read, Some(language));
        let all = spans.len().max(1);
        for (index, sentence) in spans.iter().take(60).enumerate() {
            let whole = sentence.span.of(read);
            let written = head(whole, 1_000);
            let stems = stems(written, &lexicon);
            found.push(Sentence {
                text: text_index,
                owner: text.owner,
                position: real(index) / real(all),
                written,
                // Headings and captions have no end.
                is_whole: stems.len() >= 4
                    && written.len() == whole.len()
                    && text::ends_sentence(written),
                stems,
                figures: figures(written),
                norm: 0.0,
            });
        }
    }
    found
}

/// The stems of a sentence in ascending order.
fn stems(sentence: &str, lexicon: &Lexicon) -> Vec<u64> {
    let counts = TermCounts::of("", sentence, lexicon);
    let of_body = counts
        .terms
        .iter()
        .filter(|term| term.part == ArticlePart::Body);
    let mut stems: Vec<u64> = of_body.map(|term| term.hash).collect();
    stems.sort_unstable();
    stems.dedup();
    stems
}

/// The numbers in digits, days and months of a sentence, in order. Numbers in words are words like others.
fn figures(sentence: &str) -> Vec<String> {
    let words = tokens(sentence)
        .into_iter()
        .map(|word| word.text.to_lowercase());
    words.filter(|word| is_figure(word)).collect()
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

/// For each sentence, the similar sentences of other publishers, with the cosine.
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
        found.filter(|(_, cosine)| *cosine >= 0.45).collect()
    });
    resembling.collect()
}

/// The most similar sentence of each other text that makes the same statement as this one, with the same figures in the same order.
fn same(
    sentences: &[Sentence<'_>],
    near: &[Vec<(usize, f64)>],
    index: usize,
) -> BTreeMap<usize, (usize, f64)> {
    let mut best: BTreeMap<usize, (usize, f64)> = BTreeMap::new();
    for (other, cosine) in &near[index] {
        let sentence = &sentences[*other];
        if !sentence.is_whole || sentence.figures != sentences[index].figures {
            continue;
        }
        let known = best.get(&sentence.text);
        if known.is_none_or(|known| *cosine > known.1) {
            best.insert(sentence.text, (*other, *cosine));
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
        taken.extend(near[index].iter().map(|(other, _)| *other));
        let others = same.values().map(|(other, _)| sentences[*other].passage());
        let shared = SharedSentence {
            sentence: sentences[index].passage(),
            others: others.collect(),
            owners: makers,
        };
        found.push((sentences[index].position, shared));
        if found.len() == 3 {
            break;
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, shared)| shared).collect()
}

/// Converts a small number to a floating-point one.
fn real(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "Im Hafen von Kaltenhagen hat am Montag ein Lagerhaus gebrannt. Nach Angaben der Feuerwehr wurden 12 Menschen verletzt. \
        Die Halle gehört der Reederei Petersen aus Grothusen.";
    const TWO: &str = "Feuer im Hafen\n\nEin Lagerhaus im Hafen von Kaltenhagen hat am Montag gebrannt. Die Feuerwehr spricht von 14 verletzten Menschen \
        nach ihren Angaben. Der Fischmarkt bleibt bis Freitag geschlossen, teilte die Stadt mit.";
    const THREE: &str = "Am Montag hat im Hafen von Kaltenhagen ein Lagerhaus gebrannt. Der Schaden liegt bei mehreren Millionen Euro, schätzt die Versicherung.";

    fn compared(language: &str, texts: &[&str]) -> Comparison {
        let texts = texts.iter().zip(["a", "b", "c", "d"]);
        let texts: Vec<_> = texts
            .map(|(text, owner)| ComparedText { text, owner })
            .collect();
        compare(&texts, language)
    }

    #[test]
    fn a_statement_of_most_texts_is_shared() {
        let found = compared("de", &[ONE, TWO, THREE]);
        // Of the sentences that say the same, one is chosen.
        assert_eq!(found.shared.len(), 1, "{:?}", found.shared);
        let first = &found.shared[0];
        assert_eq!(first.owners, 3);
        assert!(first.sentence.passage.contains("Lagerhaus"), "{first:?}");
        assert_eq!(first.others.len(), 2);
        let reversed = compared("de", &[THREE, TWO, ONE]);
        assert_eq!(reversed.shared[0].owners, 3);
    }

    #[test]
    fn a_text_opens_with_its_first_whole_sentence() {
        let found = compared("de", &[ONE, "Feuer im Hafen", TWO]);
        let openings = found.openings.iter().map(Option::as_deref);
        let openings: Vec<_> = openings.collect();
        assert_eq!(
            openings,
            [
                Some("Im Hafen von Kaltenhagen hat am Montag ein Lagerhaus gebrannt."),
                None,
                Some("Ein Lagerhaus im Hafen von Kaltenhagen hat am Montag gebrannt.")
            ]
        );
    }

    #[test]
    fn sentences_with_other_figures_are_not_shared() {
        for case in [
            "de: Das Land übernimmt 16,6 Prozent der Kosten, sofern die Anträge rechtzeitig eingehen. \
             => Das Land übernimmt 15,7 Prozent der Kosten, sofern die Anträge rechtzeitig eingehen.",
            "de: Die neue Brücke über die Luhe wird am 3. März eröffnet. \
             => Die neue Brücke über die Luhe wird am 3. April eröffnet.",
            "de: Die Stadt hat den Bericht über die Brücke am Montag vorgelegt. \
             => Den Bericht über die Brücke hat die Stadt am Dienstag vorgelegt.",
            "de: Beim Brand im Hafen von Kaltenhagen starben 12, verletzt wurden 14. \
             => Beim Brand im Hafen von Kaltenhagen starben 14, verletzt wurden 12.",
            "en: The fire in the harbour warehouse of Kaltenhagen injured several workers badly. \
             => The fire in the harbour warehouse of Kaltenhagen injured 12 workers badly.",
        ] {
            let (language, texts) = case.split_once(": ").unwrap();
            let (one, two) = texts.split_once(" => ").unwrap();
            let found = compared(language, &[one, two]);
            assert!(found.shared.is_empty(), "{:?}", found.shared);
            // each is like itself
            assert_eq!(compared(language, &[one, one]).shared.len(), 1, "{one}");
        }
    }

    #[test]
    fn one_publisher_shares_nothing_with_itself() {
        let texts = [ONE, ONE].map(|text| ComparedText { text, owner: "a" });
        assert!(compare(&texts, "de").shared.is_empty());
        assert_eq!(compare(&[], "de"), Comparison::default());
    }

    #[test]
    fn a_sentence_ends_with_the_stop_of_its_script() {
        let one = "बंदरगाह के एक बड़े गोदाम में सोमवार सुबह भीषण आग लग गई और कई मजदूर घायल हुए।";
        assert_eq!(compared("hi", &[one, one]).shared.len(), 1);
    }

    #[test]
    fn any_text_can_be_compared() {
        let long = "Wort ".repeat(10_000);
        let different: Vec<String> = (0..60_000).map(|n| format!("wort{n}")).collect();
        let many = format!("{}. ", different.join(" ")).repeat(3);
        for text in [
            "",
            "\0",
            "“",
            "1 2 3 4 5. 6 7",
            long.as_str(),
            many.as_str(),
            "漢字だけの文。もう一つの文。",
        ] {
            compared("und", &[text, text]);
        }
    }
}
