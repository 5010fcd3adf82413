//! Short forms of names: "Trump" for "Donald Trump", "U.S." for "United States".

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Entity, EntityKind};

/// Minimum articles that have both forms.
const MIN_ARTICLES: u32 = 3;

/// Minimum share, in per cent, of the articles with a short form and a full one in which the full one is the same.
const MIN_PERCENT: u32 = 80;

/// Maximum pairs of a short form and a full one; with more, all numbers of articles are halved.
const MAX_PAIRS: usize = 50_000;

/// What the short names of the articles so far stand for, by the articles that have both forms.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Aliases(BTreeMap<String, BTreeMap<String, u32>>);

impl Aliases {
    /// The short forms of one article.
    pub(crate) fn of(names: &[Entity]) -> Self {
        let mut aliases = Self::default();
        for name in names
            .iter()
            .filter(|name| without_stops(&name.text) != name.norm)
        {
            let full = aliases.0.entry(name.text.clone()).or_default();
            full.insert(name.norm.clone(), 1);
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
        while self.pairs() > MAX_PAIRS {
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

    /// Gives the names that are short forms in other articles their full form.
    pub(crate) fn complete(&self, names: &mut [Entity]) {
        for name in names {
            if let Some(full) = self.full(&name.norm) {
                full.clone_into(&mut name.norm);
            }
        }
    }

    fn full(&self, short: &str) -> Option<&str> {
        let full = self.0.get(short)?;
        let (name, articles) = full.iter().max_by_key(|(_, articles)| **articles)?;
        let all: u32 = full.values().sum();
        (*articles >= MIN_ARTICLES && articles * 100 >= all * MIN_PERCENT).then_some(name)
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
        let bare = without_stops(&name.norm);
        let is_short =
            (2..=5).contains(&bare.len()) && bare.bytes().all(|b| b.is_ascii_uppercase());
        if is_short {
            name.norm = full.get(&bare).cloned().flatten().unwrap_or(bare);
        }
    }
}

fn without_stops(name: &str) -> String {
    name.chars().filter(|c| *c != '.').collect()
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
    fn initials_stand_for_the_name_that_the_text_spells_out() {
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
    fn a_short_name_stands_for_what_other_articles_say() {
        let article = |full: &str| {
            let mut names = named(&[full, "Kern"]);
            names[1].norm = full.to_owned();
            Aliases::of(&names)
        };
        let mut aliases = Aliases::default();
        let norm = |aliases: &Aliases| {
            let mut names = named(&["Kern"]);
            aliases.complete(&mut names);
            names.remove(0).norm
        };
        for expected in ["Kern", "Kern", "Ada Kern"] {
            aliases.add(&article("Ada Kern"));
            assert_eq!(norm(&aliases), expected);
        }
        // Another person of the name: from now on nobody can tell.
        aliases.add(&article("Bert Kern"));
        assert_eq!(norm(&aliases), "Kern");
    }
}
