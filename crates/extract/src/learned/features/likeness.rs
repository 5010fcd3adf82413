//! Similarity of a block to others: to the nearest running text, and by its beginning and end.

use super::columns::{BlockFeature, RowWriter, count};
use super::containers::Containers;
use super::containers::number;
use super::elements::parent_of;
use super::text::TextMeasures;
use html::TextDocument;

/// Maximum distance in blocks.
const MAX_DISTANCE: usize = 60;
/// Minimum words and maximum link density of running text.
const RUNNING_TEXT: (u32, f32) = (15, 0.4);

/// For each block: values in the order of the columns from [`BlockFeature::FromLong`] on.
#[derive(Debug, Default)]
pub(super) struct Likeness(Vec<[f32; 8]>);

impl Likeness {
    pub(super) fn of(
        document: &TextDocument,
        containers: &Containers,
        texts: &[TextMeasures],
        hashes: &[u64],
    ) -> Self {
        let mut rows = vec![[0.0; 8]; texts.len()];
        let beside = Beside {
            document,
            containers,
        };
        let mut last = None;
        for (block, row) in rows.iter_mut().enumerate() {
            row[..3].copy_from_slice(&beside.features(block, last));
            last = beside.if_long(block).or(last);
        }
        let mut last = None;
        for (block, row) in rows.iter_mut().enumerate().rev() {
            row[3..6].copy_from_slice(&beside.features(block, last));
            last = beside.if_long(block).or(last);
        }
        let starts = of_equals(texts, |text| pair(text.hashes(hashes).first_chunk()));
        let ends = of_equals(texts, |text| pair(text.hashes(hashes).last_chunk()));
        for (row, (start, end)) in rows.iter_mut().zip(starts.into_iter().zip(ends)) {
            row[6] = start;
            row[7] = end;
        }
        Self(rows)
    }

    pub(super) fn write(&self, block: usize, row: &mut RowWriter) {
        row.set_from(BlockFeature::FromLong, &self.0[block]);
    }
}

struct Beside<'a> {
    document: &'a TextDocument,
    containers: &'a Containers,
}

impl Beside<'_> {
    fn if_long(&self, block: usize) -> Option<usize> {
        let measured = &self.document.blocks[block];
        (measured.words >= RUNNING_TEXT.0 && measured.link_density() < RUNNING_TEXT.1)
            .then_some(block)
    }

    fn parent(&self, block: usize) -> usize {
        parent_of(self.document, self.document.blocks[block].element as usize)
    }

    /// Distance to the nearest running text, and whether it has the same parent and the same path.
    fn features(&self, block: usize, long: Option<usize>) -> [f32; 3] {
        let Some(long) = long else {
            return [count(MAX_DISTANCE), -1.0, -1.0];
        };
        let paths = &self.containers.class_paths;
        [
            count(block.abs_diff(long).min(MAX_DISTANCE)),
            f32::from(u8::from(self.parent(block) == self.parent(long))),
            f32::from(u8::from(paths[block] == paths[long])),
        ]
    }
}

fn pair(words: Option<&[u64; 2]>) -> Option<u64> {
    words.map(|[one, two]| one.rotate_left(9) ^ two)
}

/// For each block: the number of blocks with the same key; 0 without a key.
fn of_equals(texts: &[TextMeasures], key: impl Fn(&TextMeasures) -> Option<u64>) -> Vec<f32> {
    let keys: Vec<Option<u64>> = texts.iter().map(key).collect();
    let flat: Vec<u64> = keys.iter().map(|key| key.unwrap_or_default()).collect();
    let (numbers, groups) = number(&flat);
    let mut sizes = vec![0_usize; groups];
    for number in &numbers {
        sizes[*number as usize] += 1;
    }
    let sizes = std::iter::zip(keys, numbers)
        .map(|(key, number)| key.map_or(0, |_| sizes[number as usize]));
    sizes.map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{NAMES, PageFeatures, WIDTH};
    use super::*;
    use html::parse;

    #[test]
    fn the_nearest_long_blocks_are_seen_on_both_sides() {
        let long = "word ".repeat(20);
        let document = parse(&format!(
            "<div><p>{long}<h2>Read more here</h2></div><div><p>Read more there<p>{long}</div>"
        ));
        let page = PageFeatures::of(&document);
        let mut row = [0.0; WIDTH];
        page.write_row(1, &mut row);
        let first = BlockFeature::FromLong as usize;
        let values: [f32; 8] = std::array::from_fn(|at| row[first + at]);
        let wanted = [1.0, 1.0, 0.0, 2.0, 0.0, 0.0, 2.0, 1.0];
        assert_eq!(values.map(f32::to_bits), wanted.map(f32::to_bits));
        assert_eq!(NAMES[first], "from_long");
    }
}
