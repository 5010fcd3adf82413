//! Dates in URLs.

use url::Url;

use text::dates::{DatePrecision, DateStamp, Order, parse};

/// The day in the path of a URL.
pub(in crate::metadata) fn day(url: &Url) -> Option<DateStamp> {
    of(url).filter(|stamp| stamp.precision < DatePrecision::Month)
}

/// The date in the path of a URL: `/2024/05/03/`, `/2024-05-03-`, `/20240503`, `/2024/politics/05/03/`, `/2024/05/` (the
/// month only).
pub(in crate::metadata) fn of(url: &Url) -> Option<DateStamp> {
    let path = url.path();
    let numbers = numbers(path);
    let date = |i: usize| {
        let (year, _) = numbers.get(i).filter(|(number, _)| number.len() == 4)?;
        let (month, after_month) = numbers.get(i + 1).filter(|(number, _)| number.len() <= 2)?;
        let (day, _) = numbers.get(i + 2).filter(|(number, _)| number.len() <= 2)?;
        let together = numbers[i].1 == 1 && *after_month == 1;
        together.then(|| parse(&format!("{year}-{month}-{day}"), Order::DayFirst))?
    };
    let reversed = |i: usize| {
        let (day, after_day) = numbers.get(i).filter(|(number, _)| number.len() == 2)?;
        let (month, after_month) = numbers.get(i + 1).filter(|(number, _)| number.len() == 2)?;
        let (year, _) = numbers.get(i + 2).filter(|(number, _)| number.len() == 4)?;
        (*after_day == 1 && *after_month == 1)
            .then(|| parse(&format!("{year}-{month}-{day}"), Order::DayFirst))?
    };
    let compact = |i: usize| {
        let number = numbers[i].0;
        (number.len() == 8).then(|| parse(number, Order::DayFirst))?
    };
    let month = |i: usize| {
        let (year, after_year) = numbers.get(i).filter(|(number, _)| number.len() == 4)?;
        let (month, _) = numbers.get(i + 1).filter(|(number, _)| number.len() == 2)?;
        let segments = path.contains(&format!("/{year}/{month}/"));
        (*after_year == 1 && segments)
            .then(|| parse(&format!("{year}-{month}"), Order::DayFirst))?
    };
    let all = 0..numbers.len();
    all.clone()
        .find_map(|i| date(i).or_else(|| compact(i)).or_else(|| reversed(i)))
        .or_else(|| around_section(path))
        .or_else(|| all.clone().find_map(month))
}

/// The date in the segments of a path with one or two for the section between year and month: `/2024/POLITICS/05/03/`.
fn around_section(path: &str) -> Option<DateStamp> {
    let is_number = |part: &&str, digits| {
        part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_section = |part: &&str| part.starts_with(|c: char| c.is_ascii_alphabetic());
    let mut parts = path.split('/').skip_while(|part| !is_number(part, 4));
    let year = parts.next()?;
    let mut parts = parts.peekable();
    parts.next_if(is_section)?;
    parts.next_if(is_section);
    let month = parts.next_if(|part| is_number(part, 2))?;
    let day = parts.next_if(|part| is_number(part, 2))?;
    parse(&format!("{year}-{month}-{day}"), Order::DayFirst)
}

/// The numbers in a path, each with the number of bytes up to the next.
fn numbers(path: &str) -> Vec<(&str, usize)> {
    let mut numbers: Vec<(&str, usize)> = Vec::new();
    let (mut at, mut end) = (0, 0);
    while let Some(start) = path[at..]
        .find(|c: char| c.is_ascii_digit())
        .map(|found| at + found)
    {
        if let Some(last) = numbers.last_mut() {
            last.1 = start - end;
        }
        end = path[start..]
            .find(|c: char| !c.is_ascii_digit())
            .map_or(path.len(), |found| start + found);
        numbers.push((&path[start..end], 0));
        at = end;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(path: &str) -> Option<String> {
        let url = Url::parse("https://x.test").unwrap().join(path).unwrap();
        of(&url).map(|stamp| stamp.local_day().to_string())
    }

    #[test]
    fn a_date_in_the_path_is_read() {
        for path in [
            "/2024/05/03/titel.html",
            "/a/2024-05-03-titel",
            "/titel-20240503.html",
            "/2024/5/3/x",
            "/news_03-05-2024.html",
            "/2024/POLITICS/05/03/title/index.html",
            "/2024/TECH/mobile/05/03/title",
        ] {
            assert_eq!(day(path).as_deref(), Some("2024-05-03"), "{path}");
        }
        assert_eq!(day("/2024/05/titel").as_deref(), Some("2024-05-01"));
    }

    #[test]
    fn other_numbers_in_the_path_are_not() {
        for path in [
            "/story/3000000218734",
            "/a-12345678",
            "/2024/99/03/",
            "/top-10-of-2024",
            "/2024-05",
            "/2024/a/b/c/05/03/",
        ] {
            assert_eq!(day(path), None, "{path}");
        }
    }
}
