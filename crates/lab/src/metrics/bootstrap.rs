//! Standard deviations of scores by bootstrap resampling of the pages
//! (Efron, *Bootstrap Methods: Another Look at the Jackknife*, 1979).

use crate::Random;

use crate::metrics::real;

/// Number of resamples drawn.
const RESAMPLES: usize = 1000;
/// Seed of the random numbers; the same set always gives the same deviation.
const SEED: u64 = 1;

/// One resample: how often each page was drawn.
#[derive(Debug)]
pub struct Resamples(Vec<u32>);

impl Resamples {
    /// How often the page with an index was drawn.
    pub fn weight(&self, page: usize) -> f64 {
        self.0.get(page).copied().map_or(0.0, f64::from)
    }
}

/// Standard deviations of the measures over resamples of `n` pages; 0 for sets of fewer than two.
pub fn deviations<const K: usize>(n: usize, measure: impl Fn(&Resamples) -> [f64; K]) -> [f64; K] {
    deviations_within(&[(0..n).collect()], n, measure)
}

/// As [`deviations`], for `n` pages that were drawn by strata: each stratum, a list of pages, is resampled on its own.
pub fn deviations_within<const K: usize>(
    strata: &[Vec<usize>],
    n: usize,
    measure: impl Fn(&Resamples) -> [f64; K],
) -> [f64; K] {
    if n < 2 {
        return [0.0; K];
    }
    let mut random = Random::new(SEED);
    let drawn: Vec<[f64; K]> = (0..RESAMPLES)
        .map(|_| {
            let mut sample = Resamples(vec![0; n]);
            for stratum in strata {
                for _ in stratum {
                    sample.0[stratum[random.below(stratum.len())]] += 1;
                }
            }
            measure(&sample)
        })
        .collect();
    std::array::from_fn(|k| {
        let mean = drawn.iter().map(|values| values[k]).sum::<f64>() / real(RESAMPLES);
        let squares: f64 = drawn.iter().map(|values| (values[k] - mean).powi(2)).sum();
        (squares / real(RESAMPLES - 1)).sqrt()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deviation_of_a_mean_falls_with_the_root_of_the_number_of_pages() {
        // Pages alternate between 0 and 1: deviation 1/2 a page, 1/2 / sqrt(400) for their mean.
        let [std] = deviations(400, |sample| {
            let ones: f64 = (0..400).step_by(2).map(|page| sample.weight(page)).sum();
            [ones / 400.0]
        });
        assert!((std - 0.025).abs() < 0.002, "{std}");
    }

    #[test]
    fn differences_between_strata_are_no_deviation() {
        let strata = [(0..200).collect::<Vec<_>>(), (200..400).collect()];
        let ones = |sample: &Resamples| [(0..200).map(|page| sample.weight(page)).sum::<f64>()];
        let [std] = deviations_within(&strata, 400, ones);
        assert!(std.abs() < f64::EPSILON);
        assert!(deviations(400, ones)[0] > 1.0);
    }

    #[test]
    fn one_page_has_no_deviation() {
        let [std] = deviations(1, |_| [1.0]);
        assert!(std.abs() < f64::EPSILON);
    }
}
