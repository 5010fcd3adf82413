//! Short forms of names: "Trump" for "Donald Trump", "U.S." for "United States".

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::{Entity, EntityKind, Gazetteer, kinds};

/// Number of letters of initials.
const LETTERS: RangeInclusive<usize> = 2..=5;

/// The full forms of the short names in the articles so far, by the number of articles that have both.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Aliases(BTreeMap<String, BTreeMap<String, u32>>);

impl Aliases {
    /// The short forms of one article.
    pub(crate) fn of(names: &[Entity]) -> Self {
        let mut aliases = Self::default();
        for name in names {
            let short = initials_without_stops(&name.text).unwrap_or_else(|| name.text.clone());
            // In other articles, a first name is another person's.
            let is_first = name.norm.split(' ').next() == Some(short.as_str());
            if short != name.norm && !is_first {
                let full = aliases.0.entry(short).or_default();
                full.insert(name.norm.clone(), 1);
            }
        }
        aliases
    }

    /// Adds what other articles say.
    pub(crate) fn add(&mut self, other: &Self) {
        for (short, others) in &other.0 {
            let full = self.0.entry(short.clone()).or_default();
            for (name, articles) in others {
                *full.entry(name.clone()).or_default() += articles;
            }
        }
        // with more pairs, all numbers of articles are halved
        while self.pairs() > 50_000 {
            for full in self.0.values_mut() {
                for articles in full.values_mut() {
                    *articles /= 2;
                }
                full.retain(|_, articles| *articles > 0);
            }
            self.0.retain(|_, full| !full.is_empty());
        }
    }

    fn pairs(&self) -> usize {
        self.0.values().map(BTreeMap::len).sum()
    }

    /// Approximate size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        100 * (self.0.len() + self.pairs())
    }

    /// Gives the names that are short forms in other articles their full form, and all mentions of one the same kind.
    pub(crate) fn complete(&self, names: &mut [Entity], gazetteer: &Gazetteer) {
        for name in &mut *names {
            if let Some(full) = self.full(&name.norm) {
                full.clone_into(&mut name.norm);
            }
        }
        kinds::unify(names, gazetteer);
    }

    fn full(&self, short: &str) -> Option<&str> {
        let full = self.0.get(short)?;
        let (name, articles) = full.iter().max_by_key(|(_, articles)| **articles)?;
        let all: u32 = full.values().sum();
        (*articles >= 3 && articles * 100 >= all * 80).then_some(name)
    }
}

/// Gives initials the full form that the same text has, which is no person; without one, or with two, they only lose their full stops.
pub(super) fn expand_initials(names: &mut [Entity]) {
    let mut full: BTreeMap<String, Option<String>> = BTreeMap::new();
    for name in names
        .iter()
        .filter(|name| name.label != Some(EntityKind::Person))
    {
        if let Some(initials) = initials(&name.norm) {
            let known = full
                .entry(initials)
                .or_insert_with(|| Some(name.norm.clone()));
            *known = known.take().filter(|known| *known == name.norm);
        }
    }
    for name in names {
        if let Some(bare) = initials_without_stops(&name.norm) {
            name.norm = full.get(&bare).cloned().flatten().unwrap_or(bare);
        }
    }
}

/// Gives names in capitals, as in datelines and headings, the form that the same text has otherwise; "NATO" stays if it has no other.
pub(super) fn lower_capitals(names: &mut [Entity]) {
    let mut usual: BTreeMap<String, Option<String>> = BTreeMap::new();
    for name in names.iter().filter(|name| !is_in_capitals(&name.text)) {
        let known = usual
            .entry(name.text.to_uppercase())
            .or_insert_with(|| Some(name.norm.clone()));
        *known = known.take().filter(|known| *known == name.norm);
    }
    for name in names.iter_mut().filter(|name| is_in_capitals(&name.norm)) {
        if let Some(Some(usual)) = usual.get(&name.norm) {
            usual.clone_into(&mut name.norm);
        }
    }
}

/// Whether a name of four letters or more is in capitals; a shorter one is an abbreviation: "US" is not "Us".
fn is_in_capitals(name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic());
    letters.clone().nth(3).is_some() && letters.clone().all(char::is_uppercase)
}

/// The letters of a name that is initials: `US` of `U.S.`.
fn initials_without_stops(name: &str) -> Option<String> {
    let letters: String = name.chars().filter(|c| *c != '.').collect();
    let is_short = LETTERS.contains(&letters.chars().count());
    (is_short && letters.chars().all(char::is_uppercase)).then_some(letters)
}

/// The first letters of the capitalised words of a name; `None` if there is only one.
fn initials(name: &str) -> Option<String> {
    let first = name
        .split([' ', '-'])
        .filter_map(|word| word.chars().next());
    let letters: String = first.filter(|letter| letter.is_uppercase()).collect();
    (letters.chars().count() > 1).then_some(letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Vec<Entity> {
        let entity = |name: &&str| Entity {
            text: (*name).to_owned(),
            label: None,
            start: 0,
            end: 0,
            norm: (*name).to_owned(),
        };
        names.iter().map(entity).collect()
    }

    fn expanded(names: &[&str]) -> Vec<String> {
        let mut names = named(names);
        expand_initials(&mut names);
        names.into_iter().map(|name| name.norm).collect()
    }

    #[test]
    fn initials_have_the_full_form_that_the_text_spells_out() {
        assert_eq!(
            expanded(&["United States", "U.S.", "US"]),
            ["United States"; 3]
        );
        assert_eq!(expanded(&["Bank of Altdorf", "BA"]), ["Bank of Altdorf"; 2]);
        assert_eq!(
            expanded(&["U.S.", "United Steel Workers"]),
            ["US", "United Steel Workers"]
        );
        let two = ["United States", "Ulster Society", "US"];
        assert_eq!(expanded(&two), two);
        let mut person = named(&["Dick Cheney", "DC"]);
        person[0].label = Some(EntityKind::Person);
        expand_initials(&mut person);
        assert_eq!(person[1].norm, "DC");
        assert_eq!(
            expanded(&["J. Kern", "IBM", "Kern"]),
            ["J. Kern", "IBM", "Kern"]
        );
    }

    #[test]
    fn a_name_in_capitals_has_the_form_that_the_text_has_otherwise() {
        for (written, expected) in [
            (["HALLBROOK", "Hallbrook"], "Hallbrook"),
            (["ЗАРЕЧЬЕ", "Заречье"], "Заречье"),
            (["ÖRTÜ", "Örtü"], "Örtü"),
            (["NATO", "Kern"], "NATO"),
            (["WHO", "Who"], "WHO"),
            (["東京", "Kern"], "東京"),
        ] {
            let mut names = named(&written);
            lower_capitals(&mut names);
            assert_eq!(names[0].norm, expected);
        }
        // the full form of the other mention
        let mut names = named(&["KERN & SONS", "Kern & Sons"]);
        names[1].norm = "Kern & Sons of Hallbrook".to_owned();
        lower_capitals(&mut names);
        assert_eq!(names[0].norm, names[1].norm);
    }

    #[test]
    fn initials_of_any_alphabet_are_expanded() {
        assert_eq!(
            expanded(&["Συμβούλιο Κρατών", "Σ.Κ."]),
            ["Συμβούλιο Κρατών"; 2]
        );
        assert_eq!(expanded(&["Союз Городов", "СГ"]), ["Союз Городов"; 2]);
    }

    #[test]
    fn a_first_name_is_short_for_another_person_elsewhere() {
        let mut names = named(&["Ada Kern", "Ada", "Kern"]);
        for name in &mut names {
            name.norm = "Ada Kern".to_owned();
        }
        let aliases = Aliases::of(&names);
        assert_eq!(aliases.0.keys().collect::<Vec<_>>(), ["Kern"]);
    }

    #[test]
    fn a_short_name_has_the_full_form_of_other_articles() {
        let article = |full: &str| {
            let mut names = named(&[full, "Kern"]);
            names[1].norm = full.to_owned();
            Aliases::of(&names)
        };
        let mut aliases = Aliases::default();
        let norm = |aliases: &Aliases| {
            let mut names = named(&["Kern"]);
            aliases.complete(&mut names, &Gazetteer::default());
            names.remove(0).norm
        };
        for expected in ["Kern", "Kern", "Ada Kern"] {
            aliases.add(&article("Ada Kern"));
            assert_eq!(norm(&aliases), expected);
        }
        // A second person has the name, so that it is ambiguous.
        aliases.add(&article("Bert Kern"));
        assert_eq!(norm(&aliases), "Kern");
    }

    #[test]
    fn initials_are_learned_however_they_are_written() {
        let mut aliases = Aliases::default();
        for written in ["U.S.", "US", "U.S."] {
            let mut names = named(&["United States", written, "St. Kern"]);
            expand_initials(&mut names);
            aliases.add(&Aliases::of(&names));
        }
        assert_eq!(aliases.pairs(), 1);
        for written in ["US", "U.S."] {
            let mut names = named(&[written]);
            expand_initials(&mut names);
            aliases.complete(&mut names, &Gazetteer::default());
            assert_eq!(names[0].norm, "United States", "{written}");
        }
    }
}
