//! Two parts of the labels, to train and to test, that share no site.

use clap::ValueEnum;
use sha2::{Digest as _, Sha256};

/// Mixed into the hash, so that it is no one else's.
const SALT: &str = "gleaner label";

/// A part of the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Sites to train on
    Train,
    /// Sites to test on
    Test,
}

impl Part {
    /// The part of a site, by the hash of its registrable domain: the same on every machine and for every page of the
    /// site, today and after more of it was labelled. A larger share for the test only adds sites to it.
    pub(crate) fn of(domain: &str, test_share: f64) -> Self {
        let digest = Sha256::new()
            .chain_update(SALT)
            .chain_update([0])
            .chain_update(domain.to_lowercase())
            .finalize();
        let mut first = [0; 4];
        first.copy_from_slice(&digest[..4]);
        let place = f64::from(u32::from_be_bytes(first)) / (f64::from(u32::MAX) + 1.0);
        if place < test_share {
            Self::Test
        } else {
            Self::Train
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_the_share_asked_for_is_for_the_test() {
        let sites = (0..1000).map(|n| format!("site{n}.example"));
        let test = sites.filter(|site| Part::of(site, 0.2) == Part::Test);
        assert!((150..250).contains(&test.count()));
        assert_eq!(Part::of("a.example", 0.0), Part::Train);
        assert_eq!(Part::of("a.example", 1.0), Part::Test);
    }

    #[test]
    fn a_larger_share_takes_no_site_from_the_test() {
        for site in (0..500).map(|n| format!("site{n}.example")) {
            if Part::of(&site, 0.2) == Part::Test {
                assert_eq!(Part::of(&site, 0.3), Part::Test, "{site}");
            }
        }
    }

    #[test]
    fn the_part_of_a_site_never_changes() {
        // Written down: a changed hash would bring sites that were trained on into the test.
        let sites = ["spiegel.de", "bbc.co.uk", "nytimes.com", "lemonde.fr"];
        let parts = sites.map(|site| Part::of(site, 0.4));
        assert_eq!(parts, [Part::Train, Part::Test, Part::Test, Part::Train]);
        assert_eq!(Part::of("BBC.co.uk", 0.4), Part::Test);
    }
}
