use super::*;
use chrono::{DateTime, Utc};

fn article(id: &str, hours: i64) -> PairArticle {
    PairArticle {
        id: id.to_owned(),
        language: Some("en".to_owned()),
        at: DateTime::<Utc>::UNIX_EPOCH + TimeDelta::hours(hours),
        duplicate_of: None,
        copy_score: 1.0,
        story_id: Some(id.to_owned()),
        story_score: Some(1.0),
        nearly_story: None,
        nearly_score: None,
    }
}

fn bins(sample: StratifiedSample) -> Vec<(String, u64)> {
    let bins = sample.bins.into_iter();
    bins.map(|bin| (bin.name, bin.pairs)).collect()
}

fn named(bins: &[(&str, u64)]) -> Vec<(String, u64)> {
    let bins = bins.iter();
    bins.map(|(name, pairs)| ((*name).to_owned(), *pairs))
        .collect()
}

#[test]
fn copies_and_leaders_with_common_text_have_separate_bins() {
    let words = |from: u32| {
        let words: Vec<String> = (from..from + 200).map(|n| format!("word{n}")).collect();
        Fingerprint::of("", &words.join(" "))
    };
    let copy = PairArticle {
        duplicate_of: Some("a".to_owned()),
        copy_score: 0.8,
        ..article("c", 2)
    };
    let lost = PairArticle {
        duplicate_of: Some("long ago".to_owned()),
        ..article("l", 2)
    };
    let articles = [
        article("a", 0),
        article("b", 1),
        copy,
        lost,
        article("d", 9),
    ];
    // 40 of 198 3-grams are in both; d has nothing of either.
    let fingerprints = vec![("a", words(0)), ("b", words(158)), ("d", words(900))];
    let found = bins(copies(&articles, fingerprints, 1, 10));
    let wanted = [("apart 0.15-0.25", 1), ("joined 0.70-1.00", 1)];
    assert_eq!(found, named(&wanted));
}

#[test]
fn every_pair_of_the_same_days_is_in_one_bin_of_stories() {
    let member = |id: &str, hours, score| PairArticle {
        story_id: Some("a".to_owned()),
        story_score: Some(score),
        ..article(id, hours)
    };
    let nearly = PairArticle {
        nearly_story: Some("a".to_owned()),
        nearly_score: Some(0.17),
        ..article("n", 3)
    };
    let foreign = PairArticle {
        language: Some("de".to_owned()),
        ..article("f", 3)
    };
    let articles = [
        member("a", 0, 1.0),
        member("b", 1, 0.4),
        member("c", 2, 0.22),
        nearly,
        foreign,
        article("late", 74),
    ];
    let found = bins(stories(&articles, 1, 10));
    let wanted = [
        ("apart 0.15-0.20", 3),  // n with a, b and c
        ("joined 0.20-0.25", 2), // c with a and b
        ("joined 0.35-0.50", 1), // a and b
        (RANDOM_NAME, 2),        // late with c and n; a and b are more than three days before
    ];
    assert_eq!(found, named(&wanted));
}

#[test]
fn every_pair_of_the_same_days_has_a_number() {
    let articles: Vec<PairArticle> = [0, 30, 60, 75, 200, 201]
        .iter()
        .map(|hours| article(&format!("{hours:03}"), *hours))
        .collect();
    let days = SameDayPairs::of(articles.iter().collect());
    let pairs = (0..days.pairs()).map(|number| {
        let (one, other) = days.pair(number).unwrap();
        format!("{} {}", one.id, other.id)
    });
    let wanted = [
        "000 030", "000 060", "030 060", "030 075", "060 075", "200 201",
    ];
    assert_eq!(pairs.collect::<Vec<_>>(), wanted);
    assert!(days.pair(6).is_none());
}

#[test]
fn very_many_pairs_are_sampled_and_counted() {
    let mut articles: Vec<PairArticle> =
        (0..1_500).map(|n| article(&format!("{n:04}"), 0)).collect();
    articles[1].story_id = Some("0000".to_owned());
    let sample = stories(&articles, 1, 10);
    assert_eq!(sample.bins[1].pairs, 1_500 * 1_499 / 2 - 1);
    assert_eq!(sample.pairs.iter().filter(|pair| pair.1 == 1).count(), 10);
    assert_eq!(stories(&articles, 1, 10), sample);
}

#[test]
fn without_articles_there_are_no_bins() {
    for articles in [vec![], vec![article("a", 0)]] {
        assert!(bins(copies(&articles, Vec::new(), 1, 10)).is_empty());
        assert!(bins(stories(&articles, 1, 10)).is_empty());
    }
}
