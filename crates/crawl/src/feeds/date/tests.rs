use super::*;

fn assert_read(text: &str, wanted: &str) {
    let at = read(text, None).map(|at| at.to_rfc3339());
    assert_eq!(at.as_deref(), Some(wanted), "{text}");
}

#[test]
fn dates_are_read_as_people_and_programs_write_them() {
    for text in [
        "2026-11-20T09:00:00Z",
        "2026-11-20 09:00:00 UTC",
        "2026-11-20 10:00 CET",
        "Nov. 20, 2026, 9:00 am",
        "Friday, November 20th, 2026 09:00:00 GMT",
        "Fri, 20 Nov 2026 10:00:00 +0100",
        "Mon, 20 Nov 2026 10:00:00 +0100",
        "Fri, 20 11 2026 10:00:00 +0100",
        "Fr, 20 Nov 2026 10:00:00 MEZ",
        "Fri, 20 Nov 26 09:00 GMT",
        "Freitag, 20. November 2026 10:00:00 GMT+1",
        "20 Nov 2026 04:00:00 EST",
        "Fri 20 Nov 2026 09:00:00",
        "fri, 20 nov 2026 09:00 gmt",
        "2026-11-20 10:00:00,1230 CET",
    ] {
        assert_read(text, "2026-11-20T09:00:00+00:00");
    }
}

#[test]
fn the_halves_of_the_day_and_zones_all_over_the_world_are_read() {
    for text in [
        "Fri, 20 Nov 2026 03:00:00 PM",
        "Fri, 20 Nov 2026 3:00 p.m. GMT",
        "20 Nov 2026 3:00PM +0000",
        "20 Nov 2026 3 pm",
        "Fri, 20 Nov 2026 10:00:00 AM EST",
        "Fri, 20 Nov 2026 15:00:00Z",
        "Fri, 20 Nov 2026 16:00:00+0100",
        "Fri, 20 Nov 2026 16:00:00 (CET)",
        "Fri, 20 Nov 2026 18:00:00 MSK",
        "21 Nov 2026 00:00:00 JST",
        "21 Nov 2026 12:00:00 am KST",
        "21 Nov 2026 01:00:00 AEST",
        "21 Nov 2026 02:00:00 AEDT",
        "20 Nov 2026 15:00 Uhr",
        "2026-11-20 15:00 Europe/Atlantis",
        "Fri, 20 Nov 2026 15:00:00 XYZT",
        "Fri, 20 Nov 2026 03:00 PM XYZT",
        "Fri, 20 Nov 2026 15:00:00 +9900",
    ] {
        assert_read(text, "2026-11-20T15:00:00+00:00");
    }
    assert_read(
        "Fri, 20 Nov 2026 11:30:00 PM EST",
        "2026-11-21T04:30:00+00:00",
    );
    assert_read("20 Nov 2026 12:05 PM", "2026-11-20T12:05:00+00:00");
}

#[test]
fn the_last_word_that_begins_like_one_month_alone_is_its_name() {
    for (text, number) in [
        ("20 Decembr 2026", 12),
        ("20 Septem 2026", 9),
        ("Septemtag 2 Septem 2026", 9),
    ] {
        let month = read(text, None).map(|at| at.month());
        assert_eq!(month, Some(number), "{text}");
    }
}

#[test]
fn a_day_is_its_midnight() {
    for text in [
        "2026-11-20",
        "20 Nov 2026 GMT",
        "20/11/2026",
        "20th of November 2026",
        "2026-11-20 25:00",
        "2026-11-20T2500Z",
        "20.11.26",
    ] {
        assert_read(text, "2026-11-20T00:00:00+00:00");
    }
}

#[test]
fn a_change_that_is_dated_by_its_day_may_be_as_late_as_its_end() {
    let at = |text| last_instant(text).map(|at| at.to_rfc3339());
    let end = "2026-11-20T23:59:59+00:00";
    assert_eq!(at("2026-11-20").as_deref(), Some(end));
    let exact = "2026-11-20T09:00:00+00:00";
    assert_eq!(at("2026-11-20T10:00:00+01:00").as_deref(), Some(exact));
    assert_eq!(at("2026-11").as_deref(), Some("2026-11-30T23:59:59+00:00"));
    assert_eq!(at("2026-12").as_deref(), Some("2026-12-31T23:59:59+00:00"));
    assert_eq!(at("2026").as_deref(), Some("2026-12-31T23:59:59+00:00"));
    assert_eq!(at("gestern"), None);
}

#[test]
fn a_change_within_a_month_that_is_not_over_counts_from_its_start() {
    let now = read("2026-11-20T10:00:00Z", None).unwrap();
    let begun = |text| begun_by(now, last_instant(text).unwrap()).to_rfc3339();
    assert_eq!(begun("2026-11-20"), "2026-11-20T00:00:00+00:00");
    assert_eq!(begun("2026-11"), "2026-11-01T00:00:00+00:00");
    assert_eq!(begun("2026"), "2026-01-01T00:00:00+00:00");
    assert_eq!(begun("2027"), "2027-12-31T23:59:59+00:00");
}

#[test]
fn an_invalid_date_is_none() {
    for text in [
        "",
        "gestern",
        "Fri, 40 Nov 2026 10:00:00 +0100",
        "20 Foo 2026",
        "Fri,",
        "2026-11",
        "2026",
        "2026-13-20",
        "November 31, 2026",
        "Fri Nov 20 09:00:00",
        "1 Jan -262143 00:00:00 +0100",
        "31 Dec 262142 23:59:59 -0100",
    ] {
        assert_eq!(read(text, None), None, "{text}");
    }
}

#[test]
fn dates_are_read_as_they_are_written_elsewhere() {
    for text in [
        "20 de noviembre de 2026 10:05",
        "20/11/2026 10:05",
        "11/20/2026 10:05:00 AM",
        "2026年11月20日 上午10:05",
        "2026-11-20 오전 10:05",
        "Friday 20th of November 2026 10:05",
        "Friday, November 20, 2026 - 10:05am",
        "Fri, November 20, 2026 at 05:05 AM EST",
        "Fri, 20 Nov 2026 05:05:00 America/New_York",
        "Fri, 20 Nov 2026 11:05:00 Europe/Brussels",
        "Fri, 20 Nov 2026 05:05:00 ET",
        "Fri, 20 Nov 2026 02:05:00 PT",
        "Fri, 20 Nov 2026 11:05:00 MET",
        "Fri, 20 Nov 2026 15:35:00+5:30",
        "Fri, 20 Nov 2026 12:05:00 GMT+02:00",
        "ven., 20 nov. 2026 11:05:00 +0100",
        "mar., 20 nov. 2026 11:05:00 +0100",
        "пятница, 20 ноября 2026 г. 10:05",
    ] {
        assert_read(text, "2026-11-20T10:05:00+00:00");
    }
    assert_read("Mon, 20 Jul 2026 06:05:00 ET", "2026-07-20T10:05:00+00:00");
}

#[test]
fn the_order_of_day_and_month_is_that_of_the_language_or_the_clock() {
    for (text, language, wanted) in [
        ("03/04/2026", None, "2026-04-03"),
        ("03/04/2026", Some("en-GB"), "2026-04-03"),
        ("03/04/2026", Some("en-US"), "2026-03-04"),
        ("03/04/2026 4:20 pm", None, "2026-03-04"),
        ("03.04.2026 4:20 pm", None, "2026-04-03"),
    ] {
        let day = read(text, language).map(|at| at.format("%F").to_string());
        assert_eq!(day.as_deref(), Some(wanted), "{text} {language:?}");
    }
}

#[test]
fn a_date_before_the_web_means_that_none_is_set() {
    for text in [
        "Mon, 01 Jan 0001 00:00:00 +0000",
        "Thu, 01 Jan 1970 00:00:00 +0000",
        "Thu, 01 Jan 1970 01:00:00 +0100",
        "Wed, 30 Nov -0001 00:00:00 +0000",
        "0001-01-01T00:00:00Z",
        "0000-00-00 00:00:00",
        "Mon, 01 Jan 1900 00:00:00 GMT",
        "1. Januar 1970, 01:00 Uhr",
        "01.01.1970",
        "0000000000",
        "31/12/1899",
    ] {
        assert_eq!(read(text, None), None, "{text}");
        assert_eq!(last_instant(text), None, "{text}");
    }
}
