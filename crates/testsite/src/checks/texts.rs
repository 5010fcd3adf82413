//! The texts resemble news: they have its length, are alike only if they are copies, and contain no placeholders.

use std::collections::HashSet;

use super::{get, state, text, untagged};
use crate::{Expected, language::Language, prose};

#[test]
fn articles_differ_unless_they_are_copies_and_have_the_length_of_news() {
    let expected = Expected::of(&state());
    let shingles = |text: &str| -> HashSet<String> {
        let words: Vec<_> = text.split_whitespace().map(str::to_lowercase).collect();
        words.windows(3).map(|w| w.join(" ")).collect()
    };
    let all: Vec<_> = expected
        .articles
        .iter()
        .map(|a| (a, shingles(&a.text)))
        .collect();
    let (mut worst, mut least_copy) = (0.0_f64, 1.0_f64);
    for (index, (a, a_shingles)) in all.iter().enumerate() {
        let words = a.text.split_whitespace().count();
        assert!(
            (if a.truncated { 70 } else { 110 }..=1_100).contains(&words),
            "{} has {words} words",
            a.url
        );
        for (b, b_shingles) in &all[..index] {
            let count = |n: usize| f64::from(u32::try_from(n).unwrap());
            let common = count(a_shingles.intersection(b_shingles).count());
            let share = common / count(a_shingles.len().min(b_shingles.len()));
            if a.copy_of.is_some() && a.copy_of == b.copy_of {
                least_copy = least_copy.min(share);
            } else {
                worst = worst.max(share);
            }
        }
    }
    println!("most alike: {worst:.3}, copies at least {least_copy:.3}");
    assert!(worst < 0.42, "{worst}");
    assert!(least_copy > 0.7, "{least_copy}");
}

#[test]
fn two_sites_print_one_agency_text_word_for_word() {
    let state = state();
    let tickers = |site: &str, group: &str| {
        let expected = Expected::of(&state).articles.into_iter();
        let mut copies = expected.filter(|a| a.site == site && a.copy_of.as_deref() == Some(group));
        copies.next().unwrap()
    };
    for group in ["de-0", "de-1"] {
        let (one, other) = (tickers("morgenblatt", group), tickers("tagnetz", group));
        assert_eq!(one.text, other.text);
        assert_ne!(one.title, other.title, "one of them is retitled");
        let bodies = [&one, &other].map(|article| {
            let page = text(&get(&state, &article.url));
            let (_, after) = page.split_once("</h1>").unwrap();
            untagged(after.split_once("</article>").unwrap().0)
        });
        assert_eq!(bodies[0], bodies[1]);
    }
}

#[test]
fn no_placeholder_is_left_in_a_text() {
    for language in [Language::German, Language::English] {
        for seed in 0..400 {
            let plan = prose::Plan {
                revision: 2,
                agency: seed % 5 == 0,
                ..prose::Plan::new(language, (seed % 6) as usize, seed)
            };
            let story = format!("{} {:?}", prose::title(&plan), prose::story(&plan).parts);
            let clean = story
                .replace("Paragraph", "")
                .replace("Heading", "")
                .replace("List", "");
            assert!(!clean.contains(['{', '}', '|', '@', '#']), "{clean}");
            assert!(
                !clean.contains("  ") && !clean.contains(" ,") && !clean.contains(".."),
                "{clean}"
            );
        }
    }
}
