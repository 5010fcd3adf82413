//! Formats a number of bytes for people.

/// Formats bytes in decimal units, with one decimal place below ten: `812 bytes`, `35 MB`, `1.2 GB`.
pub(crate) fn describe(bytes: u64) -> String {
    let (mut unit, mut rest) = ("bytes", bytes);
    let mut tenths = 0;
    for larger in ["kB", "MB", "GB", "TB"] {
        if rest < 1_000 {
            break;
        }
        tenths = rest % 1_000 / 100;
        rest /= 1_000;
        unit = larger;
    }
    if rest < 10 && unit != "bytes" {
        format!("{rest}.{tenths} {unit}")
    } else {
        format!("{rest} {unit}")
    }
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn a_size_has_two_digits_or_three() {
        for (bytes, expected) in [
            (0, "0 bytes"),
            (999, "999 bytes"),
            (1_000, "1.0 kB"),
            (34_960_000, "34 MB"),
            (1_290_000_000, "1.2 GB"),
            (7_000_000_000_000_000, "7000 TB"),
        ] {
            assert_eq!(describe(bytes), expected);
        }
    }
}
