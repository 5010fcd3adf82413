//! Random numbers that are the same on every machine and with every release of a library: the shipped weights, the folds,
//! the drawn samples and all deviations depend on this sequence. `rand` does not promise that.

/// `SplitMix64` (Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA
/// 2014).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The sequence that belongs to a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0.0..1.0`.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number in `-1.0..1.0`.
    pub fn signed(&mut self) -> f64 {
        // The upper 32 bits are exact in a double.
        let upper = u32::try_from(self.next() >> 32).unwrap_or(u32::MAX);
        f64::from(upper) / f64::from(1_u32 << 31) - 1.0
    }

    /// A number below `limit`; the bias of a 64-bit product is negligible.
    pub fn below(&mut self, limit: usize) -> usize {
        let product = u128::from(self.next()) * limit as u128;
        usize::try_from(product >> 64).unwrap_or_default()
    }

    /// A share of the numbers below `count`, at least one if there is one, in rising order.
    ///
    /// Knuth's algorithm S: every choice of that size is as likely as any other.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "counts of rows are far below 2^52, and shares of them as well"
    )]
    pub fn choose(&mut self, count: usize, share: f64) -> Vec<u32> {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let mut wanted = (f64::from(count) * share).round().max(1.0) as u32;
        let mut chosen = Vec::with_capacity(wanted as usize);
        for number in 0..count {
            if f64::from(count - number) * self.unit() < f64::from(wanted) {
                chosen.push(number);
                wanted -= 1;
            }
        }
        chosen
    }

    /// Shuffles the items (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.next() % (last as u64 + 1);
            items.swap(last, usize::try_from(other).unwrap_or(last));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_that_of_the_reference_implementation() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..100).collect();
        Random::new(7).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn a_choice_has_the_requested_size_and_is_sorted() {
        let chosen = Random::new(7).choose(100, 0.3);
        assert_eq!(chosen.len(), 30);
        assert!(chosen.is_sorted() && chosen.iter().all(|number| *number < 100));
        assert_eq!(Random::new(7).choose(3, 0.0).len(), 1);
        assert!(Random::new(7).choose(0, 1.0).is_empty());
    }

    #[test]
    fn numbers_stay_within_their_bounds() {
        let mut random = Random::new(3);
        for _ in 0..1000 {
            assert!((0.0..1.0).contains(&random.unit()));
            assert!((-1.0..1.0).contains(&random.signed()));
            assert!(random.below(3) < 3);
        }
    }
}
