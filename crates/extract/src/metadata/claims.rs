//! Claims of JSON-LD about the text of the article: its length and the entries of a live blog.

use serde_json::Value;
use url::Url;

use super::dates::{self, DateStamp, Order};
use super::facts;
use super::json_ld::{self, Entity, LinkedData};
use super::text;
use crate::plain_text::without_tags;
use crate::word_count::fair_words;
use html::TextDocument;

/// The claims of a page's JSON-LD about the text of its article.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TextClaims {
    /// `wordCount`.
    pub word_count: Option<u32>,
    /// Number of words of `articleBody`, as in [`fair_words`].
    pub body_words: Option<u32>,
    /// `articleBody` as written.
    pub body: Option<String>,
    /// Whether the page does not say that the article is paid for.
    pub is_free: bool,
    /// Whether the page declares itself a `LiveBlogPosting`.
    pub is_live: bool,
    /// The entries of `liveBlogUpdate`, in order.
    pub updates: Vec<LiveUpdate>,
}

/// An entry of a live blog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LiveUpdate {
    pub stamp: Option<DateStamp>,
    pub title: Option<String>,
    /// Paragraphs, separated by an empty line.
    pub text: String,
}

impl TextClaims {
    pub(crate) fn of(data: &LinkedData, document: &TextDocument, url: Option<&Url>) -> Self {
        let canonical = super::canonical(document, url);
        let addresses: Vec<&str> = [url.map(Url::as_str), canonical.as_deref()]
            .into_iter()
            .flatten()
            .collect();
        let entities = data.entities_of_page(document, &addresses);
        let article = json_ld::article(&entities, &addresses);
        // its entries may be articles with a date, and it may have none; a page that only lists live blogs has no entries
        let live = article.filter(|article| is_live(article)).or_else(|| {
            let mut blogs = entities.iter().copied().filter(|entity| is_live(entity));
            blogs.find(|blog| blog.contains_key("liveBlogUpdate"))
        });
        let body = article.and_then(|article| article.get("articleBody")?.as_str());
        let linked = (document, article, entities.as_slice());
        let mut is_free = facts::IS_FREE.iter();
        Self {
            word_count: article.and_then(word_count),
            body_words: body.map(words),
            body: body.map(str::to_owned),
            is_free: is_free.find_map(|rule| (rule.read)(&linked)) != Some(false),
            is_live: live.is_some(),
            updates: live
                .map(|blog| updates(blog, dates::order::of(document, url)))
                .unwrap_or_default(),
        }
    }
}

fn is_live(entity: &Entity) -> bool {
    json_ld::types(entity).any(|name| name == "LiveBlogPosting")
}

fn word_count(article: &Entity) -> Option<u32> {
    let count = match article.get("wordCount")? {
        Value::Number(number) => number.as_u64()?,
        Value::String(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    // a larger one counts characters or is a mistake
    let count = Some(count).filter(|count| (1..=100_000).contains(count))?;
    u32::try_from(count).ok()
}

fn words(body: &str) -> u32 {
    u32::try_from(fair_words(&without_tags(body))).unwrap_or(u32::MAX)
}

fn updates(blog: &Entity, order: Order) -> Vec<LiveUpdate> {
    let entries = json_ld::several(blog.get("liveBlogUpdate")).iter();
    let entries = entries.filter_map(Value::as_object);
    let entries = entries.take(2_000);
    entries.filter_map(|entry| update(entry, order)).collect()
}

fn update(entry: &Entity, order: Order) -> Option<LiveUpdate> {
    let title = ["headline", "name"]
        .iter()
        .find_map(|key| json_ld::property(entry, key));
    let stamp = ["datePublished", "dateCreated", "dateModified"]
        .iter()
        .find_map(|key| dates::parse(entry.get(*key)?.as_str()?, order));
    let text = ["articleBody", "text", "description"]
        .iter()
        .find_map(|key| paragraphs(entry.get(*key)?.as_str()?))
        .unwrap_or_default();
    // an entry may have only a headline
    (title.is_some() || !text.is_empty()).then_some(LiveUpdate { stamp, title, text })
}

fn paragraphs(body: &str) -> Option<String> {
    // without tags and empty lines, each line is a paragraph
    let is_lines = !body.contains('<') && !body.contains("\n\n");
    let end = if is_lines { "\n" } else { "\n\n" };
    let pieces = body.split("</p>").flat_map(|piece| piece.split(end));
    let paragraphs: Vec<String> = pieces.filter_map(text::clean).collect();
    (!paragraphs.is_empty()).then(|| paragraphs.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    fn claims(json: &str) -> TextClaims {
        let html = format!("<script type='application/ld+json'>{json}</script><p>x</p>");
        let document = parse(&html);
        let data = LinkedData::parse(&document.head.json_ld);
        TextClaims::of(&data, &document, None)
    }

    #[test]
    fn the_length_of_the_text_is_read_from_numbers_and_strings() {
        let claims = |count: &str| {
            claims(&format!(
                r#"{{"@type":"NewsArticle","wordCount":{count},"articleBody":"Ein <b>kurzer</b> Text."}}"#
            ))
        };
        assert_eq!(claims("412").word_count, Some(412));
        assert_eq!(claims("\"412\"").word_count, Some(412));
        assert_eq!(claims("0").word_count, None);
        assert_eq!(claims("9999999").word_count, None);
        assert_eq!(claims("1").body_words, Some(3));
    }

    #[test]
    fn the_entries_of_a_live_blog_come_with_time_title_and_text() {
        let claims = claims(
            r#"{"@type":"LiveBlogPosting","liveBlogUpdate":[
            {"@type":"BlogPosting","headline":"Deich h&auml;lt","datePublished":"2026-11-20T21:43:00+01:00","articleBody":"<p>Der Deich.</p><p>Er h&auml;lt.</p>"},
            {"@type":"BlogPosting","headline":"Nur ein Titel"}, {"@type":"BlogPosting"}, "https://x.test/entry"]}"#,
        );
        assert!(claims.is_live);
        let [first, second] = claims.updates.as_slice() else {
            panic!("{claims:?}");
        };
        assert_eq!(first.title.as_deref(), Some("Deich hält"));
        assert_eq!(first.text, "Der Deich.\n\nEr hält.");
        assert_eq!(first.stamp.and_then(|stamp| stamp.offset_minutes), Some(60));
        assert!(second.stamp.is_none() && second.text.is_empty());
    }

    #[test]
    fn lines_of_an_entry_are_paragraphs_unless_it_has_tags_or_empty_lines() {
        for (body, text) in [
            ("Der Deich.\\nEr hält.", "Der Deich.\n\nEr hält."),
            ("Der\\nDeich.\\n\\nEr hält.", "Der Deich.\n\nEr hält."),
            ("<div>Der\\nDeich.</div>", "Der Deich."),
        ] {
            let claims = claims(&format!(
                r#"{{"@type":"LiveBlogPosting","liveBlogUpdate":{{"articleBody":"{body}"}}}}"#
            ));
            assert_eq!(claims.updates[0].text, text);
        }
    }

    #[test]
    fn a_list_of_live_blogs_is_not_a_live_blog() {
        let listed = claims(
            r#"{"@type":"ItemList","itemListElement":[{"@type":"NewsArticle","headline":"a","datePublished":"2026-11-20"},{"@type":"LiveBlogPosting","headline":"b"}]}"#,
        );
        assert!(!listed.is_live);
    }
}
