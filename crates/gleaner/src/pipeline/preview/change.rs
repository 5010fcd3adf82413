//! Compares a new extraction of a stored page with the stored one. No I/O.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use store::{NewVerdict, STAND_IN, StoredVerdict};

use crate::console::plural::count;
use crate::console::{clean, diff};

/// The compared fields of an article, as named in the article record.
const FIELDS: [&str; 23] = [
    "title",
    "title_page",
    "description",
    "text",
    "authors",
    "agencies",
    "organizations",
    "date_published",
    "date_published_tz",
    "date_published_precision",
    "date_published_source",
    "date_modified",
    "language",
    "section",
    "tags",
    "url_canonical",
    "image_url",
    "images",
    "is_free",
    "is_truncated",
    "license",
    "live_entries",
    "parts",
];
/// Maximum characters of a value that are shown.
const MAX_SHOWN: usize = 160;
const MAX_EXAMPLES: usize = 3;

/// What a new extraction of a page changes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct PageChange {
    pub(crate) url: String,
    /// The page type before and after, if the verdict changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) verdict: Option<[String; 2]>,
    /// Fields before and after, if the page is an article both times.
    pub(crate) fields: BTreeMap<&'static str, [Value; 2]>,
}

/// Compares a new verdict with the stored one; `None` if nothing changes.
pub(crate) fn change(url: &str, stored: &StoredVerdict, new: &NewVerdict) -> Option<PageChange> {
    if stored.label_source == STAND_IN {
        return None; // its text is still rejected when it is saved
    }
    let mut fields = BTreeMap::new();
    if let (Some(before), Some(article)) = (&stored.article, &new.article) {
        let content = "content_hash";
        let compared: &[&str] = if stored.made_here {
            &FIELDS
        } else if value(before, content) != value(article, content) {
            &["text"]
        } else {
            &[]
        };
        let id = |identity: &str| article[identity].as_str().map(store::article_id);
        let ids = [value(before, "article_id"), id("identity").into()];
        // refused as another article's, the canonical URL that the page names gives way to its own
        let is_at_own_url = ids[0] == Value::from(id("own_identity"));
        if ids[0].is_string() && ids[0] != ids[1] && !is_at_own_url {
            fields.insert("id", ids);
        }
        for field in compared.iter().copied() {
            let values = [value(before, field), value(article, field)];
            if values[0] != values[1] {
                fields.insert(field, values);
            }
        }
    }
    let verdict = (stored.page_type != new.page_type
        || stored.article.is_some() != new.article.is_some())
    .then(|| [stored.page_type.clone(), new.page_type.clone()]);
    (verdict.is_some() || !fields.is_empty()).then(|| PageChange {
        url: url.to_owned(),
        verdict,
        fields,
    })
}

/// The value of a field in a normal form: one format for times, and null for empty lists.
fn value(article: &Value, field: &str) -> Value {
    let value = article.get(field).cloned().unwrap_or_default();
    let instant = value
        .as_str()
        .filter(|_| field.starts_with("date_"))
        .and_then(|text| text.parse::<DateTime<Utc>>().ok());
    match instant {
        Some(at) => Value::String(at.to_rfc3339()),
        None if value.as_array().is_some_and(Vec::is_empty) => Value::Null,
        None => value,
    }
}

/// What a new extraction of all pages changes.
#[derive(Debug, Default)]
pub(crate) struct Preview {
    pub(crate) pages: u64,
    pub(crate) changed: u64,
    /// Pages without a stored verdict.
    pub(crate) unread: u64,
    verdicts: BTreeMap<[String; 2], u64>,
    fields: BTreeMap<&'static str, FieldCounts>,
}

#[derive(Debug, Default)]
struct FieldCounts {
    pages: u64,
    words_removed: usize,
    words_added: usize,
    examples: Vec<String>,
}

impl Preview {
    /// Counts a page that changes.
    pub(crate) fn add(&mut self, change: &PageChange) {
        self.changed += 1;
        if let Some(verdict) = &change.verdict {
            *self.verdicts.entry(verdict.clone()).or_default() += 1;
        }
        for (field, [before, after]) in &change.fields {
            let counts = self.fields.entry(*field).or_default();
            counts.pages += 1;
            let spans = aggregate::diff_spans(&text(before), &text(after));
            let (removed, added) = aggregate::words_changed(&spans);
            counts.words_removed += removed;
            counts.words_added += added;
            if counts.examples.len() < MAX_EXAMPLES {
                let shown: String = diff::show(&spans, false).chars().take(MAX_SHOWN).collect();
                let shown = shown.replace('\n', " ");
                let url = clean::line(&change.url);
                counts.examples.push(format!("{url}\n    {shown}"));
            }
        }
    }

    /// The counts and some examples, for people.
    pub(crate) fn describe(&self) -> String {
        let mut lines = vec![format!(
            "{} extracted, {} would change, {} not extracted before; nothing was written",
            count(self.pages, "page"),
            self.changed,
            self.unread
        )];
        for ([before, after], pages) in &self.verdicts {
            lines.push(format!("\n{pages} × {before} → {after}"));
        }
        for (field, counts) in &self.fields {
            lines.push(format!(
                "\n{field}: {}, {} removed, {} added",
                count(counts.pages, "page"),
                count(counts.words_removed, "word"),
                counts.words_added
            ));
            lines.extend(counts.examples.iter().map(|example| format!("  {example}")));
        }
        lines.join("\n") + "\n"
    }
}

/// A value as text to compare.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(text).collect();
            values.join("; ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;
    use store::PageKey;

    use super::*;
    use crate::article::Article;

    #[test]
    fn every_column_is_compared_or_follows_from_others() {
        const OTHERS: [&str; 6] = [
            "content_hash",
            "extractor",
            "field_sources",
            "identity",
            "language_score",
            "word_count",
        ];
        let columns = Article::default().columns("gleaner");
        let columns = columns.as_object().unwrap().keys();
        let known: BTreeSet<&str> = FIELDS.into_iter().chain(OTHERS).collect();
        assert_eq!(columns.map(String::as_str).collect::<BTreeSet<_>>(), known);
    }

    fn new_verdict(article: Option<Value>) -> NewVerdict {
        let key = PageKey {
            fetched_at: DateTime::UNIX_EPOCH,
            page_id: 1,
        };
        let page_type = if article.is_some() {
            "article"
        } else {
            "legal"
        };
        NewVerdict {
            page_type: page_type.to_owned(),
            label_source: "rule:legal".to_owned(),
            ..store::testing::verdict(key, article)
        }
    }

    fn stored_verdict(article: Option<Value>) -> StoredVerdict {
        StoredVerdict {
            page_type: "article".to_owned(),
            label_source: "model:1".to_owned(),
            made_here: true,
            article,
        }
    }

    #[test]
    fn fields_that_differ_are_reported_and_spellings_are_not() {
        let at = DateTime::UNIX_EPOCH;
        let article = json!({
            "title": "Neue Brücke", "text": "Der Rat tagt heute.", "date_published": at,
        });
        let before = json!({
            "title": "Neue Brücke | Blatt", "text": "Der Rat tagt heute.", "authors": [],
            "date_published": "1970-01-01T00:00:00+00:00", "created_at": "2026-01-01T00:00:00+00:00",
        });
        let new = new_verdict(Some(article));
        let found = change("http://a.test/", &stored_verdict(Some(before)), &new).unwrap();
        assert_eq!(found.fields.keys().collect::<Vec<_>>(), [&"title"]);
        assert_eq!(found.verdict, None);
        let mut preview = Preview::default();
        preview.add(&found);
        assert!(preview.describe().contains("Neue Brücke [-| Blatt-]"));
    }

    #[test]
    fn another_verdict_is_a_change_unless_its_text_stands_in_for_articles() {
        let stored = StoredVerdict {
            label_source: STAND_IN.to_owned(),
            ..stored_verdict(None)
        };
        let new = new_verdict(Some(json!({"title": "Wartung", "text": "Bitte warten."})));
        assert!(change("http://a.test/", &stored, &new).is_none());
        let found = change("u", &stored_verdict(Some(json!({}))), &new_verdict(None));
        let verdict = ["article", "legal"].map(str::to_owned);
        assert_eq!(found.unwrap().verdict, Some(verdict));
    }

    #[test]
    fn a_page_seen_again_changes_only_with_its_content() {
        let article = |text: &str| json!({ "description": "Another summary.", "text": text, "content_hash": text });
        let changed = |stored: Value, new: Value| {
            let stored = StoredVerdict {
                made_here: false,
                ..stored_verdict(Some(stored))
            };
            let found = change("u", &stored, &new_verdict(Some(new)));
            found.map(|found| found.fields.into_keys().collect::<Vec<_>>())
        };
        let seen =
            json!({ "description": "A summary.", "text": "Der Rat.", "content_hash": "Der Rat." });
        assert_eq!(changed(seen.clone(), article("Der Rat.")), None);
        let text = changed(seen, article("Die Stadt."));
        assert_eq!(text, Some(vec!["text"]));
        let of = |id: &str| json!({ "article_id": id, "content_hash": "Der Rat." });
        assert_eq!(changed(of("1"), article("Der Rat.")), Some(vec!["id"]));
        let mut naming = article("Der Rat.");
        naming["own_identity"] = "own".into();
        assert_eq!(changed(of(&store::article_id("own")), naming), None);
    }
}
