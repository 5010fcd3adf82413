//! Splits labels by site into training and test.

use sha2::{Digest as _, Sha256};

/// Mixed into the hash, so that no other use gives the same one.
const SALT: &str = "gleaner label";

/// Whether a site belongs to the test set, by the hash of its registrable domain: the same on every machine and for every
/// page of the site, however many are labelled later. A larger test share only adds sites.
pub fn is_test_site(domain: &str, test_share: f64) -> bool {
    let digest = Sha256::new()
        .chain_update(SALT)
        .chain_update([0])
        .chain_update(domain.to_lowercase())
        .finalize();
    let mut first = [0; 4];
    first.copy_from_slice(&digest[..4]);
    let fraction = f64::from(u32::from_be_bytes(first)) / (f64::from(u32::MAX) + 1.0);
    fraction < test_share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_set_has_about_the_requested_share() {
        let sites = (0..1000).map(|n| format!("site{n}.example"));
        let test = sites.filter(|site| is_test_site(site, 0.2));
        assert!((150..250).contains(&test.count()));
        assert!(!is_test_site("a.example", 0.0));
        assert!(is_test_site("a.example", 1.0));
    }

    #[test]
    fn a_larger_share_keeps_the_sites_of_the_test_set() {
        for site in (0..500).map(|n| format!("site{n}.example")) {
            if is_test_site(&site, 0.2) {
                assert!(is_test_site(&site, 0.3), "{site}");
            }
        }
    }

    #[test]
    fn a_site_is_never_moved() {
        // Fixed, since a changed hash would move sites that were trained on into the test set.
        let sites = ["spiegel.de", "bbc.co.uk", "nytimes.com", "lemonde.fr"];
        let tested = sites.map(|site| is_test_site(site, 0.4));
        assert_eq!(tested, [false, true, true, false]);
        assert!(is_test_site("BBC.co.uk", 0.4));
    }
}
