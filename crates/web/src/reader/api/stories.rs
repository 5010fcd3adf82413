//! Stories.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Story, StoryArticle, StoryCursor, StoryQuery};
use utoipa::{IntoParams, ToSchema};

use super::problem::{ApiError, PathParams, Problem, QueryParams};
use super::{CommonResponses, DEFAULT_LIMIT, List};
use crate::reader::Reader;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct StoriesParams {
    /// Only stories in this language (ISO 639-1).
    #[param(example = "de", pattern = "^[A-Za-z]{2}$")]
    language: Option<String>,
    /// Only stories with an article since then: a day, a time, or a duration before now such as `7d`.
    #[param(example = "7d", min_length = 1)]
    since: Option<String>,
    /// Maximum number of items.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<i64>,
    /// `next` of the previous page.
    #[param(pattern = r"^[0-9a-f]{1,8}[.][0-9]{1,16}[.]")]
    after: Option<String>,
}

/// An event and the articles that report it, of one publisher or several.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StoryItem {
    /// Story id, which does not change unless the story is merged into another.
    id: String,
    /// ISO 639-1.
    language: String,
    /// Headline of the leading article.
    title: Option<String>,
    /// When its first article was published.
    date_founded: DateTime<Utc>,
    /// When its last article was published.
    date_active: DateTime<Utc>,
    /// Number of articles, without copies.
    articles: i32,
    /// Number of copies of those.
    copies: i32,
    /// Number of independent publishers.
    owners: i32,
    /// The score by which stories are ordered.
    score: f32,
    /// What it is about: terms and their weights.
    #[schema(value_type = Vec<Object>)]
    keywords: Value,
    /// The same event in other languages: `language`, `id`, `score`.
    #[schema(value_type = Vec<Object>)]
    links: Value,
}

impl From<Story> for StoryItem {
    fn from(story: Story) -> Self {
        Self {
            id: story.id,
            language: story.language,
            title: story.title,
            date_founded: story.date_founded,
            date_active: story.date_active,
            articles: story.articles,
            copies: story.copies,
            owners: story.owners,
            score: story.score,
            keywords: story.keywords,
            links: story.links,
        }
    }
}

/// An article of a story, and why it belongs there.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StoryMember {
    /// Article id.
    id: String,
    /// Site id.
    source_id: String,
    /// The publisher of its site, else the registrable domain.
    owner: String,
    /// Its URL.
    url: String,
    /// Headline.
    title: Option<String>,
    /// When it was published, else first seen.
    date: DateTime<Utc>,
    /// Mean similarity to the others when it joined.
    score: f32,
    /// The terms that it shares with them: `term`, `part`, `weight`.
    #[schema(value_type = Vec<Object>)]
    shared: Value,
    /// Sites that have copied it.
    copied_by: Vec<String>,
    /// News agencies that it or one of its copies credits.
    agencies: Vec<String>,
}

impl From<StoryArticle> for StoryMember {
    fn from(article: StoryArticle) -> Self {
        Self {
            id: article.id,
            source_id: article.source_id,
            owner: article.owner,
            url: article.url,
            title: article.title,
            date: article.date,
            score: article.score,
            shared: article.shared,
            copied_by: article.copied_by,
            agencies: article.agencies,
        }
    }
}

/// A story with its articles.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StoryWithArticles {
    story: StoryItem,
    /// Its articles in chronological order, without copies.
    articles: Vec<StoryMember>,
}

/// The leading stories
#[utoipa::path(get, path = "/api/v1/stories", tag = "stories", params(StoriesParams),
    responses((status = 200, description = "Stories, by score, the leading ones first.", body = List<StoryItem>), CommonResponses))]
pub(super) async fn stories(
    State(reader): State<Reader>,
    QueryParams(params): QueryParams<StoriesParams>,
) -> Result<Json<List<StoryItem>>, ApiError> {
    let limit = super::limit(params.limit, DEFAULT_LIMIT, super::MAX_LIMIT)?;
    let after = params.after.as_deref().map(str::parse::<StoryCursor>);
    let query = StoryQuery {
        since: super::since(params.since.as_deref())?,
        language: super::language(params.language.as_deref())?,
        after: after.transpose().map_err(ApiError::from)?,
        limit: limit + 1,
        ..StoryQuery::default()
    };
    let mut stories = reader.store.stories(&query).await?;
    let more = super::cut(&mut stories, limit);
    let next = stories.last().filter(|_| more);
    let next = next.map(|story| StoryCursor::of(story).to_string());
    let items = stories.into_iter().map(StoryItem::from).collect();
    Ok(Json(List { items, next }))
}

/// A story with its articles
#[utoipa::path(get, path = "/api/v1/stories/{id}", tag = "stories",
    params(("id" = String, Path,
        description = "Id of the story, of a story that was merged into it, or of one of its articles; the first four or more digits are enough.")),
    responses((status = 200, description = "The story.", body = StoryWithArticles), CommonResponses,
        (status = 404, description = "There is no such story.", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn story(
    State(reader): State<Reader>,
    PathParams(id): PathParams<String>,
) -> Result<Json<StoryWithArticles>, ApiError> {
    let story = reader.store.story_named(&id).await?;
    let story = story.ok_or_else(|| ApiError::not_found("story"))?;
    let articles = reader.store.story_articles(&story.id).await?;
    Ok(Json(StoryWithArticles {
        story: story.into(),
        articles: articles.into_iter().map(StoryMember::from).collect(),
    }))
}
