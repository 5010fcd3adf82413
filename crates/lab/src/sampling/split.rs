//! Splits labels by site into training and test.

use sha2::{Digest as _, Sha256};

/// Mixed into the hash, so that it is no one else's.
const SALT: &str = "gleaner label";

/// Whether a site is one to test on, by the hash of its registrable domain: the same on every machine and for every page
/// of the site, today and after more of it was labelled. A larger share for the test only adds sites to it.
pub fn is_test_site(domain: &str, test_share: f64) -> bool {
    let digest = Sha256::new()
        .chain_update(SALT)
        .chain_update([0])
        .chain_update(domain.to_lowercase())
        .finalize();
    let mut first = [0; 4];
    first.copy_from_slice(&digest[..4]);
    let place = f64::from(u32::from_be_bytes(first)) / (f64::from(u32::MAX) + 1.0);
    place < test_share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_the_share_asked_for_is_for_the_test() {
        let sites = (0..1000).map(|n| format!("site{n}.example"));
        let test = sites.filter(|site| is_test_site(site, 0.2));
        assert!((150..250).contains(&test.count()));
        assert!(!is_test_site("a.example", 0.0));
        assert!(is_test_site("a.example", 1.0));
    }

    #[test]
    fn a_larger_share_takes_no_site_from_the_test() {
        for site in (0..500).map(|n| format!("site{n}.example")) {
            if is_test_site(&site, 0.2) {
                assert!(is_test_site(&site, 0.3), "{site}");
            }
        }
    }

    #[test]
    fn a_site_is_never_moved() {
        // Written down: a changed hash would bring sites that were trained on into the test.
        let sites = ["spiegel.de", "bbc.co.uk", "nytimes.com", "lemonde.fr"];
        let tested = sites.map(|site| is_test_site(site, 0.4));
        assert_eq!(tested, [false, true, true, false]);
        assert!(is_test_site("BBC.co.uk", 0.4));
    }
}
