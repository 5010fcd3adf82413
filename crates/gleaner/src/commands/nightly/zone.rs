//! The time zone of a schedule.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use chrono::Local;

/// Folders in which time zones are looked up.
const ZONES: [&str; 3] = ["/usr/share/zoneinfo", "/share/zoneinfo", "/etc/zoneinfo"];
/// The first bytes of a time zone file.
const MAGIC: &[u8] = b"TZif";

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

/// Whether `TZ` is empty, UTC, the name of a zone, or a POSIX rule such as `CET-1CEST,M3.5.0,M10.5.0/3`: letters or `<…>`, and an
/// offset; if there is summer time, also its start and end.
fn is_zone(tz: &str) -> bool {
    let name = tz.trim_start_matches(':');
    let after = match name.strip_prefix('<') {
        Some(quoted) => quoted.split_once('>').map_or("", |(_, after)| after),
        None => name.trim_start_matches(|letter: char| letter.is_ascii_alphabetic()),
    };
    ["", "UTC", "GMT", "Etc/UTC", "localtime"].contains(&name)
        || is_offset(after.trim_start_matches(['+', '-']))
        || ZONES
            .iter()
            .any(|folder| is_zone_file(&Path::new(folder).join(name)))
}

fn is_offset(rule: &str) -> bool {
    let has_summer = rule.contains(|letter: char| letter.is_ascii_alphabetic() || letter == '<');
    rule.starts_with(|digit: char| digit.is_ascii_digit()) && (!has_summer || rule.contains(','))
}

fn is_zone_file(path: &Path) -> bool {
    let mut start = [0; MAGIC.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == MAGIC
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_zone_is_told_apart_from_zones_and_rules() {
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
        for misspelt in [
            "Europe/Berlni",
            "Berlin",
            "Europe",
            "<+03>",
            "CET-1CEST",
            "../../../etc/passwd",
        ] {
            assert!(!is_zone(misspelt), "{misspelt}");
        }
    }

    #[test]
    fn the_file_of_a_zone_is_known_by_how_it_begins() {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes, is_one) in [("Zone", "TZif2", true), ("text", "TZ", false)] {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(is_zone_file(&path), is_one, "{name}");
        }
        assert!(!is_zone_file(folder.path()));
    }
}
