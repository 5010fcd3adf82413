//! Whether a page shows a known version of an article: pages of different URLs that name the same canonical URL may show other
//! articles, as on a site with a faulty template, a paywall shows the beginning of the text, and counters of the template change.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use sqlx::PgConnection;

use super::{ArticleColumns, StoredVersion, has_same_headline};
use crate::{StoreError, articles::PageFacts};

/// Characters of the passages that are compared.
const PASSAGE_CHARS: usize = 16;
/// One passage in this many is compared, always the same ones.
const SAMPLING_INTERVAL: u64 = 4;
/// Minimum percentage of the passages of the shorter text that are in both, if they are of one article.
const MIN_SHARED: usize = 25;
/// Minimum percentage of the passages of a beginning that are in the whole text.
const MIN_OF_BEGINNING: usize = 80;
/// Maximum share of the words of the whole text that its beginning has, in quarters.
const MAX_QUARTERS: i32 = 3;
/// Maximum characters of a line of the template.
const MAX_TEMPLATE_CHARS: usize = 120;
/// Newest other articles of the host that are searched for a line, and the minimum number of them that have it; a third must, too.
const COMPARED: i64 = 24;
const MIN_OF_TEMPLATE: usize = 3;

/// Whether a known version shows another article than this page: it is of another URL, has another headline, and hardly any of its
/// text. Pages of one article, such as its second page or its comments, have the same headline. Without a headline, the text decides.
pub(crate) async fn is_another(
    connection: &mut PgConnection,
    known: &StoredVersion,
    page: &PageFacts,
    article: &ArticleColumns,
) -> Result<bool, StoreError> {
    let (one, other) = (known.title.as_deref(), article.title.as_deref());
    let has_headline = one.is_some() && other.is_some();
    if known.url == page.url || has_headline && has_same_headline(one, other, false) {
        return Ok(false);
    }
    let text = sqlx::query_scalar!(
        "select text from articles where article_id = $1 and version = $2",
        &article.id,
        known.version
    );
    let text = text.fetch_one(connection).await?;
    Ok(!share_passages(&text, article.text(), MIN_SHARED))
}

/// Whether a page differs from a known version, of the same URL and headline, only by short lines of the template: counters, relative
/// times and headlines of other articles. Such a line stands, whatever its numbers, in many other articles of the host, or is the
/// headline of one.
pub(crate) async fn differs_by_template(
    connection: &mut PgConnection,
    known: &StoredVersion,
    page: &PageFacts,
    article: &ArticleColumns,
) -> Result<bool, StoreError> {
    let (one, other) = (known.title.as_deref(), article.title.as_deref());
    if known.url != page.url || !has_same_headline(one, other, true) {
        return Ok(false);
    }
    let text = sqlx::query_scalar!(
        "select text from articles where article_id = $1 and version = $2",
        &article.id,
        known.version
    );
    let text = text.fetch_one(&mut *connection).await?;
    let changed = changed_lines(&text, article.text());
    if changed.is_empty() || !changed.iter().all(|line| may_be_of_template(line)) {
        return Ok(false);
    }
    let others = sqlx::query!(
        "select title, text from articles where host_id = $1 and is_latest and article_id <> $2
        order by fetched_at desc limit $3",
        page.host_id,
        &article.id,
        COMPARED
    );
    let others = others.fetch_all(connection).await?;
    let mut frames: HashMap<String, usize> = HashMap::new();
    for other in &others {
        let lines: HashSet<String> = other.text.lines().map(frame).collect();
        for line in lines {
            *frames.entry(line).or_default() += 1;
        }
    }
    let headlines: HashSet<&str> = others.iter().filter_map(|o| o.title.as_deref()).collect();
    let least = MIN_OF_TEMPLATE.max(others.len().div_ceil(3));
    let is_of_template = |line: &&str| {
        frames
            .get(&frame(line))
            .is_some_and(|found| *found >= least)
            || headlines.contains(line.trim())
    };
    Ok(changed.iter().all(is_of_template))
}

/// The lines that only one of two texts has.
fn changed_lines<'a>(one: &'a str, other: &'a str) -> Vec<&'a str> {
    let lines = |text: &'a str| -> HashSet<&'a str> {
        let lines = text.lines().map(str::trim);
        lines.filter(|line| !line.is_empty()).collect()
    };
    let (one, other) = (lines(one), lines(other));
    one.symmetric_difference(&other).copied().collect()
}

/// Whether a line is short enough to be of the template.
fn may_be_of_template(line: &str) -> bool {
    line.chars().take(MAX_TEMPLATE_CHARS + 1).count() <= MAX_TEMPLATE_CHARS
}

/// A line without its numbers.
fn frame(line: &str) -> String {
    let mut frame = String::with_capacity(line.len());
    for c in line.trim().chars() {
        match c {
            '.' | ',' | ' ' | '\u{a0}' | '\u{202f}' if frame.ends_with('#') => {}
            _ if !c.is_numeric() => frame.push(c),
            _ if !frame.ends_with('#') => frame.push('#'),
            _ => {}
        }
    }
    frame
}

/// Whether a page shows only the beginning of a known version, as behind a paywall that lets some visits pass.
pub(crate) async fn is_beginning(
    connection: &mut PgConnection,
    known: &StoredVersion,
    page: &PageFacts,
    article: &ArticleColumns,
) -> Result<bool, StoreError> {
    if !article.may_be_cut_off() || known.url != page.url {
        return Ok(false);
    }
    let text = sqlx::query_scalar!(
        "select text from articles where article_id = $1 and version = $2 and is_truncated is not true and word_count >= $3",
        &article.id,
        known.version,
        article.word_count().saturating_mul(4) / MAX_QUARTERS
    );
    let text = text.fetch_optional(connection).await?;
    Ok(text.is_some_and(|text| share_passages(&text, article.text(), MIN_OF_BEGINNING)))
}

/// Whether texts have this percentage of the passages of the shorter one in common.
fn share_passages(one: &str, other: &str, percentage: usize) -> bool {
    let (one, other) = (passages(one), passages(other));
    let shared = one.intersection(&other).count();
    shared * 100 >= one.len().min(other.len()) * percentage
}

/// Hashes of the sampled passages of a text.
fn passages(text: &str) -> HashSet<u64> {
    let starts = text.char_indices().map(|(at, _)| at);
    let ends = starts.clone().skip(PASSAGE_CHARS).chain([text.len()]);
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let sampled =
        std::iter::zip(starts, ends).map(|(start, end)| hasher.hash_one(&text[start..end]));
    sampled
        .filter(|hash| hash.is_multiple_of(SAMPLING_INTERVAL))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_a_line_without_its_numbers() {
        for line in ["1.204 Aufrufe", "7 Aufrufe", "12 345 Aufrufe"] {
            assert_eq!(frame(line), "#Aufrufe", "{line}");
        }
        assert_ne!(frame("7 Kommentare"), frame("7 Aufrufe"));
        let mut changed = changed_lines("Ein Satz.\n7 Aufrufe", "9 Aufrufe\n\nEin Satz.");
        changed.sort_unstable();
        assert_eq!(changed, ["7 Aufrufe", "9 Aufrufe"]);
    }

    #[test]
    fn texts_share_passages_if_one_is_an_edition_or_a_part_of_the_other() {
        let text = |from: u32, to: u32| -> String {
            let sentences = (from..to)
                .map(|n| format!("Der Rat hat am {n}. Mai über {} Anträge beraten. ", n * 7));
            sentences.collect()
        };
        let whole = text(1, 30);
        for (other, expected) in [
            (whole.clone(), true),
            (text(20, 30), true),
            (text(15, 45), true),
            (
                format!(
                    "{}{}",
                    text(1, 4),
                    "Heute bleibt es trocken, morgen regnet es im Norden. ".repeat(9)
                ),
                true,
            ),
            (
                "Heute bleibt es trocken, morgen regnet es im Norden und schneit im Süden. "
                    .repeat(9),
                false,
            ),
            (String::new(), true),
        ] {
            assert_eq!(
                share_passages(&whole, &other, MIN_SHARED),
                expected,
                "{other}"
            );
        }
        let (one, other) = (
            "市议会周二晚间决定拆除旧桥，居民抗议，市长沉默不语。",
            "气象台今天发布暴雨预警，请市民注意安全并减少外出。",
        );
        assert!(
            share_passages(one, one, MIN_OF_BEGINNING) && !share_passages(one, other, MIN_SHARED)
        );
    }
}
