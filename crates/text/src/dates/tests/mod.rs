//! Dates as pages and feeds write them.

mod times;

use super::*;
use crate::words;

fn read(value: &str) -> (String, Option<i32>, DatePrecision) {
    let stamp = parse(value, Order::DayFirst).unwrap_or_else(|| panic!("no date in {value:?}"));
    (stamp.at.to_rfc3339(), stamp.offset_minutes, stamp.precision)
}

fn at(value: &str) -> String {
    read(value).0
}

#[test]
fn iso_dates_are_read_with_their_common_deviations() {
    use DatePrecision::{Day, Minute, Month, Second};
    for (value, instant, offset, precision) in [
        ("2024-05-03T15:47:42.389Z", "15:47:42", Some(0), Second),
        ("2024-05-03T15:47:42+02:00", "13:47:42", Some(120), Second),
        ("2024-05-03 15:47:42 -0500", "20:47:42", Some(-300), Second),
        ("2024-05-03T15:47", "15:47:00", None, Minute),
        ("2024-05-03T15:47-500", "20:47:00", Some(-300), Minute),
        (
            "2024-05-03T15:47:42.389000000+0530",
            "10:17:42",
            Some(330),
            Second,
        ),
        ("2024-05-03", "00:00:00", None, Day),
        ("2024/5/3", "00:00:00", None, Day),
        ("20240503", "00:00:00", None, Day),
        ("20240503154742", "15:47:42", None, Second),
        ("20240503T154742", "15:47:42", None, Second),
        ("20240503T154742Z", "15:47:42", Some(0), Second),
        ("20240503T1547+0200", "13:47:00", Some(120), Minute),
        ("2024-05-03T1547Z", "15:47:00", Some(0), Minute),
        ("1714751262", "15:47:42", Some(0), Second),
        ("1714751262000", "15:47:42", Some(0), Second),
        ("/Date(1714751262000)/", "15:47:42", Some(0), Second),
        ("/Date(1714751262000+0200)/", "15:47:42", Some(0), Second),
    ] {
        let instant = format!("2024-05-03T{instant}+00:00");
        assert_eq!(read(value), (instant, offset, precision), "{value}");
    }
    assert_eq!(
        read("2024-05"),
        ("2024-05-01T00:00:00+00:00".to_owned(), None, Month)
    );
}

#[test]
fn dates_of_mail_and_of_old_programs_are_read() {
    for value in [
        "Fri, 16 Dec 2016 21:19:00 GMT",
        "Fri Dec 16 21:19:00 UTC 2016",
        "Fri Dec 16 2016 22:19:00 GMT+0100 (CET)",
        "Fri Dec 16 22:19:00 +0100 2016",
        "Dec 16 21:19 2016",
        "Dec 16 9:19 pm GMT 2016",
        "16-Dec-2016 16:19:00 EST",
    ] {
        assert_eq!(at(value), "2016-12-16T21:19:00+00:00", "{value}");
    }
}

#[test]
fn dates_of_many_languages_are_read() {
    for value in [
        "03.05.2024, 15:47 Uhr",
        "Freitag, 3. Mai 2024, 15.47 Uhr",
        "3.5.24 15:47",
        "3. 5. 24 15:47",
        "15:47 Uhr, 3. Mai 2024",
        "Veröffentlicht am 03. Mai 2024 um 15:47 Uhr",
        "3. Mai 2024 17:47 MESZ",
        "May 3, 2024 3:47 PM",
        "3rd of May, 2024, 3:47 p.m.",
        "Published 15:47 GMT, 3 May 2024",
        "3:47 p.m. GMT, Fri May 3, 2024",
        "3 May 2024 15.47 GMT",
        "2024年5月3日 15:47",
        "3 мая 2024, 15:47",
        "2024. május 3. 15:47",
        "3. května 2024 15:47",
        "2024 m. gegužės 3 d. 15:47",
        "3 Μαΐου 2024, 15:47",
        "3. toukokuuta 2024 klo 15.47",
        "3. maj 2024 kl. 15.47",
        "3 mai 2024, 15:47",
        "3 mai 2024 à 15h47",
        "3 במאי 2024 15:47",
        "٣ مايو ٢٠٢٤ 15:47",
        "3 Mayıs 2024 15:47",
        "2024년 5월 3일 오후 3:47",
        "2024年5月3日 15時47分",
    ] {
        assert_eq!(at(value), "2024-05-03T15:47:00+00:00", "{value}");
    }
    for (value, instant) in [
        ("1. Jänner 2020", "2020-01-01T00:00:00"),
        ("Dec. 9, 2016 12:05 AM EST", "2016-12-09T05:05:00"),
        ("Sept 9 2016", "2016-09-09T00:00:00"),
        ("May 3, 2024 at 3 p.m. ET", "2024-05-03T19:00:00"),
        ("3 de mayo de 2024", "2024-05-03T00:00:00"),
        ("平成23年5月16日", "2011-05-16T00:00:00"),
        ("民國100年5月16日", "2011-05-16T00:00:00"),
        ("16 أيار 2011", "2011-05-16T00:00:00"),
        ("गुरुवार, १२ नोव्हेंबर २०२०", "2020-11-12T00:00:00"),
        ("१२ नोभेम्बर २०२०", "2020-11-12T00:00:00"),
        ("12 avqust 2020", "2020-08-12T00:00:00"),
        ("Sondag 12 Januarie 2020", "2020-01-12T00:00:00"),
        ("12 ng Hunyo 2020", "2020-06-12T00:00:00"),
    ] {
        assert_eq!(at(value), format!("{instant}+00:00"), "{value}");
    }
}

#[test]
fn every_month_is_read_also_in_capitals() {
    for (number, names) in (1..).zip(words::months()) {
        for name in names {
            let expected = format!("2024-{number:02}-14T00:00:00+00:00");
            for name in [(*name).to_owned(), name.to_uppercase()] {
                assert_eq!(at(&format!("14 {name} 2024")), expected, "{name}");
            }
        }
    }
}

#[test]
fn spellings_of_months_are_read() {
    for value in [
        "14 ΜΑΡΤΙΟΥ 2024",
        "14 मार्च 2024",
        "14 Maret 2024",
        "14 Mac 2024",
        "১৪ মার্চ, ২০২৪",
        "14 مارچ، 2024",
        "14 مارس 2024",
        "14 مارس/آذار 2024",
        "14 آذار/مارس 2024",
        "14 مارس (آذار) 2024",
        "14 tháng 3, 2024",
        "ngày 14 tháng 3 năm 2024",
        "14 Tháng Ba, 2024",
        "14 Th3, 2024",
        "14·03·24",
    ] {
        assert_eq!(at(value), "2024-03-14T00:00:00+00:00", "{value}");
    }
    for (value, day) in [
        ("14 NİSAN 2024", "2024-04-14"),
        ("14 KASIM 2024", "2024-11-14"),
        ("14 d’abril de 2024", "2024-04-14"),
        ("14 फ\u{93c}रवरी 2024", "2024-02-14"),
        ("14 \u{95e}रवरी 2024", "2024-02-14"),
        ("14 ফেব্রু\u{9df}ারি 2024", "2024-02-14"),
        ("14 تشرين الأول 2024", "2024-10-14"),
        ("14 تشرين الثاني/نوفمبر 2024", "2024-11-14"),
        ("14 يناير (كانون الثاني) 2024", "2024-01-14"),
        ("14 กุมภาพันธ์ 2567", "2024-02-14"),
        ("১৪/০৫/২০২৪", "2024-05-14"),
    ] {
        assert_eq!(at(value), format!("{day}T00:00:00+00:00"), "{value}");
    }
}

#[test]
fn the_language_and_the_day_of_the_week_decide_the_order() {
    let day = |value, order| parse(value, order).unwrap().local_day().to_string();
    assert_eq!(day("3/4/2024", Order::DayFirst), "2024-04-03");
    assert_eq!(day("3/4/2024", Order::MonthFirst), "2024-03-04");
    assert_eq!(day("4/23/2024", Order::DayFirst), "2024-04-23");
    for order in [Order::DayFirst, Order::MonthFirst] {
        for value in [
            "Tue, 12/08/2025 - 17:57",
            "Tue, 08/12/2025 - 17:57",
            "martes 12/08/2025 17:57",
            "mar. 12/08/2025",
            "12/08/2025 (вт)",
            "Mardi, 12-08-2025",
            "08/12/2025, Dienstag",
        ] {
            assert_eq!(day(value, order), "2025-08-12", "{value}");
        }
    }
    // neither order agrees with the word, or both may; "on" is no Wednesday
    for value in [
        "Published on 04/08/2026",
        "moved to 04/08/2026",
        "Wed 12/08/2025",
        "posted 12/08/2025",
        "11/08/2025 11/08/2025",
    ] {
        let written = parse(value, Order::DayFirst).unwrap().local_day();
        assert_eq!(written.format("%m").to_string(), "08", "{value}");
    }
}

#[test]
fn what_is_not_a_date_is_none() {
    for value in [
        "",
        "now",
        "2024",
        "12345678",
        "31.2.2024",
        "15.06.1389",
        "28 June 1389",
        "14 Mac",
        "14 May (May",
        "14 May (May 2024",
        "14 May/May",
        "14 May/",
        "14 tháng",
        "14 تشرين",
        "Mac 2 Pro",
        "14 März (Mai) 2024",
        "14 tháng 13 2024",
        "9 تشرين 2024",
        "2024-13-01",
        "1.2.3",
        "13:45",
        "1850-01-01",
        "0000-00-00",
        "vor 3 Stunden",
        "10.000.000",
        "99999999999999999999",
        "9.4. 06:12",
        "9. 4. 06:12",
        "9.4. 12.30 Uhr",
        "Kapitel 3.2. 10:15",
        "May 3 18:30, 2000 expected",
        "May 3 18:30 2000 expected",
        "May 3 18:30 - 2000",
    ] {
        assert_eq!(parse(value, Order::DayFirst), None, "{value}");
    }
}

#[test]
fn the_dates_of_a_text_are_found_with_their_places() {
    let text = "Von Erika Muster | 3. Mai 2024, 15:47 | Stand: 4.5.2024 9:00";
    let found = all_in(text, Order::DayFirst);
    let days: Vec<&str> = found
        .iter()
        .map(|found| &text[found.start..found.end])
        .collect();
    assert_eq!(days, ["3. Mai 2024", "4.5.2024 "]);
    assert_eq!(found[0].stamp.precision, DatePrecision::Minute);
    assert_eq!(found[1].stamp.at.to_rfc3339(), "2024-05-04T09:00:00+00:00");
}

#[test]
fn iranian_and_buddhist_years_are_converted() {
    for value in [
        "۷ خرداد ۱۴۰۳، ۱۴:۵۰",
        "دوشنبه ۷ خرداد ۱۴۰۳ - ۱۴:۵۰",
        "۱۴۰۳/۰۳/۰۷ ۱۴:۵۰",
        "27 พ.ค. 2567 14:50 น.",
        "27 พฤษภาคม 2567 เวลา 14:50 น.",
        "27 พฤษภาคม พ.ศ. 2567 14:50 น.",
        "27 พ.ค. พ.ศ. 2567 14:50",
        "27/05/2567 14:50",
    ] {
        assert_eq!(at(value), "2024-05-27T14:50:00+00:00", "{value}");
    }
    for (value, day) in [
        ("1 فروردین 1380", "2001-03-21"),
        ("29 اسفند 1402", "2024-03-19"),
        ("30 اسفند 1403", "2025-03-20"),
        ("1 فروردین 1404", "2025-03-21"),
        ("1 مهر 1400", "2021-09-23"),
        ("11 دی 1400", "2022-01-01"),
    ] {
        assert_eq!(at(value), format!("{day}T00:00:00+00:00"), "{value}");
    }
    for value in ["30 اسفند 1402", "1 فروردین 1370", "31 مهر 1400", "25670527"] {
        assert_eq!(parse(value, Order::DayFirst), None, "{value}");
    }
}

#[test]
fn the_month_precedes_a_day_after_the_twelfth_before_full_stops() {
    assert_eq!(at("05.15.13, 22:47"), "2013-05-15T22:47:00+00:00");
    assert_eq!(at("05.12.13"), "2013-12-05T00:00:00+00:00");
    assert!(parse("1.15.20", Order::MonthFirst).is_none());
}

#[test]
fn the_language_of_the_page_decides_which_month_a_name_denotes() {
    let day = |text: &str, lang: &str| {
        first_in(text, Order::of(lang))
            .map(|stamp| stamp.local_day().to_string())
            .unwrap_or_default()
    };
    for (text, lang, expected) in [
        ("15. listopada 2023.", "hr", "2023-10-15"),
        ("15 listopada 2023", "pl-PL", "2023-11-15"),
        ("15. listopad 2023", "cs", "2023-11-15"),
        ("15. lip. 2023.", "hr-HR", "2023-06-15"),
        ("15 lip 2023", "pl", "2023-07-15"),
        ("15. srp 2023", "cs", "2023-08-15"),
        ("15. srpnja 2023.", "hr", "2023-07-15"),
        ("15. rujna 2023", "sr", "2023-09-15"),
        ("15 bisha koobaad 2023", "so", "2023-01-15"),
        ("2023ko uztailaren 15a", "eu", "2023-07-15"),
        ("2023. gada 15. jūlijā", "lv", "2023-07-15"),
        ("15. avgusta 2023.", "sr-Latn", "2023-08-15"),
        ("15 जन॰ 2023", "hi", "2023-01-15"),
        ("15 ינו׳ 2023", "he", "2023-01-15"),
    ] {
        assert_eq!(day(text, lang), expected, "{text} in {lang}");
    }
}

#[test]
fn years_of_two_digits_are_read_as_the_language_writes_them() {
    let day = |text: &str, language: &'static str| {
        let found = first_in(text, Order::DayFirstIn(language))?;
        Some(found.local_day().to_string())
    };
    for (text, language, expected) in [
        ("25.03.04 15:20", "ko", Some("2025-03-04")),
        ("25/03/04", "ja", Some("2025-03-04")),
        ("25-03-04 15:20", "zh", Some("2025-03-04")),
        ("25. 03. 04.", "hu", Some("2025-03-04")),
        ("04.03.2025", "ko", Some("2025-03-04")),
        ("4/3/68", "th", Some("2025-03-04")),
        ("4 มี.ค. 68", "th", Some("2025-03-04")),
        ("4 มีนาคม 68 15:20", "th", Some("2025-03-04")),
        ("4 มี.ค. 15:20", "th", None),
        ("25.03.04", "de", Some("2004-03-25")),
    ] {
        assert_eq!(
            day(text, language).as_deref(),
            expected,
            "{text} {language}"
        );
    }
}

#[test]
fn further_forms_of_days_are_read() {
    let day = |text: &str, language: &str| {
        first_in(text, Order::of(language)).map(|stamp| stamp.local_day().to_string())
    };
    for (text, language) in [
        ("1° marzo 2025", "it"),
        ("1 mars 25", "fr"),
        ("01. März ’25 | Lokales", "de"),
        ("01-Mar-25, News", "en"),
        ("1 III 2025", "pl"),
        ("R7.3.1", "ja"),
        ("令和7/3/1", "ja"),
        ("二〇二五年三月一日", "zh"),
        ("中華民國一一四年三月一日", "zh-TW"),
        ("114年3月1日", "zh-Hant"),
        ("114/03/01", "zh-TW"),
        ("2025 жылғы 1 наурыз", "kk"),
        ("2025 yil 1 mart", "uz"),
        ("1:a mars 2025", "sv"),
        ("Lördagen den 1:e mars 2025", "sv"),
        ("วันเสาร์ที่ ๑ มีนาคม พ.ศ. ๒๕๖๘", "th"),
        ("૧ માર્ચ ૨૦૨૫", "gu"),
        ("੧ ਮਾਰਚ ੨੦੨੫", "pa"),
    ] {
        assert_eq!(day(text, language).as_deref(), Some("2025-03-01"), "{text}");
    }
    assert_eq!(
        day("二〇二五年十月三十一日", "ja").as_deref(),
        Some("2025-10-31")
    );
    for (text, language) in [
        ("5 mars 25 personnes", "fr"),
        ("On 5 May 20, mostly tourists, came", "en"),
        ("5. März 18:30", "de"),
        ("Kapitel 3: Mai 2024", "de"),
        ("R7.3.1", "de"),
        ("8 · 9 · 10 · 11", "en"),
        ("2 · 3 · 10", "de"),
        ("5 x 2025", "en"),
        ("114/03/01", "en"),
        ("02.03.20.24.11", "fr"),
        ("Tel. 04.05.05.04.11", "de"),
        ("10.12.20.24", "en"),
        ("星期三", "zh"),
    ] {
        assert_eq!(day(text, language), None, "{text}");
    }
}
