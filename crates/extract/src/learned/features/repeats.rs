//! Text that occurs twice on the page: summaries, repeated captions, copies for different screens.

use super::columns::{BlockFeature, RowWriter, count};
use super::text::TextMeasures;
use crate::hash::shingles;

/// Words of a shingle.
const SHINGLE_WORDS: usize = 4;

/// For each block: the share of its sampled shingles that are in an earlier and in a later block.
#[derive(Debug, Default)]
pub(super) struct Repeats(Vec<[f32; 2]>);

/// The first and last block with a shingle; shingle 0 marks an empty slot.
#[derive(Clone, Copy)]
struct Place {
    shingle: u64,
    first: u32,
    last: u32,
}

impl Repeats {
    pub(super) fn of(texts: &[TextMeasures], hashes: &[u64]) -> Self {
        let mut places = Places::for_words(hashes.len());
        for (block, text) in (0..).zip(texts) {
            for shingle in shingles(text.hashes(hashes), SHINGLE_WORDS) {
                places.note(shingle, block);
            }
        }
        let shares = (0..).zip(texts).map(|(block, text)| {
            let (mut all, mut before, mut after) = (0, 0, 0);
            for shingle in shingles(text.hashes(hashes), SHINGLE_WORDS) {
                let place = places.find(shingle);
                all += 1;
                before += usize::from(place.first < block);
                after += usize::from(place.last > block);
            }
            let all = count(all.max(1));
            [count(before) / all, count(after) / all]
        });
        Self(shares.collect())
    }

    pub(super) fn write(&self, block: usize, row: &mut RowWriter) {
        let [before, after] = self.0[block];
        row.set(BlockFeature::RepeatsBefore, before);
        row.set(BlockFeature::RepeatsAfter, after);
    }
}

/// A hash table with open addressing, sized for the page.
struct Places {
    slots: Vec<Place>,
    mask: usize,
}

impl Places {
    fn for_words(words: usize) -> Self {
        let slots = (words / 2).next_power_of_two().max(16);
        let empty = Place {
            shingle: 0,
            first: 0,
            last: 0,
        };
        Self {
            slots: vec![empty; slots],
            mask: slots - 1,
        }
    }

    /// The slot of a shingle. There is always a free one: each word begins at most one shingle, and few are sampled.
    fn slot(&self, shingle: u64) -> usize {
        let mut slot = (shingle >> 20) as usize & self.mask;
        // bounded, in case a page is crafted to cause collisions
        for _ in 0..64 {
            if self.slots[slot].shingle == 0 || self.slots[slot].shingle == shingle {
                break;
            }
            slot = (slot + 1) & self.mask;
        }
        slot
    }

    fn note(&mut self, shingle: u64, block: u32) {
        let slot = self.slot(shingle);
        let place = &mut self.slots[slot];
        if place.shingle == shingle {
            place.last = block;
        } else {
            *place = Place {
                shingle,
                first: block,
                last: block,
            };
        }
    }

    fn find(&self, shingle: u64) -> Place {
        let place = self.slots[self.slot(shingle)];
        if place.shingle == shingle {
            place
        } else {
            Place {
                shingle,
                first: u32::MAX,
                last: 0,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::measure;
    use super::*;

    #[test]
    fn a_repeated_text_is_found_from_both_places() {
        let long = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen";
        let mut hashes = Vec::new();
        let texts = [
            long,
            "something else stands in between the two of them here",
            long,
        ]
        .map(|text| measure(text, &mut hashes));
        let repeats = Repeats::of(&texts, &hashes);
        assert_eq!(repeats.0, [[0.0, 1.0], [0.0, 0.0], [1.0, 0.0]]);
    }
}
