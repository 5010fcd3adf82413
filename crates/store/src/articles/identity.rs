//! Whether a page shows a known version of an article: pages of different URLs that name the same canonical URL may show other
//! articles, as on a site with a faulty template; a paywall shows only the beginning; two pages without one may show one article.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use sqlx::PgConnection;

use super::{ArticleColumns, StoredVersion, has_same_headline};
use crate::{
    StoreError,
    articles::PageFacts,
    text::{column, url_hash},
};

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

/// The parts that differ between the forms of a URL, and all slashes: all that `form_of` omits, and more.
const FORM: &str = r"^[a-z]+://(www\.)?(m\.)?|/+(index\.[^/?]*)?/*(?=\?|$)|/|\?$";

/// An article that a page of the batch (`page_id`) may show.
struct KnownArticle {
    page_id: i64,
    /// Whether a former verdict found it on that page.
    was_shown: bool,
    content_hash: String,
    identity: String,
    title: Option<String>,
    url: String,
}

/// Gives each article that is new the identity of an older page of its site whose URL differs in form alone, while text and headline are
/// the same. Its own URL rests, as an alternate of the other. Two articles that exist already stay two.
pub(crate) async fn unite_forms(
    connection: &mut PgConnection,
    shown: Vec<(&PageFacts, &mut ArticleColumns)>,
) -> Result<(), StoreError> {
    let taken = sqlx::query_scalar!(
        "select identity from articles where article_id = any($1::text[]) and is_latest",
        &column(&shown, |(_, article)| article.id.clone())
    );
    let taken = taken.fetch_all(&mut *connection).await?;
    let mut taken: HashSet<String> = taken.into_iter().collect();
    // the latest versions, and those that the page was found to show before
    let stored = sqlx::query_as!(
        KnownArticle,
        r#"select own.page_id as "page_id!", a.was_shown as "was_shown!", own.content_hash as "content_hash!", a.identity as "identity!",
            a.title as "title?", a.url as "url!"
        from (
            select fetched_at, page_id, host_id, content_hash, regexp_replace(lower(identity), $6::text, '', 'g') as form
            from unnest($1::timestamptz[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])
                as own (fetched_at, page_id, host_id, content_hash, identity) offset 0
        ) own
        cross join lateral (
            select false as was_shown, a.host_id, a.identity, a.title, a.url, a.fetched_at, a.page_id from articles a
            where a.content_hash = own.content_hash and a.is_latest
            union all
            select true, a.host_id, a.identity, a.title, a.url, a.fetched_at, a.page_id
            from verdicts d join articles a on a.article_id = d.article_id
            where d.fetched_at = own.fetched_at and d.page_id = own.page_id and a.content_hash = own.content_hash
        ) a
        join hosts here on here.host_id = own.host_id
        join hosts there on there.host_id = a.host_id and there.site_id = here.site_id
        where (a.fetched_at, a.page_id) < (own.fetched_at, own.page_id)
            and regexp_replace(lower(a.identity), $6::text, '', 'g') = own.form"#,
        &column(&shown, |(page, _)| page.key.fetched_at),
        &column(&shown, |(page, _)| page.key.page_id),
        &column(&shown, |(page, _)| page.host_id),
        &column(&shown, |(_, article)| article.content_hash.clone()),
        &column(&shown, |(_, article)| article.identity().to_owned()),
        FORM
    );
    let stored = stored.fetch_all(&mut *connection).await?;
    // by form, the newest page of the batch so far
    let mut batch: HashMap<String, KnownArticle> = HashMap::new();
    let mut alternates: Vec<(&PageFacts, String)> = Vec::new();
    for (page, article) in shown {
        let form = form_of(article.identity());
        let is_same = |known: &&KnownArticle| {
            known.content_hash == article.content_hash
                && known.identity != article.identity()
                && known.url != page.url
                && has_same_headline(known.title.as_deref(), article.title.as_deref(), true)
        };
        let is_of_form = |known: &&KnownArticle| {
            known.page_id == page.key.page_id && form_of(&known.identity) == form
        };
        let joined = stored.iter().filter(is_of_form);
        let joined = joined.filter(|known| known.was_shown).find(is_same);
        let older = match batch.get(&form) {
            Some(known) => Some(known).filter(is_same),
            None => stored.iter().filter(is_of_form).find(is_same),
        };
        let is_new = !taken.contains(article.identity());
        let known = joined.or(older.filter(|_| is_new));
        let kept = known.map(|known| (known.identity.clone(), known.url.clone()));
        let url = if let Some((identity, url)) = kept {
            article.identify(&identity);
            if page.was_article.is_none() {
                alternates.push((page, url.clone()));
            }
            url
        } else {
            page.url.clone()
        };
        let newest = KnownArticle {
            page_id: page.key.page_id,
            was_shown: false,
            content_hash: article.content_hash.clone(),
            identity: article.identity().to_owned(),
            title: article.title.clone(),
            url,
        };
        taken.insert(newest.identity.clone());
        batch.insert(form, newest);
    }
    rest(connection, &alternates).await
}

/// Lets the URLs of pages rest in favour of others, which lead back to them if they turn out not to be pages. A URL with a later page
/// does not rest.
async fn rest(
    connection: &mut PgConnection,
    alternates: &[(&PageFacts, String)],
) -> Result<(), StoreError> {
    if alternates.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "with resting as (
            update visits v set next_due = now() + interval '30 days'
            from unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
                as found (kept_hash, alternate, host_id, url_id, page_id)
            where v.host_id = found.host_id and v.url_id = found.url_id and v.page_id = found.page_id
                and v.next_due < now() + interval '30 days' and length(found.alternate) between 1 and 2048
            returning found.kept_hash, found.alternate
        )
        insert into url_variants (kept_hash, alternate)
        select kept_hash, alternate from resting order by 1, 2
        on conflict do nothing",
        &column(alternates, |(_, kept)| url_hash(kept)),
        &column(alternates, |(page, _)| page.url.clone()),
        &column(alternates, |(page, _)| page.host_id),
        &column(alternates, |(page, _)| page.url_id),
        &column(alternates, |(page, _)| page.key.page_id)
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// A URL without what often makes no difference: scheme, `www.` or `m.`, case, empty path segments, a slash or an index file at the end.
fn form_of(url: &str) -> String {
    let url = url.to_lowercase();
    let rest = url.split_once("://").map_or(&*url, |(_, rest)| rest);
    let rest = ["www.", "m."]
        .iter()
        .fold(rest, |rest, name| rest.strip_prefix(name).unwrap_or(rest));
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let mut segments: Vec<&str> = path.split('/').filter(|name| !name.is_empty()).collect();
    if segments.len() > 1 {
        segments.pop_if(|last| last.starts_with("index."));
    }
    format!("{}?{query}", segments.join("/"))
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
    fn urls_have_one_form_if_case_slashes_host_alias_scheme_and_index_file_are_all_that_differs() {
        let url = "https://www.bote.test/News/Bericht-1?id=7";
        for other in [
            "https://www.bote.test/news/bericht-1?id=7",
            "http://bote.test/News//Bericht-1/?id=7",
            "https://m.bote.test/News/Bericht-1/index.php?id=7",
        ] {
            assert_eq!(form_of(url), form_of(other));
        }
        for other in [
            "https://www.bote.test/news/bericht-1",
            "https://www.bote.test/news/bericht-1?id=8",
            "https://www.bote.test/news/bericht/1?id=7",
            "https://sport.bote.test/news/bericht-1?id=7",
        ] {
            assert_ne!(form_of(url), form_of(other));
        }
    }

    #[test]
    fn texts_share_passages_if_one_is_an_edition_or_a_part_of_the_other() {
        let text = |from: u32, to: u32| -> String {
            let sentences = (from..to)
                .map(|n| format!("Der Rat hat am {n}. Mai über {} Anträge beraten. ", n * 7));
            sentences.collect()
        };
        let whole = text(1, 30);
        let weather = "Heute bleibt es trocken, morgen regnet es im Norden. ".repeat(9);
        for (other, expected) in [
            (whole.clone(), true),
            (text(20, 30), true),
            (text(15, 45), true),
            (text(1, 4) + &weather, true),
            (weather, false),
            (String::new(), true),
        ] {
            let is_related = are_related(&whole, &other);
            assert_eq!(is_related, expected, "{other}");
        }
        let one = "市议会周二晚间决定拆除旧桥，居民抗议，市长沉默不语。";
        assert!(share_passages(one, one, MIN_OF_BEGINNING));
        let other = "气象台今天发布暴雨预警，请市民注意安全并减少外出。";
        assert!(!are_related(one, other));
    }
}
