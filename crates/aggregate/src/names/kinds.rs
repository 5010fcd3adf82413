//! One kind for all mentions of a name in a text.

use std::collections::HashMap;

use super::sequences::EntityKind;
use super::{Entity, Gazetteer, key};
use crate::hash;
use crate::tokens::tokens;

/// The kind of most mentions of each name; of equally frequent kinds, the one that the name has in other articles, or the first.
pub(super) fn most_frequent<'a>(
    mentions: impl Iterator<Item = (&'a str, EntityKind)>,
    gazetteer: &Gazetteer,
) -> HashMap<&'a str, EntityKind> {
    let mut votes: HashMap<&str, Vec<(EntityKind, usize)>> = HashMap::new();
    for (name, kind) in mentions {
        let kinds = votes.entry(name).or_default();
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let choose = |name: &str, kinds: &[(EntityKind, usize)]| {
        let max = kinds.iter().map(|(_, count)| *count).max()?;
        let mut best = kinds.iter().filter(|(_, count)| *count == max);
        let (first, _) = best.next()?;
        let elsewhere = best
            .next()
            .and_then(|_| kind_in_other_articles(name, gazetteer));
        let is_best = |kind: &EntityKind| kinds.contains(&(*kind, max));
        Some(elsewhere.filter(is_best).unwrap_or(*first))
    };
    let chosen = votes
        .iter()
        .filter_map(|(name, kinds)| Some((*name, choose(name, kinds)?)));
    chosen.collect()
}

/// The kind of a name in other articles, if it is certain.
fn kind_in_other_articles(name: &str, gazetteer: &Gazetteer) -> Option<EntityKind> {
    let words = tokens(name);
    let keys = words.iter().map(|word| key(word.text));
    gazetteer.label(keys.reduce(hash::pair)?)
}

/// Gives all mentions of a name their usual kind; a name without any kind gets none.
pub(super) fn unify(entities: &mut [Entity], gazetteer: &Gazetteer) {
    let mentions = entities.iter();
    let mentions = mentions.filter_map(|entity| Some((entity.norm.as_str(), entity.label?)));
    let usual = most_frequent(mentions, gazetteer);
    let kinds: Vec<Option<EntityKind>> = entities
        .iter()
        .map(|entity| usual.get(entity.norm.as_str()).copied())
        .collect();
    for (entity, kind) in entities.iter_mut().zip(kinds) {
        entity.label = kind;
    }
}

#[cfg(test)]
mod tests {
    use EntityKind::{Organisation, Person, Place};

    use super::*;

    #[test]
    fn a_name_has_the_kind_of_most_mentions_in_a_text() {
        let entity = |norm: &str, label: Option<EntityKind>| Entity {
            text: norm.to_owned(),
            label,
            start: 0,
            end: 1,
            norm: norm.to_owned(),
        };
        let mut gazetteer = Gazetteer::default();
        for _ in 0..3 {
            gazetteer.learn("They met in Apple, and all went home to rest in Apple again.");
        }
        let mentions = [
            ("Trump", Some(Place), Some(Person)),
            ("Trump", Some(Person), Some(Person)),
            ("Trump", None, Some(Person)),
            ("Trump", Some(Person), Some(Person)),
            ("US", Some(Organisation), Some(Organisation)),
            ("US", Some(Place), Some(Organisation)),
            ("Apple", Some(Organisation), Some(Place)),
            ("Apple", Some(Place), Some(Place)),
            ("Hof", None, None),
        ];
        let mut entities = mentions.map(|(norm, label, _)| entity(norm, label));
        unify(&mut entities, &gazetteer);
        for (entity, (_, _, expected)) in entities.iter().zip(mentions) {
            assert_eq!(entity.label, expected, "{entity:?}");
        }
    }
}
