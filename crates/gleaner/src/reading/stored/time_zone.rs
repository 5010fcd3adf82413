//! The time zone of a site, for times that its pages state without an offset.

use chrono_tz::Tz;
use store::StoredPage;

use super::CompiledRules;

/// The countries with one time zone, by the IANA time zone database: `DE Europe/Berlin`. A few have another zone for remote islands or
/// for a small region.
const OF_COUNTRIES: &str = include_str!("time_zones.txt");

/// The time zone of the site: of its rules, otherwise of its country, if there is only one.
pub(crate) fn of(page: &StoredPage, rules: Option<&CompiledRules>) -> Option<Tz> {
    let by_country = || of_country(page.country.as_deref()?);
    rules.and_then(|rules| rules.time_zone).or_else(by_country)
}

fn of_country(code: &str) -> Option<Tz> {
    let mut lines = OF_COUNTRIES.lines();
    let name = lines.find_map(|line| line.strip_prefix(code)?.strip_prefix(' '))?;
    name.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_zone_of_the_table_exists() {
        for line in OF_COUNTRIES.lines() {
            let (code, zone) = line.split_once(' ').unwrap();
            assert_eq!(of_country(code), Some(zone.parse().unwrap()), "{line}");
        }
    }

    #[test]
    fn a_country_with_several_time_zones_has_none() {
        assert_eq!(of_country("JP"), Some(Tz::Asia__Tokyo));
        assert_eq!(of_country("US"), None);
        assert_eq!(of_country(""), None);
    }
}
