//! The time zone of a schedule.

use std::path::Path;

use chrono::Local;

/// Folders in which time zones are looked up.
const ZONES: [&str; 3] = ["/usr/share/zoneinfo", "/share/zoneinfo", "/etc/zoneinfo"];

/// Describes the offset of local time from UTC. Fails if `TZ` is set but names no known zone.
pub(crate) fn local() -> Result<String, String> {
    let offset = Local::now().format("%:z");
    match std::env::var("TZ") {
        Ok(tz) if !is_zone(&tz) => Err(format!(
            "TZ={tz} is not a known time zone, so times are at {offset}; use one from {}, such as Europe/Berlin",
            ZONES[0]
        )),
        _ => Ok(format!("local time is at {offset}")),
    }
}

/// Whether `TZ` is empty, UTC, the name of a zone, or a POSIX rule such as `CET-1CEST,M3.5.0,M10.5.0/3`, which has an offset.
fn is_zone(tz: &str) -> bool {
    let name = tz.trim_start_matches(':');
    ["", "UTC", "GMT", "Etc/UTC", "localtime"].contains(&name)
        || name.contains(|letter: char| letter.is_ascii_digit())
        || ZONES
            .iter()
            .any(|folder| Path::new(folder).join(name).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_zone_is_told_apart_from_zones_and_rules() {
        for zone in ["", "UTC", ":UTC", "CET-1CEST,M3.5.0,M10.5.0/3", "<+03>-3"] {
            assert!(is_zone(zone), "{zone}");
        }
        for misspelt in ["Europe/Berlni", "Berlin", "Europe"] {
            assert!(!is_zone(misspelt), "{misspelt}");
        }
    }
}
