//! What has changed: articles with another headline or text, and those that are gone or have moved.

use aggregate::{DiffKind, DiffSpan, diff_spans, title_spans, words_changed};
use askama::Template;
use axum::Router;
use axum::extract::{Query, State};
use axum::routing::get;
use serde::Deserialize;
use store::{ArticleChange, ArticleChangeCursor, ArticleChangeQuery, ChangeKind, ChangedPart};

use super::page::{Answer, Frame, PageError, Part, cut, render, unknown_value};
use super::{Reader, format, no_site};

/// Changes per page.
const CHANGES_PER_PAGE: i64 = 20;
/// The parts that may be chosen.
const PARTS: [ChangedPart; 4] = [
    ChangedPart::Headline,
    ChangedPart::Text,
    ChangedPart::Gone,
    ChangedPart::Moved,
];

/// Which changes are listed.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Choice {
    /// The id, domain or a host of a site.
    pub(super) site: String,
    /// The name of a part.
    pub(super) what: String,
    pub(super) after: String,
}

impl Choice {
    /// The URL of the same choice at a path.
    pub(super) fn address(&self, path: &str, after: Option<&ArticleChangeCursor>) -> String {
        let after = after.map(ToString::to_string).unwrap_or_default();
        let (site, what) = (self.site.as_str(), self.what.as_str());
        format::address(
            path,
            &[("site", site), ("what", what), ("after", after.as_str())],
        )
    }

    fn feed(&self, ending: &str) -> String {
        self.address(&format!("/feeds/changes.{ending}"), None)
    }

    fn has(&self, part: ChangedPart) -> bool {
        self.what == part.as_str()
    }
}

/// A change with its difference.
pub(super) struct ShownChange {
    pub(super) change: ArticleChange,
    /// Both headlines, word by word, if they differ.
    title: Vec<DiffSpan>,
    /// Number of words removed from the text and added, if they are counted.
    words: Option<(usize, usize)>,
}

impl ShownChange {
    fn new(mut change: ArticleChange) -> Self {
        let words = change.text_before.take().zip(change.text.take());
        let words = words.map(|(before, after)| words_changed(&diff_spans(&before, &after)));
        let title = |title: Option<&String>| title.cloned().unwrap_or_default();
        let (before, after) = (&change.title_before, &change.title);
        let title = change
            .of_headline
            .then(|| title_spans(&title(before.as_ref()), &title(after.as_ref())));
        Self {
            title: title.unwrap_or_default(),
            words,
            change,
        }
    }

    pub(super) fn heading(&self) -> &str {
        self.change.title.as_deref().unwrap_or("(no title)")
    }

    /// The URL of the difference, or of the article if that is gone or has moved.
    pub(super) fn address(&self) -> String {
        let ArticleChange { id, version, .. } = &self.change;
        match self.change.version_before {
            Some(before) => format!("/article/{id}/diff?from={before}&to={version}"),
            None => format!("/article/{id}"),
        }
    }

    /// What happened, in a few words.
    pub(super) fn mark(&self) -> &'static str {
        let change = &self.change;
        match (change.change, change.of_headline, change.of_text) {
            (ChangeKind::Gone, ..) => "gone",
            (ChangeKind::Moved, ..) => "moved",
            (_, true, true) => "headline and text",
            (_, true, false) => "headline",
            _ => "text",
        }
    }

    /// How the text changed.
    pub(super) fn text(&self) -> Option<String> {
        if !self.change.of_text {
            return None;
        }
        if let Some((removed, added)) = &self.words {
            let removed = format::count(removed, "word", "words");
            return Some(format!(
                "{removed} removed, {} added",
                format::thousands(added)
            ));
        }
        let words = &self.change.word_count;
        let before = self.change.word_count_before.as_ref().unwrap_or(words);
        let after = format::count(words, "word", "words");
        Some(format!("{} → {after}", format::thousands(before)))
    }
}

/// The changes of a choice, and the position after them if there are more. `without_texts`: of texts, the words are counted, not compared.
pub(super) async fn find(
    reader: &Reader,
    choice: &Choice,
    limit: i64,
    without_texts: bool,
) -> Result<(Vec<ShownChange>, Option<ArticleChangeCursor>), PageError> {
    let part = PARTS.into_iter().find(|part| choice.has(*part));
    if part.is_none() && !choice.what.is_empty() {
        let names = PARTS.map(ChangedPart::as_str);
        return Err(unknown_value("what", &choice.what, names));
    }
    let name = choice.site.trim();
    let mut sites = Vec::new();
    if !name.is_empty() {
        let named = reader.store.sites_named(&[name.to_owned()]).await?;
        sites = named.into_iter().map(|site| site.id).collect();
        if sites.is_empty() {
            return Err(PageError::Invalid(no_site(name)));
        }
    }
    let after = Some(choice.after.as_str()).filter(|after| !after.is_empty());
    let query = ArticleChangeQuery {
        sites,
        part,
        after: after.map(str::parse).transpose()?,
        without_texts,
        limit: limit + 1,
    };
    let mut changes = reader.store.article_changes(&query).await?;
    let next = cut(&mut changes, limit).map(ArticleChangeCursor::of);
    let shown = tokio::task::spawn_blocking(|| changes.into_iter().map(ShownChange::new).collect());
    Ok((shown.await?, next))
}

#[derive(Template)]
#[template(path = "changes.html")]
struct ChangesPage {
    frame: Frame,
    choice: Choice,
    changes: Vec<ShownChange>,
    /// The URL of the next page.
    next: Option<String>,
}

pub(super) fn routes() -> Router<Reader> {
    Router::new().route("/changes", get(changes))
}

async fn changes(State(reader): State<Reader>, Query(choice): Query<Choice>) -> Answer {
    let (changes, next) = find(&reader, &choice, CHANGES_PER_PAGE, false).await?;
    render(&ChangesPage {
        frame: Frame::of(Part::Changes, reader.zone),
        next: next.map(|next| choice.address("/changes", Some(&next))),
        choice,
        changes,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::reader::tests::{Shows as _, World};

    #[tokio::test]
    async fn a_change_is_shown_word_by_word_and_is_in_the_feed() {
        let world = World::new().await;
        let other = world.article("other", "Ein anderer Text.").await;
        let mut id = String::new();
        for (title, text) in [
            ("Rat <b>tagt</b>", "Ein Text."),
            ("Rat <b>tagt</b> heute", "Ein neuer Text."),
        ] {
            id = world
                .article_with("1", text, &json!({ "title": title }))
                .await;
        }
        let page = world.get("/changes").await.body;
        let title = "Rat &#60;b&#62;tagt&#60;/b&#62;<ins> heute</ins>";
        page.has([
            &format!("<a href=\"/article/{id}/diff?from=1&#38;to=2\">{title}</a>"),
            "<span>headline and text</span>",
            "<span>0 words removed, 1 added</span>",
            "href=\"/source/archive.example\"",
            "Times are in UTC, ",
        ]);
        assert!(!page.contains(&other), "it has one version: {page}");
        let found = world.get("/changes?what=gone&site=archive.example").await;
        found.has(["Nothing has changed"]);
        world.moved(&other, &id).await;
        let found = world
            .get("/changes?what=moved&site=www.archive.example")
            .await;
        let there = format!("<a href=\"/article/{id}\">article at the new URL</a>");
        found.has([&there]);

        let feed = world.get("/feeds/changes.json").await.json();
        let marks = feed["items"].as_array().unwrap().iter();
        let marks: Vec<_> = marks.map(|item| &item["tags"][0]).collect();
        assert_eq!(marks, ["moved", "headline and text"]);
        let moved = feed["items"][0]["id"].as_str().unwrap();
        let (named, at) = moved.rsplit_once(':').unwrap();
        assert_eq!(named, format!("urn:gleaner:change:{other}:1:moved"));
        assert!(at.parse::<i64>().unwrap() > 1_000_000_000, "{moved}");
        let changed = &feed["items"][1];
        assert_eq!(changed["id"], format!("urn:gleaner:change:{id}:2:changed"));
        assert_eq!(changed["title"], "Rat <b>tagt</b> heute");
        let url = format!("http://localhost:8080/article/{id}/diff?from=1&to=2");
        assert_eq!(changed["url"], url);
        let said =
            "headline and text: archive.example. The headline was: Rat <b>tagt</b>. 2 → 3 words";
        assert_eq!(changed["content_text"], said);
        let some = world
            .get("/feeds/changes.atom?what=headline&site=archive.example")
            .await;
        let address = "http://localhost:8080/changes?site=archive.example&#38;what=headline";
        some.has([address]);
        assert_eq!(some.body.matches("<entry").count(), 1, "{}", some.body);
        let site = world.get("/source/archive.example").await.body;
        site.has([
            "href=\"/changes?site=archive.example\"",
            "href=\"/feeds/source/archive.example.rss\"",
        ]);
    }
}
