//! An ordered map that is saved in pages, of which only the changed ones are written.

use std::collections::{BTreeMap, BTreeSet};

/// Number of keys per page.
const PAGE: u64 = 32;

/// A map keyed by numbers that grow with time, so that new entries are in the last pages.
#[derive(Debug, Clone)]
pub(crate) struct Pages<K, V> {
    entries: BTreeMap<K, V>,
    changed: BTreeSet<u64>,
}

impl<K, V> Default for Pages<K, V> {
    fn default() -> Self {
        Self {
            entries: BTreeMap::new(),
            changed: BTreeSet::new(),
        }
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for Pages<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

fn page_of(key: impl Into<u64>) -> u64 {
    key.into() / PAGE
}

impl<K: Copy + Ord + Into<u64> + TryFrom<u64>, V> Pages<K, V> {
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.entries.get(key)
    }

    /// Marks the page as changed.
    pub(crate) fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let entry = self.entries.get_mut(key)?;
        self.changed.insert(page_of(*key));
        Some(entry)
    }

    pub(crate) fn insert(&mut self, key: K, value: V) {
        self.changed.insert(page_of(key));
        self.entries.insert(key, value);
    }

    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        let entry = self.entries.remove(key)?;
        self.changed.insert(page_of(*key));
        Some(entry)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.entries.iter()
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &V> {
        self.entries.values()
    }

    /// The numbers of the pages that have changed since the last call.
    pub(crate) fn take_changed(&mut self) -> BTreeSet<u64> {
        std::mem::take(&mut self.changed)
    }

    /// The entries of a page.
    pub(crate) fn page(&self, number: u64) -> Vec<(&K, &V)> {
        let Ok(first) = K::try_from(number * PAGE) else {
            return Vec::new();
        };
        let from = self.entries.range(first..);
        from.take_while(|(key, _)| page_of(**key) == number)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_changed_if_one_of_its_entries_is() {
        let mut pages: Pages<u32, char> = Pages::default();
        pages.insert(0, 'a');
        pages.insert(31, 'b');
        pages.insert(32, 'c');
        assert_eq!(pages.take_changed(), BTreeSet::from([0, 1]));
        assert_eq!(pages.page(0), [(&0, &'a'), (&31, &'b')]);
        assert_eq!(pages.get(&0), Some(&'a'));
        assert!(pages.take_changed().is_empty());
        *pages.get_mut(&32).unwrap() = 'd';
        assert_eq!(pages.take_changed(), BTreeSet::from([1]));
        assert_eq!(pages.remove(&32), Some('d'));
        assert_eq!(pages.remove(&32), None);
        assert_eq!(pages.take_changed(), BTreeSet::from([1]));
        assert!(pages.page(1).is_empty());
    }
}
