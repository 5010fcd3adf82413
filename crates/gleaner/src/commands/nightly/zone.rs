//! The time zone of a schedule.

use std::path::Path;

use chrono::Local;

/// Where zones are looked up.
const ZONES: [&str; 2] = ["/usr/share/zoneinfo", "/etc/zoneinfo"];

/// How far local time is from UTC, or why that is not what `TZ` says.
pub(crate) fn local() -> Result<String, String> {
    let offset = Local::now().format("%:z");
    match std::env::var("TZ") {
        Ok(tz) if !is_zone(&tz) => Err(format!(
            "TZ={tz} names no time zone that is known here, so that times are at {offset}; write one of {}, such as Europe/Berlin",
            ZONES[0]
        )),
        _ => Ok(format!("local time is at {offset}")),
    }
}

/// Whether `TZ` is empty, UTC, the name of a zone, or a rule of POSIX such as `CET-1CEST`: letters or `<…>`, and an offset.
fn is_zone(tz: &str) -> bool {
    let name = tz.trim().trim_start_matches(':');
    let after = match name.strip_prefix('<') {
        Some(quoted) => quoted.split_once('>').map_or("", |(_, after)| after),
        None => name.trim_start_matches(|letter: char| letter.is_ascii_alphabetic()),
    };
    ["", "UTC", "GMT", "Etc/UTC", "localtime"].contains(&name)
        || after
            .trim_start_matches(['+', '-'])
            .starts_with(|digit: char| digit.is_ascii_digit())
        || ZONES
            .iter()
            .any(|folder| Path::new(folder).join(name).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_zone_is_told_from_zones_and_rules() {
        for zone in [
            "",
            "UTC",
            ":UTC",
            "CET-1CEST,M3.5.0,M10.5.0/3",
            "<+03>-3",
            "UTC0",
        ] {
            assert!(is_zone(zone), "{zone}");
        }
        for misspelt in ["Europe/Berlni", "Berlin", "Europe", "<+03>", "../../../etc"] {
            assert!(!is_zone(misspelt), "{misspelt}");
        }
    }
}
