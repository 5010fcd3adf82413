//! Random numbers that are the same on every machine.

/// `SplitMix64` (Steele, Lea & Flood, *Fast Splittable Pseudorandom Number Generators*, 2014).
#[derive(Clone, Debug)]
pub(crate) struct Noise(u64);

impl Noise {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to below 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number below `limit`.
    #[cfg(test)]
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        u32::try_from(self.next() % u64::from(limit)).unwrap_or_default()
    }

    /// A share of the numbers below `count`, at least one if there is one, in rising order.
    ///
    /// Knuth's algorithm S: every choice of that size is as likely as any other.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "counts of rows are far below 2^52, and shares of them as well"
    )]
    pub(crate) fn choose(&mut self, count: usize, share: f64) -> Vec<u32> {
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
}
