//! The page of an article: its text, the origin of each field, its versions, copies and story.

use std::collections::BTreeMap;

use aggregate::{DiffKind, DiffSpan, diff_spans, title_spans, words_changed};
use askama::Template;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use store::{CopyMember, Headline, Store, StoreError, Story};

use super::format::{self, thousands};
use super::page::{Answer, Frame, PageError, Part, render};
use super::zone::Zone;
use super::{Reader, search};

/// Maximum number of bytes shown of a text. Longer ones are not articles; the API has them whole.
const MAX_TEXT: usize = 500_000;
/// Maximum number of names shown that are in the text.
const MAX_NAMES: usize = 40;
/// Digits of a whole id.
const ID_DIGITS: usize = 64;

/// A version of an article: a row of `news.articles`.
#[derive(Debug, Deserialize)]
struct ArticleVersion {
    id: String,
    #[serde(rename = "version")]
    number: i32,
    is_latest: bool,
    url: String,
    source_id: String,
    source_name: Option<String>,
    title: Option<String>,
    description: Option<String>,
    text: String,
    /// Whether only the beginning of the text is shown.
    #[serde(skip)]
    is_cut: bool,
    authors: Vec<String>,
    agencies: Vec<String>,
    organizations: Vec<String>,
    date_published: Option<DateTime<Utc>>,
    date_published_tz: Option<i32>,
    date_published_precision: Option<String>,
    date_modified: Option<DateTime<Utc>>,
    date_crawled: DateTime<Utc>,
    date_first_seen: Option<DateTime<Utc>>,
    date_last_seen: Option<DateTime<Utc>>,
    date_gone: Option<DateTime<Utc>>,
    language: Option<String>,
    section: Option<String>,
    tags: Vec<String>,
    entities: Option<Vec<Entity>>,
    image_url: Option<String>,
    page_type: Option<String>,
    news_score: Option<f32>,
    label_source: Option<String>,
    word_count: i32,
    url_canonical: Option<String>,
    license: Option<String>,
    opt_outs: Option<Vec<String>>,
    robots_rule: Option<String>,
    discovered_via: Option<String>,
    extractor: Option<String>,
    extractor_version: Option<String>,
    field_sources: Option<BTreeMap<String, String>>,
    duplicate_of: Option<String>,
    moved_to: Option<String>,
}

/// A name in the text of an article.
#[derive(Debug, Deserialize)]
struct Entity {
    /// As it is written in the text.
    text: String,
    norm: String,
}

impl ArticleVersion {
    fn heading(&self) -> &str {
        self.title.as_deref().unwrap_or("(no title)")
    }

    fn language(&self) -> &str {
        self.language.as_deref().unwrap_or("und")
    }

    fn paragraphs(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines().map(str::trim);
        lines.filter(|line| !line.is_empty())
    }

    fn outlet(&self) -> &str {
        self.source_name.as_deref().unwrap_or(&self.source_id)
    }

    /// The date of publication, for machines and for people.
    fn published(&self, zone: Zone) -> Option<(String, String)> {
        let precision = self.date_published_precision.as_ref();
        let at = self.date_published.as_ref();
        at.map(|at| zone.published(at, precision, self.date_published_tz))
    }

    /// The authors, with searches for their articles.
    fn authors(&self) -> Vec<Value> {
        searches("author", self.authors.iter().map(String::as_str))
    }

    /// The names in the text, each once, in the order in which they appear, with searches for them as they are written there.
    fn names(&self) -> Vec<Value> {
        let mut names: Vec<Value> = Vec::new();
        for entity in self.entities.iter().flatten() {
            if names.len() < MAX_NAMES && names.iter().all(|(name, _)| *name != entity.norm) {
                names.push((entity.norm.clone(), search::in_field("name", &entity.text)));
            }
        }
        names
    }

    /// The fields besides the text: name, value, and where it was found.
    fn fields(&self, zone: Zone) -> Vec<Field<'_>> {
        let list = |values: &[String]| (!values.is_empty()).then(|| values.join(", "));
        let linked = |key: &str| match key {
            "authors" => self.authors(),
            "names" => self.names(),
            "language" => searches("lang", self.language.as_deref()),
            "section" => searches("section", self.section.as_deref()),
            "tags" => searches("tag", self.tags.iter().map(String::as_str)),
            _ => Vec::new(),
        };
        let at = |date: &Option<DateTime<Utc>>| date.as_ref().map(|at| zone.time(at));
        let published = self.published(zone).map(|(_, shown)| shown);
        let channel = self.discovered_via.as_deref().map(format::words);
        let score = self
            .news_score
            .map(|score| format!(", news score {score:.3}"));
        let score = score.unwrap_or_default();
        let verdict = self.page_type.as_ref().map(|kind| format!("{kind}{score}"));
        let made_by = self.extractor.as_ref().map(|name| {
            let version = self.extractor_version.as_deref().unwrap_or_default();
            // the version of a pipeline begins with its name
            match version.strip_prefix(name.as_str()) {
                Some(rest) if rest.starts_with(' ') => version.to_owned(),
                _ => format!("{name} {version}"),
            }
        });
        let all = [
            ("title", "Headline", self.title.clone()),
            ("authors", "Authors", None),
            ("agencies", "Agencies", list(&self.agencies)),
            ("organizations", "Organisations", list(&self.organizations)),
            ("date_published", "Published", published),
            ("date_modified", "Modified", at(&self.date_modified)),
            ("", "First seen", at(&self.date_first_seen)),
            ("", "Last seen", at(&self.date_last_seen)),
            ("", "Gone since", at(&self.date_gone)),
            ("language", "Language", None),
            ("section", "Section", None),
            ("tags", "Tags", None),
            ("names", "Names", None),
            ("description", "Description", self.description.clone()),
            ("url_canonical", "Canonical URL", self.url_canonical.clone()),
            ("image_url", "Picture", self.image_url.clone()),
            ("license", "Licence", self.license.clone()),
            ("", "Opt-outs", self.opt_outs.as_deref().and_then(list)),
            ("", "robots.txt rule", self.robots_rule.clone()),
            ("", "Discovered through", channel),
            ("", "Verdict", verdict),
            ("", "Decided by", self.label_source.clone()),
            ("", "Extracted by", made_by),
            ("", "Words", Some(thousands(&self.word_count))),
        ];
        let sources = self.field_sources.as_ref();
        let shown = all.into_iter().filter_map(|(key, name, value)| {
            let values = value.map_or_else(|| linked(key), |text| vec![(text, None)]);
            (!values.is_empty()).then(|| Field {
                name,
                values,
                found_in: sources
                    .and_then(|sources| sources.get(key))
                    .map(String::as_str),
            })
        });
        shown.collect()
    }
}

/// A text, with the URL of a search for it if there is one.
type Value = (String, Option<String>);

/// Texts, each with the search for it in a field of the query.
fn searches<'a>(field: &str, texts: impl IntoIterator<Item = &'a str>) -> Vec<Value> {
    let found = texts.into_iter().map(|text| {
        let address = search::in_field(field, text);
        (text.to_owned(), address)
    });
    found.collect()
}

struct Field<'a> {
    name: &'static str,
    values: Vec<Value>,
    /// Where it was found: on the page, or in the channel that named the page.
    found_in: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "article.html")]
struct ArticlePage {
    frame: Frame,
    /// The version shown.
    shown: ArticleVersion,
    /// All versions, the newest first.
    versions: Vec<(i32, DateTime<Utc>)>,
    /// The articles with its text, itself included.
    members: Vec<CopyMember>,
    /// Their headlines.
    headlines: BTreeMap<String, Headline>,
    story: Option<Story>,
}

impl ArticlePage {
    /// Whether other articles share the text.
    fn has_copies(&self) -> bool {
        self.members.iter().any(|member| member.id != self.shown.id)
    }

    /// Where the text was published first, given the article it is a copy of.
    fn first_outlet(&self, leader: &str) -> &'static str {
        match self.members.iter().find(|member| member.id == leader) {
            Some(first) if first.source_name == self.shown.outlet() => "this site published",
            Some(_) => "was published elsewhere",
            None => "was published",
        }
    }

    /// The headline of a copy.
    fn title(&self, copy: &CopyMember) -> &str {
        let headline = self.headlines.get(&copy.id);
        let title = headline.and_then(|headline| headline.title.as_deref());
        title.unwrap_or("(no title)")
    }

    /// The date of publication of a copy, for machines and for people.
    fn date(&self, copy: &CopyMember) -> Option<(String, String)> {
        let headline = self.headlines.get(&copy.id)?;
        let precision = headline.date_published_precision.as_ref();
        let at = headline.date_published.as_ref()?;
        let zone = self.frame.zone;
        Some(zone.published(at, precision, headline.date_published_tz))
    }
}

#[derive(Template)]
#[template(path = "diff.html")]
struct DiffPage {
    frame: Frame,
    before: ArticleVersion,
    after: ArticleVersion,
    title: Vec<DiffSpan>,
    text: Vec<DiffSpan>,
    /// Words removed and added, of the headline and the text.
    removed: usize,
    added: usize,
}

#[derive(Debug, Default, Deserialize)]
struct Params {
    version: Option<i32>,
    from: Option<i32>,
    to: Option<i32>,
}

pub(super) fn routes() -> Router<Reader> {
    Router::new()
        .route("/article/{id}", get(article))
        .route("/article/{id}/diff", get(diff))
}

/// The whole id of an article, given it or its first digits, as on the command line.
pub(super) async fn whole_id(store: &Store, id: &str) -> Result<Option<String>, StoreError> {
    if id.len() == ID_DIGITS && !id.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Ok(Some(id.to_owned()));
    }
    store.article_with_prefix(id).await
}

/// A version of an article.
async fn version(reader: &Reader, id: &str, number: i32) -> Result<ArticleVersion, PageError> {
    let row = reader.store.article_version(id, number).await?;
    let row = row.ok_or(PageError::NotFound("version"))?;
    let mut version: ArticleVersion = row.read()?;
    version.is_cut = version.text.len() > MAX_TEXT;
    version
        .text
        .truncate(version.text.floor_char_boundary(MAX_TEXT));
    Ok(version)
}

async fn article(
    State(reader): State<Reader>,
    Path(id): Path<String>,
    Query(params): Query<Params>,
) -> Answer {
    let versions = reader.store.article_versions(&id).await?;
    let Some((latest, _)) = versions.first() else {
        // The first digits of an id are enough, as on the command line.
        return match reader.store.article_with_prefix(&id).await? {
            Some(whole) if whole != id => {
                Ok(Redirect::to(&format!("/article/{whole}")).into_response())
            }
            _ => Err(PageError::NotFound("article")),
        };
    };
    let shown = version(&reader, &id, params.version.unwrap_or(*latest)).await?;
    let (members, story) = tokio::try_join!(
        reader.store.copy_members(&shown.id),
        reader.store.story(&shown.id)
    )?;
    let ids: Vec<String> = members.iter().map(|member| member.id.clone()).collect();
    let headlines = reader.store.headlines(&ids).await?;
    let page = ArticlePage {
        frame: Frame::of(Part::Articles, reader.zone),
        shown,
        versions,
        members,
        headlines,
        story,
    };
    render(&page)
}

async fn diff(
    State(reader): State<Reader>,
    Path(id): Path<String>,
    Query(params): Query<Params>,
) -> Answer {
    let id = whole_id(&reader.store, &id).await?;
    let id = id.ok_or(PageError::NotFound("article"))?;
    let all = reader.store.article_versions(&id).await?;
    let index_of = |wanted: Option<i32>, otherwise: usize| match wanted {
        None => (otherwise < all.len()).then_some(otherwise),
        Some(version) => all.iter().position(|(known, _)| *known == version),
    };
    let after = index_of(params.to, 0).ok_or(PageError::NotFound("version"))?;
    let before = index_of(params.from, after + 1).ok_or(PageError::NotFound("earlier version"))?;
    if before == after {
        return Err(PageError::Invalid(
            "Choose two different versions.".to_owned(),
        ));
    }
    let before = version(&reader, &id, all[before].0).await?;
    let after = version(&reader, &id, all[after].0).await?;
    let frame = Frame::of(Part::Articles, reader.zone);
    // Slow for long texts that share little.
    let page = tokio::task::spawn_blocking(move || {
        let text = diff_spans(&before.text, &after.text);
        let title = |version: &ArticleVersion| version.title.clone().unwrap_or_default();
        let title = title_spans(&title(&before), &title(&after));
        let (of_title, of_text) = (words_changed(&title), words_changed(&text));
        DiffPage {
            frame,
            removed: of_title.0 + of_text.0,
            added: of_title.1 + of_text.1,
            title,
            text,
            before,
            after,
        }
    });
    render(&page.await?)
}

#[cfg(test)]
mod tests;
