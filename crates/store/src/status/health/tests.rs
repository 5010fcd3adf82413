use std::collections::BTreeMap;

use chrono::Days;

use super::*;
use crate::{
    LayoutSeen,
    status::daily::{is_weekend, layout},
};

/// A Sunday.
const TODAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 11, 22).unwrap();

fn ago(days: u64) -> NaiveDate {
    TODAY - Days::new(days)
}

/// Days up to yesterday, oldest first, with these numbers of articles.
fn days(articles: &[i64]) -> Vec<SiteDay> {
    let n = articles.len() as u64;
    let each = articles.iter().zip(0..n).map(|(&articles, at)| SiteDay {
        day: ago(n - at),
        visits: 60,
        answers: 50,
        articles,
        walls: 0,
    });
    each.collect()
}

fn warned(days: Vec<SiteDay>) -> Vec<Concern> {
    let sites = BTreeMap::from([("a".to_owned(), days)]);
    let found = warnings(&sites, &BTreeSet::new(), &BTreeMap::new(), TODAY);
    found.into_iter().map(|warning| warning.what).collect()
}

#[test]
fn a_day_more_than_two_deviations_below_the_mean_is_a_drop() {
    let usual = [40, 44, 36, 42, 38, 41, 39, 43, 37, 40];
    // The mean is 40 and the standard deviation 2.58, so the limit is 34.8.
    for (last, wanted) in [(40, false), (35, false), (34, true), (0, true), (90, false)] {
        let found = warned(days(&[&usual[..], &[last]].concat()));
        assert_eq!(!found.is_empty(), wanted, "{last}: {found:?}");
    }
    let drop = &warned(days(&[&usual[..], &[3]].concat()))[0];
    assert!(
        matches!(drop, Concern::Drop { of: "articles", count: 3, day, .. } if *day == ago(1)),
        "{drop:?}"
    );
}

#[test]
fn a_day_that_is_not_read_yet_says_nothing_of_articles() {
    let sites = BTreeMap::from([("a".to_owned(), days(&[40, 40, 40, 40, 40, 40, 40, 40, 0]))]);
    let found = |unread: &[NaiveDate]| {
        let unread = unread.iter().copied().collect();
        warnings(&sites, &unread, &BTreeMap::new(), TODAY).len()
    };
    assert_eq!(found(&[]), 1);
    assert_eq!(found(&[ago(1), TODAY]), 0);
    assert_eq!(found(&[ago(2)]), 1, "another day than that");
}

#[test]
fn a_week_is_needed_and_today_does_not_count() {
    assert!(warned(days(&[40, 40, 40, 40, 40, 40, 0])).is_empty());
    assert_eq!(warned(days(&[40, 40, 40, 40, 40, 40, 40, 0])).len(), 1);
    let mut with_today = days(&[40; 10]);
    with_today.push(SiteDay {
        day: TODAY,
        visits: 5,
        answers: 5,
        articles: 1,
        walls: 0,
    });
    assert!(warned(with_today).is_empty());
}

#[test]
fn weekends_are_compared_with_weekends() {
    let month = |last: &[i64]| {
        let usual = (3..=28)
            .rev()
            .map(|days| if is_weekend(ago(days)) { 10 } else { 60 });
        days(&usual.chain(last.iter().copied()).collect::<Vec<_>>())
    };
    // Yesterday was a Saturday.
    assert!(warned(month(&[60, 9])).is_empty());
    assert_eq!(warned(month(&[60, 2])).len(), 1);
    // Without weekends to compare with, all days count.
    assert!(warned(days(&[60, 60, 60, 60, 10, 10, 60, 60, 60, 60, 60, 12])).is_empty());
}

#[test]
fn a_site_that_is_silent_while_others_are_visited_dropped_and_a_night_off_is_nobodys_fault() {
    let mut silent = days(&[40; 12]);
    silent.pop();
    let others = days(&[7; 12]);
    let both = BTreeMap::from([("a".to_owned(), silent.clone()), ("b".to_owned(), others)]);
    let found = warnings(&both, &BTreeSet::new(), &BTreeMap::new(), TODAY);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0]
            .describe()
            .starts_with("a: only 0 articles on 2026-11-21")
    );
    let alone = BTreeMap::from([("a".to_owned(), silent)]);
    assert!(warnings(&alone, &BTreeSet::new(), &BTreeMap::new(), TODAY).is_empty());
}

#[test]
fn a_drop_of_answers_is_reported_where_articles_are_few_anyway() {
    let mut few = days(&[0; 12]);
    few[11].answers = 3;
    let found = warned(few);
    let is_of_answers = |drop: &Concern| matches!(drop, Concern::Drop { of, count, .. } if (*of, *count) == ("answers", 3));
    assert!(found.len() == 1 && is_of_answers(&found[0]), "{found:?}");
}

#[test]
fn walls_instead_of_pages_are_reported() {
    let mut walled = days(&[10; 9]);
    walled[8].walls = 26;
    let found = warned(walled);
    let is_of_walls = |walls: &Concern| matches!(walls, Concern::Walls { walls, answers, .. } if (*walls, *answers) == (26, 50));
    assert!(found.len() == 1 && is_of_walls(&found[0]), "{found:?}");
}

/// Two days of pages now and six before, with layouts close to the given ones.
fn layouts(before: &[u64], now: &[u64]) -> Option<Concern> {
    let near = |layouts: &[u64], at: u64| -> Vec<LayoutSeen> {
        let each = layouts.iter().zip(0_u32..).map(|(layout, n)| LayoutSeen {
            day: ago(at),
            // Ordinary variation: a few bits.
            layout: layout ^ 1_u64.rotate_left(n * 7 + u32::try_from(at).unwrap()) ^ 1 << (at * 5),
        });
        each.collect()
    };
    let mut seen: Vec<LayoutSeen> = (3..9).rev().flat_map(|at| near(before, at)).collect();
    seen.extend((1..3).rev().flat_map(|at| near(now, at)));
    layout(&seen)
}

#[test]
fn another_template_is_a_change_of_layout_and_variation_is_none() {
    let (old, gallery, new) = (
        0x1234_5678_9abc_def0,
        0x0f0f_f0f0_3c3c_c3c3,
        !0x1234_ff00_9a00_def0,
    );
    assert_eq!(layouts(&[old, old, gallery], &[old, gallery, old]), None);
    assert_eq!(
        layouts(&[old, old, gallery], &[gallery, gallery, gallery]),
        None
    );
    let changed = layouts(&[old, old, gallery], &[new, new, new]).unwrap();
    assert!(
        matches!(changed, Concern::Layout { since, changed: 6, pages: 6, .. } if since == ago(2)),
        "{changed:?}"
    );
    // One special page a day is not a change either; a change of most pages is.
    assert_eq!(layouts(&[old, old, old], &[old, old, new]), None);
    assert!(layouts(&[old, old, old], &[old, new, new]).is_some());
    assert_eq!(layout(&[]), None);
}

#[test]
fn a_site_without_articles_for_longer_than_is_usual_is_silent_until_it_has_one() {
    let now = TODAY.and_hms_opt(6, 0, 0).unwrap().and_utc();
    let read: BTreeSet<NaiveDate> = (1..=60).map(ago).collect();
    let well = SiteOverview {
        last_article: Some(now),
        ..crate::testing::overview("a", now)
    };
    let blocked = crate::testing::cooling("a", now, SiteState::Blocked, None);
    let blocked = SiteOverview {
        last_article: Some(now),
        ..blocked
    };
    let says = |site: &SiteOverview, days: &[SiteDay]| match silent(
        site,
        &Diagnosis::of(site),
        days,
        &read,
        now,
    ) {
        Some(Concern::Silent { since, says }) => Some(format!("{since} {says}")),
        _ => None,
    };
    // ten days with an article each, or one a week, before days without any
    let daily = |quiet: usize| days(&[vec![1; 10], vec![0; quiet]].concat());
    let weekly =
        |quiet: usize| days(&[[1, 0, 0, 0, 0, 0, 0].repeat(3), vec![1], vec![0; quiet]].concat());
    let from = |days: &dyn Fn(usize) -> Vec<SiteDay>, site: &SiteOverview| {
        (0..=30).find(|quiet| says(site, &days(*quiet)).is_some())
    };
    assert_eq!(
        (from(&daily, &well), from(&daily, &blocked)),
        (Some(2), Some(2))
    );
    assert_eq!(
        (from(&weekly, &well), from(&weekly, &blocked)),
        (Some(14), Some(7))
    );
    assert!((2..=30).all(|quiet| says(&well, &daily(quiet)).is_some()));
    let few = |quiet: usize| days(&[vec![1; 5], vec![0; quiet]].concat());
    assert_eq!(from(&few, &well), None, "nothing is usual yet");
    let dead = SiteOverview {
        last_article: Some(now - TimeDelta::days(46)),
        ..well.clone()
    };
    assert!(says(&dead, &[]).is_some());
    let paused = SiteOverview {
        lifecycle: Lifecycle::Paused,
        ..dead
    };
    assert_eq!(says(&paused, &[]), None);
    let mut walled = daily(3);
    walled[11].walls = 4;
    for (site, days, wanted) in [
        (
            &blocked,
            daily(3),
            "blocked (it demands proof that the client is human), next try now; gleaner site retry a",
        ),
        (
            &well,
            walled,
            "4 pages were challenges, consent walls or empty without scripts; gleaner explain https://www.a.example/",
        ),
    ] {
        assert_eq!(says(site, &days).unwrap(), format!("{} {wanted}", ago(4)));
    }
}

#[test]
fn a_known_site_of_which_nothing_can_be_fetched_is_named_unless_it_is_only_busy() {
    let now = TODAY.and_hms_opt(6, 0, 0).unwrap().and_utc();
    let found = |reason, last_article| {
        let site = SiteOverview {
            last_article,
            ..crate::testing::cooling("a", now, reason, None)
        };
        trouble(&site, &Diagnosis::of(&site), now)
    };
    let named = found(SiteState::Blocked, Some(now));
    assert!(
        matches!(&named, Some(Concern::Trouble { says, .. }) if says.contains("gleaner site retry a")),
        "{named:?}"
    );
    assert_eq!(found(SiteState::Blocked, None), None);
    for reason in [SiteState::Busy, SiteState::Rationed] {
        assert_eq!(found(reason, Some(now)), None, "{reason}");
    }
}
