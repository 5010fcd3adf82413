//! The time zone of a schedule.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use chrono::Local;

/// Where zones are looked up.
const ZONES: [&str; 3] = ["/usr/share/zoneinfo", "/share/zoneinfo", "/etc/zoneinfo"];
/// How the file of a zone begins.
const MAGIC: &[u8] = b"TZif";

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

/// Whether `TZ` is empty, UTC, the name of a zone, or a rule of POSIX such as `CET-1CEST,M3.5.0,M10.5.0/3`: letters or `<…>`, and an
/// offset; with a summer time also when it begins and ends.
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
