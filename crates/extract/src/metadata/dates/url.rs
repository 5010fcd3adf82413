//! Dates in URLs.

use url::Url;

use text::dates::{DateStamp, Order, parse};

/// The day in the path of a URL: `/2024/05/03/`, `/2024-05-03-`, `/20240503`, `/2024/0503/`, `/2024/may/03/`, `/03-05-2024`.
pub(in crate::metadata) fn day(url: &Url) -> Option<DateStamp> {
    let path = url.path();
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let at = |place: usize| path.as_bytes().get(place);
    let starts = (1..path.len()).filter(|start| is_digit(at(*start)) && !is_digit(at(start - 1)));
    starts
        .filter_map(|start| path.get(start..))
        .find_map(day_at_start)
}

fn day_at_start(path: &str) -> Option<DateStamp> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut parts = path.splitn(4, ['/', '-', '_', '.']);
    let mut part = || parts.next().unwrap_or_default();
    let written = match digits(path) {
        8 => path.get(..8)?.to_owned(),
        4 => match (part(), part(), part()) {
            (year, month, _) if digits(month) == 4 && path.get(4..5) == Some("/") => {
                format!("{year}{month}")
            }
            (year, month, day) if (1..=2).contains(&digits(day)) => {
                format!("{year}-{month}-{}", &day[..digits(day)])
            }
            _ => return None,
        },
        2 => match (part(), part(), part()) {
            (day, month, year) if (day.len(), month.len(), digits(year)) == (2, 2, 4) => {
                format!("{}-{month}-{day}", &year[..4])
            }
            _ => return None,
        },
        _ => return None,
    };
    parse(&written, Order::DayFirst)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(path: &str) -> Option<String> {
        let url = Url::parse("https://x.test").unwrap().join(path).unwrap();
        super::day(&url).map(|stamp| stamp.local_day().to_string())
    }

    #[test]
    fn a_date_in_the_path_is_read() {
        for path in [
            "/2024/05/03/titel.html",
            "/a/2024-05-03-titel",
            "/titel-20240503.html",
            "/2024/5/3/x",
            "/n1/2024/0503/c123-456.html",
            "/2024/may/03/titel",
            "/2024-mai-3-titel",
            "/news_03-05-2024.html",
            "/meldungen/03.05.2024",
        ] {
            assert_eq!(day(path).as_deref(), Some("2024-05-03"), "{path}");
        }
    }

    #[test]
    fn other_numbers_in_the_path_are_not() {
        for path in [
            "/story/3000000218734",
            "/a-12345678",
            "/2024/99/03/",
            "/top-10-of-2024",
            "/2024-05",
            "/2024/05/titel",
            "/2024-0503",
            "/2024/top/03/",
            "/2024/0599/c1",
            "/12-2024-05",
            "/03-05-20245",
            "/31-31-2024",
        ] {
            assert_eq!(day(path), None, "{path}");
        }
    }
}
