//! Whether a page shows a known version of an article: pages of different URLs that name the same canonical URL may show other
//! articles, as on a site with a faulty template, and a paywall shows the beginning of the text.

use std::collections::HashSet;
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
    Ok(!are_related(&text, article.text()))
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

/// Whether texts may be of one article.
pub(crate) fn are_related(one: &str, other: &str) -> bool {
    share_passages(one, other, MIN_SHARED)
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
