//! Whether two sentences have the same figures.

use std::collections::BTreeSet;

use words::numbers::AND;

use super::{Sentence, stems};
use crate::facts::{Amount, AmountKind, is_clause_mark};
use crate::lexicon::Lexicon;

/// Maximum figures of a sentence that is no list of figures.
pub(super) const MAX_FIGURES: usize = 12;

/// Whether two sentences have exactly the same figures, each about the same thing. They do if the figures are in the same order, and
/// the words beside each figure do not fit another figure of the other sentence better. Another order is accepted only where it cannot
/// change the meaning: each kind of figure occurs once, or there are two figures with different units.
pub(super) fn same_figures(one: &Sentence<'_>, two: &Sentence<'_>) -> bool {
    let (a, b) = (&one.amounts, &two.amounts);
    if a.len() != b.len() || a.len() > MAX_FIGURES {
        return false;
    }
    let is_same = |a, b| is_same((one, a), (two, b));
    if a.iter().zip(b).all(|(a, b)| is_same(a, b)) {
        return a.len() < 2 || one.beside == two.beside || have_same_words(one, two);
    }
    if a.len() < 2 || !can_be_moved(a) || !can_be_moved(b) {
        return false;
    }
    // Each has one counterpart at most.
    a.iter().all(|a| b.iter().any(|b| is_same(a, b)))
        && b.iter().all(|b| a.iter().any(|a| is_same(a, b)))
}

/// Whether two figures have the same kind, value and unit. A figure without a unit may have any. If each has a word that
/// may be its unit and that the other sentence does not have, they count different things: "12 people died", "12 people arrested".
fn is_same((one, a): (&Sentence<'_>, &Amount), (two, b): (&Sentence<'_>, &Amount)) -> bool {
    let has = |amount: &Amount, key: u64| amount.units.iter().any(|unit| unit.key == key);
    let fits =
        a.units.is_empty() || b.units.is_empty() || a.units.iter().any(|unit| has(b, unit.key));
    let has_other = |amount: &Amount, sentence: &Sentence<'_>| {
        let mut units = amount.units.iter();
        units.any(|unit| sentence.stems.binary_search(&unit.key).is_err())
    };
    a.kind == b.kind && a.value == b.value && fits && !(has_other(a, two) && has_other(b, one))
}

/// Whether the order of figures cannot change the meaning: each is of another kind, or there are two that count different things.
fn can_be_moved(amounts: &[Amount]) -> bool {
    let are_kinds = amounts.iter().enumerate().all(|(at, amount)| {
        let mut before = amounts.iter().take(at);
        before.all(|other| other.kind != amount.kind)
    });
    let [one, two] = amounts else {
        return are_kinds;
    };
    let are_counts = [one, two]
        .iter()
        .all(|amount| amount.kind == AmountKind::Count && !amount.units.is_empty());
    are_kinds || are_counts && !is_unit_shared(one, two)
}

fn is_unit_shared(one: &Amount, two: &Amount) -> bool {
    let mut keys = one.units.iter().map(|unit| unit.key);
    keys.any(|key| two.units.iter().any(|unit| unit.key == key))
}

/// Whether the words beside each figure fit its counterpart in the other sentence at least as well as any other figure of that kind:
/// "12 starben, 14 wurden verletzt" is not "12 wurden verletzt, 14 starben".
fn have_same_words(one: &Sentence<'_>, two: &Sentence<'_>) -> bool {
    let shared = |a: usize, b: usize| one.beside[a].intersection(&two.beside[b]).count();
    let kind = |at: usize| one.amounts[at].kind;
    (0..one.beside.len()).all(|at| {
        let own = shared(at, at);
        let others = (0..one.beside.len()).filter(|other| *other != at && kind(*other) == kind(at));
        let mut others = others.map(|other| shared(at, other).max(shared(other, at)));
        others.all(|shared| shared <= own)
    })
}

/// The stems beside each figure of a sentence, with those of its units: from the figure before it, or a mark or "and" after that, to
/// the figure after it, or a mark or "and" before that.
pub(super) fn words_beside(
    written: &str,
    amounts: &[Amount],
    lexicon: &Lexicon,
) -> Vec<BTreeSet<u64>> {
    let mut beside: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); amounts.len()];
    let spans = amounts.iter().map(Amount::span);
    let starts = spans.clone().map(|span| span.start);
    let ends = std::iter::once(0).chain(spans.map(|span| span.end));
    // What is before each figure, and what is after the last.
    for (at, (start, end)) in ends.zip(starts.chain([written.len()])).enumerate() {
        let between = written.get(start..end).unwrap_or_default();
        let (before, after) = (at.checked_sub(1), Some(at));
        let parts = if before.is_some() && at < amounts.len() {
            phrases(between, lexicon)
        } else {
            vec![between]
        };
        let last = parts.len() - 1;
        for (index, part) in parts.into_iter().enumerate() {
            let (words, _) = stems(part, lexicon);
            let before = before.filter(|_| index < last || last == 0);
            let after = after.filter(|_| index > 0 || last == 0);
            for figure in [before, after].into_iter().flatten() {
                if let Some(known) = beside.get_mut(figure) {
                    known.extend(&words);
                }
            }
        }
    }
    beside
}

/// The parts of a text between marks and words such as "and".
fn phrases<'a>(text: &'a str, lexicon: &Lexicon) -> Vec<&'a str> {
    let ands = words::of(AND, lexicon.code());
    let mut parts = Vec::new();
    let mut start = 0;
    let mut word_start = 0;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if c.is_alphanumeric() {
            continue;
        }
        let word = text.get(word_start..at).unwrap_or_default().to_lowercase();
        let end = if ands.contains(&word.as_str()) {
            word_start
        } else {
            at
        };
        word_start = at + c.len_utf8();
        if is_clause_mark(c) || end < at {
            parts.extend(text.get(start..end));
            start = word_start;
        }
    }
    parts.extend(text.get(start..).or(Some("")));
    parts
}

#[cfg(test)]
mod tests {
    use super::super::tests::{compared, figures};

    #[test]
    fn sentences_with_figures_of_other_things_are_not_shared() {
        for (language, one, two) in [
            // other units
            (
                "en",
                "The council will spend £5m on the new harbour bridge of Kaltenhagen.",
                "The council will spend $5m on the new harbour bridge of Kaltenhagen.",
            ),
            (
                "de",
                "Die Feuerwehr meldet nach dem Brand im Hafen von Kaltenhagen 12 Tote.",
                "Die Feuerwehr meldet nach dem Brand im Hafen von Kaltenhagen 12 Verletzte.",
            ),
            (
                "en",
                "After the harbour fire of Kaltenhagen, officials said that 12 people died.",
                "After the harbour fire of Kaltenhagen, officials said that 12 people fled.",
            ),
            (
                "en",
                "After the harbour fire of Kaltenhagen, doctors treated 12 elderly residents for burns.",
                "After the harbour fire of Kaltenhagen, doctors treated 12 elderly visitors for burns.",
            ),
            // another order
            (
                "de",
                "Beim Brand im Hafen von Kaltenhagen starben 12, verletzt wurden 14.",
                "Beim Brand im Hafen von Kaltenhagen starben 14, verletzt wurden 12.",
            ),
            (
                "de",
                "Beim Brand im Hafen von Kaltenhagen starben 12 Menschen, verletzt wurden 14.",
                "Beim Brand im Hafen von Kaltenhagen wurden 12 Menschen verletzt, 14 starben.",
            ),
            (
                "en",
                "In the harbour fire of Kaltenhagen 12 people died and 14 people were injured.",
                "In the harbour fire of Kaltenhagen 12 people were injured and 14 people died.",
            ),
            (
                "de",
                "Der Sturm traf am Montag 12 Häuser und am Dienstag 14 Häuser in Kaltenhagen.",
                "Der Sturm traf am Montag 14 Häuser und am Dienstag 12 Häuser in Kaltenhagen.",
            ),
            (
                "de",
                "Beim Brand im Hafen von Kaltenhagen starben 12 und verletzt wurden 14.",
                "Beim Brand im Hafen von Kaltenhagen verletzt wurden 12 und es starben 14.",
            ),
            (
                "de",
                "Bei dem Brand in Kaltenhagen: 12 Menschen starben, verletzt wurden 14.",
                "Bei dem Brand in Kaltenhagen: 12 Menschen wurden verletzt, es starben 14.",
            ),
            (
                "en",
                "The fire brigade of Kaltenhagen lists the dead: 12, the injured: 14.",
                "The fire brigade of Kaltenhagen lists the injured: 12, the dead: 14.",
            ),
            // repeated
            (
                "de",
                "Für die Brücke zahlt die Stadt 12 Euro und das Land 12 Euro.",
                "Für die Brücke zahlt die Stadt und das Land 12 Euro.",
            ),
            // in words
            (
                "en",
                "The harbour fire of Kaltenhagen injured three hundred and fifty people badly.",
                "The harbour fire of Kaltenhagen injured three hundred and twenty people badly.",
            ),
            (
                "en",
                "The harbour fire of Kaltenhagen injured fifteen people very badly.",
                "The harbour fire of Kaltenhagen injured sixteen people very badly.",
            ),
            (
                "ja",
                "港の新しい橋で起きた火災で三人が死亡した。",
                "港の新しい橋で起きた火災で四人が死亡した。",
            ),
            (
                "ko",
                "항구 축제에 3만5000명이 모여 새 다리를 구경했다.",
                "항구 축제에 3만6000명이 모여 새 다리를 구경했다.",
            ),
            // years and sums
            (
                "de",
                "Die Karte für das Konzert am Hafen von Kaltenhagen kostet 1850 Euro.",
                "Die Karte für das Konzert am Hafen von Kaltenhagen kostet 1850 Dollar.",
            ),
        ] {
            let found = compared(language, &[one, two]);
            assert!(found.shared.is_empty(), "{:?}", found.shared);
            // each is like itself
            assert_eq!(compared(language, &[one, one]).shared.len(), 1, "{one}");
        }
    }

    #[test]
    fn figures_in_another_order_are_shared_if_the_meaning_is_the_same() {
        for (language, one, two) in [
            (
                "de",
                "Am Montag wurde die Feuerwehr um 20 Uhr zum Hafen gerufen.",
                "Um 20 Uhr wurde die Feuerwehr am Montag zum Hafen gerufen.",
            ),
            (
                "de",
                "Beim Brand im Hafen von Kaltenhagen gab es 12 Tote und 14 Verletzte.",
                "Beim Brand im Hafen von Kaltenhagen gab es 14 Verletzte und 12 Tote.",
            ),
            (
                "de",
                "Beim Brand im Hafen starben 12 Menschen, 14 wurden verletzt.",
                "12 Menschen starben beim Brand im Hafen, 14 wurden verletzt.",
            ),
        ] {
            let found = compared(language, &[one, two]);
            assert_eq!(found.shared.len(), 1, "{one}");
        }
    }

    #[test]
    fn a_sum_that_may_be_a_year_is_no_time() {
        let found = compared(
            "de",
            &[
                "Die Karte für das Konzert am Hafen von Kaltenhagen kostet 1850 Euro.",
                "Die Karte für das Konzert am Hafen von Kaltenhagen kostet 1920 Euro.",
            ],
        );
        assert_eq!(figures(&found), ["Euro: 1850 Euro [0], 1920 Euro [1]"]);
    }
}
