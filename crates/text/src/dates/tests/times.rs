//! The time of day that belongs to a date.

use super::*;

/// The times of the dates in a text; midnight for a date without time.
fn times(text: &str) -> Vec<String> {
    let found = all_in(text, Order::DayFirst).into_iter();
    found
        .map(|found| found.stamp.at.format("%d %H:%M").to_string())
        .collect()
}

#[test]
fn halves_of_the_day_are_read() {
    for (value, time) in [
        ("14 مايو 2024 - 09:40 م", "21:40"),
        ("14 مايو 2024 09:40 مساءً", "21:40"),
        ("14 مايو 2024 9 مساء", "21:00"),
        ("14 مايو 2024 12:40 ص", "00:40"),
        ("14 مايو 2024 09:40 صباحاً", "09:40"),
        ("14 مايو 2024، 9 م", "00:00"),
        ("14/05/2024 09:40 μμ", "21:40"),
        ("14/05/2024 09:40 μ.μ.", "21:40"),
        ("14/05/2024 12:40 π.μ.", "00:40"),
        ("14 May 2024 9.40 p.m.", "21:40"),
        ("2024年5月14日 晚上9:40", "21:40"),
        ("2024年5月14日 晚上12:05", "00:05"),
        ("2024年5月14日 下午1点40分", "13:40"),
        ("2024年5月14日 凌晨12:40", "00:40"),
        ("2024年5月14日 早上9:40", "09:40"),
        ("2024年5月14日 中午12:40", "12:40"),
        ("2024年5月14日 中午11:40", "11:40"),
    ] {
        let expected = format!("2024-05-14T{time}:00+00:00");
        assert_eq!(at(value), expected, "{value}");
    }
}

#[test]
fn each_date_has_its_own_time() {
    for (text, wanted) in [
        (
            "Published: 11:03, 9 June 2022 | Updated: 15:21, 9 June 2022",
            ["09 11:03", "09 15:21"],
        ),
        (
            "Published: 9 June 2022. Updated: 10 June 2022 at 15:21",
            ["09 00:00", "10 15:21"],
        ),
        (
            "Posted 8:41 PM, Dec 5, 2019 and last updated 9:10 AM, Dec 6, 2019",
            ["05 20:41", "06 09:10"],
        ),
        ("9 June 2022 11:03, 10 June 2022", ["09 11:03", "10 00:00"]),
        (
            "公開 2022年6月9日 更新 15:21 2022年6月10日",
            ["09 00:00", "10 15:21"],
        ),
    ] {
        assert_eq!(times(text), wanted, "{text}");
    }
}

#[test]
fn a_time_behind_a_label_or_other_words_is_not_that_of_the_date() {
    for text in [
        "Publié le 9/06/2022 - Mis à jour à 11h02",
        "Veröffentlicht am 09.06.2022 – Aktualisiert um 11:02 Uhr",
        "Publicado el 9 de junio de 2022, actualizado a las 11:02",
        "Pubblicato il 9 giugno 2022 | Aggiornato alle 11:02",
        "2022年6月9日 更新 11:02",
        "9 June 2022 Updated 11:02",
        "9 June 2022 · Listen 3:20 min",
        "3:20 min · 9 June 2022",
        "Watch 3:20 with Jane | 9 June 2022",
    ] {
        assert_eq!(times(text), ["09 00:00"], "{text}");
    }
}

#[test]
fn small_words_and_weekdays_may_be_before_a_time() {
    for text in [
        "9 June 2022 at 15:21",
        "9 juin 2022 à 15h21",
        "9 de junho de 2022 às 15:21",
        "9 de junio de 2022 a las 15:21",
        "9 giugno 2022 alle 15.21",
        "9. juni 2022 kl. 15.21",
        "9 Haziran 2022 Perşembe, 15:21",
        "9 June 2022 (Thursday) | 15:21",
        "2022年6月9日（木）15:21",
        "9 Ιουνίου 2022 στις 15:21",
        "9 June 2022 15:21 Minh Anh",
    ] {
        assert_eq!(times(text), ["09 15:21"], "{text}");
    }
}

#[test]
fn a_time_with_a_dot_follows_its_date() {
    for text in [
        "3.5.2024 | 15.47",
        "pe 3.5.2024 15.47",
        "3 May 2024 at 15.47",
        "pátek 3. 5. 2024 v 15.47 | Doprava",
        "3 พฤษภาคม 2567 เวลา 15.47 น.",
        "2024. május 3., péntek 15:47",
        "2024. máj. 3. péntek, 15:47",
    ] {
        let found = all_in(text, Order::DayFirst);
        let at = found[0].stamp.at.to_rfc3339();
        assert_eq!(at, "2024-05-03T15:47:00+00:00", "{text}");
    }
    for text in [
        "3.5.2024 15.47 km",
        "3.5.2024 15.47.2024",
        "3 May 2024, 15.475",
    ] {
        let found = all_in(text, Order::DayFirst);
        assert_eq!(found[0].stamp.precision, DatePrecision::Day, "{text}");
    }
    let offset = all_in("3/5/2024, 15:47 (GMT+7)", Order::DayFirst)[0].stamp;
    assert_eq!(offset.offset_minutes, Some(420));
}

#[test]
fn a_number_after_a_dash_behind_a_time_is_no_offset() {
    for text in [
        "3 May 2024, 15:47 - 4 min read",
        "03.05.2024 15:47 Uhr - 12 Leserbriefe",
        "3 mai 2024 à 15h47 -2 réactions",
        "3 May 2024 at 3:47 pm - 7",
        "3 maja 2024, 15:47-18:00",
        "2024年5月3日 15:47 + 11",
    ] {
        let stamp = all_in(text, Order::DayFirst)[0].stamp;
        assert_eq!(stamp.offset_minutes, None, "{text}");
        assert_eq!(stamp.at.to_rfc3339(), "2024-05-03T15:47:00+00:00", "{text}");
    }
    for (text, minutes) in [
        ("2024-05-03T15:47-04:00", -240),
        ("2024-05-03 15:47:42-03", -180),
        ("3 May 2024 15:47 +02:00 | News", 120),
        ("3 May 2024 15:47 -0500 by Ann", -300),
        ("3 May 2024 15:47 (GMT+7) by Ann", 420),
        ("3 May 2024 15:47 UTC + 1 | News", 60),
    ] {
        let stamp = all_in(text, Order::DayFirst)[0].stamp;
        assert_eq!(stamp.offset_minutes, Some(minutes), "{text}");
    }
}
