//! Times before now in words.

use crate::words::dates::{AGO, UNITS};

/// The number of other words in a line that names a time before now, such as `14 hours ago`, `3h ago` and `3小时前`. `None`: it names
/// none. The line is in lower case.
pub fn words_beside_time_ago(line: &str) -> Option<usize> {
    let (mut has_number, mut has_unit, mut has_ago, mut others) = (false, false, false, 0);
    for word in line.split_whitespace() {
        // number, unit and "ago" may be one word
        let tail = word.trim_start_matches(char::is_numeric);
        let is_numbered = tail.len() < word.len();
        let is_unit = |part: &str| UNITS.contains(&part) || part.len() == 1 && is_numbered;
        let mut before = AGO.iter().filter_map(|ago| tail.strip_suffix(*ago));
        let ago = before.find(|&unit| unit.is_empty() || is_unit(unit));
        let unit = ago.map_or_else(|| is_unit(tail), |unit| !unit.is_empty());
        has_number |= is_numbered;
        has_unit |= unit;
        has_ago |= ago.is_some();
        others += usize::from(!tail.is_empty() && !unit && ago.is_none());
    }
    (has_number && has_unit && has_ago).then_some(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_before_now_has_a_number_a_unit_and_a_word_for_ago() {
        for line in [
            "14 hours ago",
            "3h ago",
            "vor 3 stunden",
            "3小时前",
            "3시간 전",
        ] {
            assert_eq!(words_beside_time_ago(line), Some(0), "{line}");
        }
        assert_eq!(words_beside_time_ago("updated 1d ago by her"), Some(3));
        for line in ["3 hours", "hours ago", "3 years of war", ""] {
            assert_eq!(words_beside_time_ago(line), None, "{line}");
        }
    }
}
