//! Finds names by capitalisation.

use std::collections::{HashMap, HashSet};

use super::sequences::{
    EntityKind, Sequence, ends_organisation, particles, precedes_person, sequences,
};
use super::{Entity, Gazetteer, by_last_word, key};
use crate::Lexicon;
use crate::tokens::{Gap, Token, tokens};

/// The names in a text, in order. An empty gazetteer finds names by the rules of English.
pub(super) fn names(text: &str, language: &str, gazetteer: &Gazetteer) -> Vec<Entity> {
    let words = tokens(text);
    let wanted = |at: usize| is_part(&words, at, gazetteer);
    let particles = particles(&Lexicon::of(language));
    let found = sequences(&words, &particles, wanted);
    let full = full_forms(&words, &found, gazetteer);
    let labels = labels(&words, &found, gazetteer);
    let mut offsets = text::CodePointCounter::new(text);
    let mut entities = Vec::new();
    for (sequence, label) in found.iter().zip(labels) {
        let own = words.get(sequence.first..sequence.end).unwrap_or_default();
        let (Some(first), Some(last)) = (own.first(), own.last()) else {
            continue;
        };
        let written = text.get(first.start..last.end()).unwrap_or_default();
        let norm = match own {
            [only] => full.get(only.text).copied().flatten(),
            _ => None,
        };
        let norm = norm.and_then(|at| found.get(at)).map_or_else(
            || spelled(own),
            |s| spelled(words.get(s.first..s.end).unwrap_or_default()),
        );
        entities.push(Entity {
            text: written.to_owned(),
            label,
            start: offsets.count_to(first.start),
            end: offsets.count_to(last.end()),
            norm,
        });
    }
    entities
}

/// Whether a capitalised word belongs to a name.
fn is_part(words: &[Token<'_>], at: usize, gazetteer: &Gazetteer) -> bool {
    let Some(word) = words.get(at) else {
        return false;
    };
    if !word.text.chars().next().is_some_and(char::is_alphabetic) {
        return false;
    }
    let before = at.checked_sub(1).and_then(|b| words.get(b));
    if gazetteer.is_name(word, before) {
        return true;
    }
    // A new word is a name if it is beside one.
    let near = |other: Option<&Token<'_>>, gap: Gap| {
        other.is_some_and(|w| {
            w.capital
                && gap == Gap::Blank
                && gazetteer.is_new(word.text)
                && gazetteer.is_name(w, None)
        })
    };
    let after = words.get(at + 1);
    let cue = before.is_some_and(|w| precedes_person(w.text) && word.gap != Gap::Sentence);
    let company = after.is_some_and(|w| ends_organisation(w.text) && w.gap == Gap::Blank);
    (cue && gazetteer.is_new(word.text))
        || (company && gazetteer.is_new(word.text))
        || near(before, word.gap)
        || near(after, after.map_or(Gap::Sentence, |w| w.gap))
}

/// The longer names by their last word; `None` if two names end in it.
fn full_forms<'a>(
    words: &[Token<'a>],
    found: &[Sequence],
    gazetteer: &Gazetteer,
) -> HashMap<&'a str, Option<usize>> {
    let here: HashSet<u64> = found.iter().map(|sequence| sequence.key(words)).collect();
    let longer = found.iter().enumerate().filter_map(|(at, sequence)| {
        let own = words.get(sequence.first..sequence.end)?;
        match own {
            [.., _, last] if !joins_names(own, &here, gazetteer) => Some((last.text, at)),
            _ => None,
        }
    });
    let key = |at: usize| found.get(at).map(|sequence| sequence.key(words));
    by_last_word(longer, |a, b| key(a) == key(b))
}

/// Whether a hyphen joins the last word to another name, as in "Israel-Hamas": one that also occurs alone in the text, or is known as a
/// place or an organisation.
fn joins_names(own: &[Token<'_>], here: &HashSet<u64>, gazetteer: &Gazetteer) -> bool {
    let joined = own.iter().rev().take_while(|word| word.gap == Gap::Hyphen);
    let joined = joined.count();
    let last = own.len().saturating_sub(1);
    let others = own
        .get(last.saturating_sub(joined)..last)
        .unwrap_or_default();
    others.iter().map(|word| key(word.text)).any(|name| {
        let known = gazetteer.label(name);
        here.contains(&name) || matches!(known, Some(EntityKind::Place | EntityKind::Organisation))
    })
}

/// The label of each name: by its cue, by the cue of another mention in this text, or by the gazetteer.
fn labels(
    words: &[Token<'_>],
    found: &[Sequence],
    gazetteer: &Gazetteer,
) -> Vec<Option<EntityKind>> {
    let mut here: HashMap<u64, Option<EntityKind>> = HashMap::new();
    for sequence in found {
        if let Some(cue) = sequence.cue {
            here.entry(sequence.key(words))
                .and_modify(|known| *known = known.filter(|k| *k == cue))
                .or_insert(Some(cue));
        }
    }
    found
        .iter()
        .map(|sequence| {
            let key = sequence.key(words);
            match (gazetteer.label(key), here.get(&key)) {
                (Some(known), Some(Some(cue))) if known != *cue => None,
                (Some(known), _) => Some(known),
                // Nouns follow "in" too; one cue is not enough where they are capitalised.
                (None, Some(Some(EntityKind::Place))) if gazetteer.capitalises_nouns() => None,
                (None, Some(cue)) => *cue,
                (None, None) => None,
            }
        })
        .collect()
}

fn spelled(words: &[Token<'_>]) -> String {
    let is_letter = |word: &Token<'_>| word.text.chars().nth(1).is_none();
    // "U.S."
    let is_initials =
        words.iter().all(is_letter) && words.iter().skip(1).all(|word| word.gap == Gap::Inner);
    let mut name = String::new();
    for (at, word) in words.iter().enumerate() {
        if at > 0 && !is_initials {
            name.push(if word.gap == Gap::Hyphen { '-' } else { ' ' });
        }
        name.push_str(word.text);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn norm_of(name: &str, text: &str, gazetteer: &Gazetteer) -> String {
        let found = names(text, "und", gazetteer);
        let mention = found.iter().rfind(|entity| entity.text == name);
        mention.map_or_else(String::new, |entity| entity.norm.clone())
    }

    #[test]
    fn particles_are_those_of_the_language_and_foreign_ones_that_are_no_words_of_it() {
        for case in [
            "fr: Ici on attend Greta von der Wick et Ana de la Luna. => Greta von der Wick, Ana de la Luna",
            "pt: Hoje fala Ana dos Campos em Vila. => Ana dos Campos, Vila",
            "ro: Astăzi merge Popa la Viena cu Emil de Wick. => Popa, Viena, Emil de Wick",
            "id: Kemarin ada Surya di Medan bersama Jan van der Wick. => Surya, Medan, Jan van der Wick",
            "tr: Sonra geldi Kaya da Vikte dedi. => Kaya, Vikte",
            "hr: Jučer reče Horvat da Vik nema novca. => Horvat, Vik",
        ] {
            let (text, expected) = case.split_once(" => ").unwrap();
            let (language, text) = text.split_once(": ").unwrap();
            let found: Vec<String> = names(text, language, &Gazetteer::default())
                .into_iter()
                .map(|name| name.text)
                .filter(|name| !text.starts_with(name.as_str()))
                .collect();
            assert_eq!(found.join(", "), expected, "{text}");
        }
    }

    #[test]
    fn initials_with_full_stops_are_one_word() {
        let none = &Gazetteer::default();
        for (name, text, norm) in [
            ("U.S", "Hier on parle avec les U.S. de cela.", "US"),
            ("Ο.Η.Ε", "Χθες μιλούσε με τον Ο.Η.Ε. για αυτό.", "ΟΗΕ"),
            (
                "J. R. Wick",
                "Hier on parle avec J. R. Wick de cela.",
                "J R Wick",
            ),
        ] {
            assert_eq!(norm_of(name, text, none), norm, "{text}");
        }
    }

    #[test]
    fn two_names_with_a_hyphen_are_no_full_form_of_one() {
        let none = &Gazetteer::default();
        let war = "La guerre Israel-Hamas continue. On attend que Israel parle avec Hamas.";
        assert_eq!(norm_of("Hamas", war, none), "Hamas");
        let three = "Le sommet USA-Israel-Iran a commence. On attend que USA parle avec Iran.";
        assert_eq!(norm_of("Iran", three, none), "Iran");
        let alone = "Le sommet Hallbruck-Iran a commence. Ensuite on parle avec Iran.";
        assert_eq!(norm_of("Iran", alone, none), "Hallbruck-Iran");
        let mut known = Gazetteer::default();
        for _ in 0..3 {
            known.learn("On vit assez bien et pas trop cher in Hallbruck, et on travaille aussi beaucoup in Hallbruck.");
        }
        assert_eq!(norm_of("Iran", alone, &known), "Iran");
        let one =
            "Ici parle Marius Kern-Westerhagen aujourd'hui. Puis on ecoute Westerhagen encore.";
        assert_eq!(norm_of("Westerhagen", one, none), "Marius Kern-Westerhagen");
    }
}
