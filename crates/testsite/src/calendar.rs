//! Local time of the sites, and dates as people write them.

use chrono::{DateTime, Datelike, Days, FixedOffset, NaiveDate, Timelike, Utc, Weekday};

use crate::site::Language;

const MONTHS_DE: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];
const MONTHS_EN: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Minutes and hours as in Berlin or London, summer time by the European rule.
pub(crate) fn local(at: DateTime<Utc>, language: Language) -> DateTime<FixedOffset> {
    let winter = language.say(3_600, 0);
    let summer = summer_time(at);
    let offset = FixedOffset::east_opt(winter + i32::from(summer) * 3_600);
    at.with_timezone(&offset.unwrap_or_else(|| chrono::Offset::fix(&Utc)))
}

/// From the last Sunday of March to that of October, 01:00 UTC.
fn summer_time(at: DateTime<Utc>) -> bool {
    let change = |month| {
        let last = NaiveDate::from_ymd_opt(at.year(), month, 31)?;
        let back = last.weekday().days_since(Weekday::Sun);
        last.checked_sub_days(Days::new(back.into()))?
            .and_hms_opt(1, 0, 0)
    };
    match (change(3), change(10)) {
        (Some(begin), Some(end)) => (begin..end).contains(&at.naive_utc()),
        _ => false,
    }
}

/// Name of a month, counted from 1.
pub(crate) fn month(number: u32, language: Language) -> &'static str {
    let names = language.say(&MONTHS_DE, &MONTHS_EN);
    let index = usize::try_from(number).unwrap_or(0).saturating_sub(1);
    names.get(index % 12).copied().unwrap_or_default()
}

/// `19. November 2026, 14:05 Uhr` or `19 November 2026, 14:05`.
pub(crate) fn long(at: DateTime<Utc>, language: Language) -> String {
    let at = local(at, language);
    let month = month(at.month(), language);
    language.say(
        format!(
            "{}. {month} {}, {:02}:{:02} Uhr",
            at.day(),
            at.year(),
            at.hour(),
            at.minute()
        ),
        format!(
            "{} {month} {}, {:02}:{:02}",
            at.day(),
            at.year(),
            at.hour(),
            at.minute()
        ),
    )
}

/// `19.11.2026, 14:05 Uhr`.
pub(crate) fn short_german(at: DateTime<Utc>) -> String {
    local(at, Language::German)
        .format("%d.%m.%Y, %H:%M Uhr")
        .to_string()
}

/// `November 19, 2026`.
pub(crate) fn day_english(at: DateTime<Utc>) -> String {
    let at = local(at, Language::English);
    format!(
        "{} {}, {}",
        month(at.month(), Language::English),
        at.day(),
        at.year()
    )
}

/// RFC 3339 with the site's offset.
pub(crate) fn rfc3339(at: DateTime<Utc>, language: Language) -> String {
    local(at, language)
        .format("%Y-%m-%dT%H:%M:%S%:z")
        .to_string()
}

/// As HTTP and RSS write it.
pub(crate) fn http(at: DateTime<Utc>) -> String {
    at.format("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summer_time_changes_on_the_last_sundays() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(
            rfc3339(at("2026-03-29T00:59:00Z"), Language::German),
            "2026-03-29T01:59:00+01:00"
        );
        assert_eq!(
            rfc3339(at("2026-03-29T01:00:00Z"), Language::German),
            "2026-03-29T03:00:00+02:00"
        );
        assert_eq!(
            rfc3339(at("2026-10-25T01:00:00Z"), Language::English),
            "2026-10-25T01:00:00+00:00"
        );
    }
}
