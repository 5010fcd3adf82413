//! Dates in HTTP headers (RFC 9110, section 5.6.7).

use chrono::{DateTime, NaiveDateTime, Utc};

/// Parses a date in any of the three formats. The day of the week is ignored, since it may be wrong, and hyphens count as
/// blanks.
pub(crate) fn http_date(value: &str) -> Option<DateTime<Utc>> {
    let date = value.split_once(',').map_or(value, |(_, date)| date).trim();
    let spaced = || DateTime::parse_from_rfc2822(&date.replace('-', " "));
    if let Ok(at) = DateTime::parse_from_rfc2822(date).or_else(|_| spaced()) {
        return Some(at.to_utc());
    }
    let (_, date) = date.split_once(' ')?;
    let at = NaiveDateTime::parse_from_str(date, "%b %e %H:%M:%S %Y");
    Some(at.ok()?.and_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_all_formats_whatever_the_day_of_the_week() {
        for date in [
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Mon, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06-Nov-1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 -0000",
            "Sun Nov  6 08:49:37 1994",
            "Mon Nov  6 08:49:37 1994",
        ] {
            let at = http_date(date).map(|at| at.to_rfc3339());
            assert_eq!(at.as_deref(), Some("1994-11-06T08:49:37+00:00"), "{date}");
        }
        for other in ["", "soon", "Sun,", "Sun, 36 Nov 1994 08:49:37 GMT", "-5"] {
            assert_eq!(http_date(other), None, "{other}");
        }
    }
}
