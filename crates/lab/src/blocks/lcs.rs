//! The longest common subsequence, 64 cells at a time.

/// For each item of `a`, the index of the item of `b` it is matched with in a longest common subsequence.
///
/// Bit-parallel as in H. Hyyrö, *Bit-Parallel LCS-length Computation Revisited* (AWOCA 2004): row i holds a zero in each
/// column where the length grows. All rows are kept for backtracking: `a.len() * b.len() / 8` bytes. Items are numbers below
/// `kinds`.
pub(super) fn matches(a: &[u32], b: &[u32], kinds: usize) -> Vec<Option<u32>> {
    let words = b.len().div_ceil(64);
    let mut masks = vec![0_u64; kinds * words];
    for (column, item) in b.iter().enumerate() {
        masks[*item as usize * words + column / 64] |= 1 << (column % 64);
    }
    let mut rows = vec![u64::MAX; (a.len() + 1) * words];
    for (row, item) in a.iter().enumerate() {
        let (before, after) = rows.split_at_mut((row + 1) * words);
        let before = &before[row * words..];
        let at = *item as usize * words;
        let mut carry = false;
        for ((new, old), mask) in after.iter_mut().zip(before).zip(&masks[at..at + words]) {
            let hits = old & mask;
            let (sum, first) = old.overflowing_add(hits);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            *new = sum | (old - hits);
        }
    }
    let grows =
        |row: usize, column: usize| rows[row * words + column / 64] >> (column % 64) & 1 == 0;
    let mut matched = vec![None; a.len()];
    let (mut row, mut column) = (a.len(), b.len());
    while row > 0 && column > 0 {
        if !grows(row, column - 1) {
            column -= 1;
            continue;
        }
        row -= 1;
        if !grows(row, column - 1) {
            column -= 1;
            matched[row] = u32::try_from(column).ok();
        }
    }
    matched
}

#[cfg(test)]
mod tests {
    use crate::Random;

    use super::*;

    /// The length by the textbook's table.
    fn length(a: &[u32], b: &[u32]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut corner = 0;
            for (at, y) in b.iter().enumerate() {
                let above = row[at + 1];
                row[at + 1] = if x == y {
                    corner + 1
                } else {
                    above.max(row[at])
                };
                corner = above;
            }
        }
        row[b.len()]
    }

    #[test]
    fn words_are_matched_in_order() {
        let matched = matches(&[9, 1, 2, 9, 3], &[1, 2, 3], 10);
        assert_eq!(matched, [None, Some(0), Some(1), None, Some(2)]);
        assert_eq!(matches(&[], &[1], 10), []);
        assert_eq!(matches(&[1], &[], 10), [None]);
    }

    #[test]
    fn a_longest_common_subsequence_is_found() {
        let mut random = Random::new(1);
        for round in 0..200 {
            let mut items = |max| -> Vec<u32> {
                let length = random.below(max);
                let mut item = || u32::try_from(random.below(2 + round % 5)).unwrap();
                (0..length).map(|_| item()).collect()
            };
            let (a, b) = (items(200), items(200));
            let matched = matches(&a, &b, 6);
            let pairs: Vec<(usize, usize)> = matched
                .iter()
                .enumerate()
                .filter_map(|(at, found)| Some((at, (*found)? as usize)))
                .collect();
            assert!(pairs.iter().all(|(x, y)| a[*x] == b[*y]));
            assert!(pairs.windows(2).all(|pair| pair[0].1 < pair[1].1));
            assert_eq!(pairs.len(), length(&a, &b));
        }
    }
}
