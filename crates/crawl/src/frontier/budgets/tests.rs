use proptest::prelude::*;

use super::*;
use crate::tests::made::url;

fn known(pattern: &str, pages: i32, articles: i32) -> PatternStats {
    PatternStats {
        authority: "a.example".to_owned(),
        pattern: pattern.to_owned(),
        pages,
        articles,
    }
}

#[test]
fn a_pattern_that_never_ends_runs_out_of_budget() {
    type Path = fn(usize) -> String;
    let filters: Path = |n| format!("/liste?farbe={n}&form={n}&art=1");
    let cases: [(usize, Via, Path, usize); 4] = [
        (1_000, Via::Link, filters, PER_QUERIED_PATH),
        // an address taken up once stays so
        (1, Via::Link, filters, 1),
        // what a feed announces passes
        (1_000, Via::Feed, filters, 1_000),
        (1_000, Via::Section, |n| format!("/{n}/tag/{n}/"), 1_000),
    ];
    let mut budgets = Budgets::default();
    for (count, via, path, wanted) in cases {
        let admitted = (0..count).filter(|n| budgets.admit(&url(&path(*n)), via, &mut 0));
        assert_eq!(admitted.count(), wanted, "{}", path(0));
    }
}

#[test]
fn a_pattern_that_brings_articles_gets_much_and_comes_early_and_another_a_trickle() {
    let mut budgets = Budgets::learned(
        &[
            known("/politik/*", 300, 280),
            known("/tag/w/", 2_000, 1),
            known("/termine/*", 40, 0),
        ],
        |_| 0.5,
    );
    let mut allowed = |prefix: &str, ending: &str| {
        let url = |n: usize| url(&format!("{prefix}{}{ending}", letters(n)));
        (0..3_000)
            .filter(|n| budgets.admit(&url(*n), Via::Link, &mut 0))
            .count()
    };
    assert_eq!(allowed("/politik/ein-neuer-titel-", ""), 3_000);
    assert_eq!(allowed("/tag/", "/"), MIN_BUDGET);
    let listed = (0..3_000).filter(|n| {
        let url = url(&format!("/tag/{}/", letters(*n)));
        Budgets::learned(&[known("/tag/w/", 2_000, 1)], |_| 0.5).admit(&url, Via::FrontPage, &mut 0)
    });
    assert_eq!(listed.count(), 3_000, "what the front page links passes");
    let few = allowed("/termine/ein-abend-mit-", "");
    assert!((MIN_BUDGET + 1..1_000).contains(&few), "{few}");
    assert_eq!(allowed("/unbekannt/ein-titel-", ""), 3_000);
    let mut priority_via = |path, via| {
        let mut priority = 300;
        budgets.admit(&url(path), via, &mut priority);
        priority
    };
    assert_eq!(priority_via("/tag/berlin/", Via::Feed), 300);
    let mut priority_of = |path| priority_via(path, Via::Link);
    assert!(priority_of("/politik/ein-neuer-titel") < priority_of("/unbekannt/ein-neuer-titel"));
    assert!(priority_of("/unbekannt/ein-neuer-titel") < priority_of("/tag/berlin/"));
}

#[test]
fn a_pattern_whose_pages_are_articles_is_no_trap_whatever_its_form() {
    for (pattern, path) in [
        (
            "/w.php?action&id&lang",
            "/index.php?action=show&lang=en&id=",
        ),
        ("/w?b&id", "/noticia?b=1&id="),
    ] {
        for (articles, wanted) in [(3, 1_000), (0, PER_QUERIED_PATH)] {
            let mut budgets = Budgets::learned(&[known(pattern, 3, articles)], |_| 0.5);
            let urls = (0..1_000).map(|n| url(&format!("{path}{n}")));
            let admitted = urls.filter(|url| budgets.admit(url, Via::Section, &mut 0));
            assert_eq!(admitted.count(), wanted, "{path} {articles}");
        }
    }
}

#[test]
fn the_form_of_a_url_decides_until_similar_pages_were_read() {
    let prior = |url: &Url| {
        if url.path().contains("artikel") {
            0.9
        } else {
            0.1
        }
    };
    let mut budgets = Budgets::learned(&[known("/politik/*", 300, 280)], prior);
    let mut priority_of = |path| {
        let mut priority = 300;
        budgets.admit(&url(path), Via::Link, &mut priority);
        priority
    };
    assert_eq!(priority_of("/kultur/artikel"), 284);
    assert_eq!(priority_of("/kultur/kalender"), 316);
    assert!(priority_of("/politik/ein-neuer-titel") < 300);
}

#[test]
fn the_counts_are_bounded_and_the_high_ones_are_kept() {
    let mut budgets = Budgets::default();
    let mut admit = |path: String| {
        let admitted = budgets.admit(&url(&path), Via::Link, &mut 0);
        assert!(budgets.counts.len() < MAX_COUNTS);
        admitted
    };
    for n in 0..1_000 {
        admit(format!("/liste?farbe={n}&form={n}&art=1"));
    }
    for n in 0..2 * MAX_COUNTS {
        for title in ["a", "b"] {
            assert!(admit(format!("/{n}?a={title}&b=1")));
        }
    }
    assert!(!admit("/liste?farbe=x&form=x&art=1".to_owned()));
}

fn letters(mut n: usize) -> String {
    let mut word = String::new();
    for _ in 0..4 {
        word.push(char::from(b'a' + u8::try_from(n % 26).unwrap()));
        n /= 26;
    }
    word
}

proptest! {
    #[test]
    fn budgets_keep_their_bounds_and_follow_the_yield(pages in 0..1_000_000, articles in 0..1_000_000) {
        let here = share(pages, articles);
        prop_assert!((0.0..=1.0).contains(&here));
        prop_assert!((MIN_BUDGET..=MAX_BUDGET).contains(&budget(here)));
        prop_assert!(shift(here).abs() <= 20);
        let better = share(pages, articles.saturating_add(1));
        prop_assert!(budget(better) >= budget(here) && shift(better) <= shift(here));
        let worse = share(pages.saturating_add(1), articles.min(pages));
        let same = share(pages, articles.min(pages));
        prop_assert!(budget(worse) <= budget(same) && shift(worse) >= shift(same));
    }
}
