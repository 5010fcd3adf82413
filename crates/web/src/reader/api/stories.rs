//! Stories.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
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
    #[param(pattern = "^[0-9a-f]+$")]
    after: Option<String>,
}

/// A story with its articles.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StoryWithArticles {
    story: Story,
    /// Its articles in chronological order, without copies.
    articles: Vec<StoryArticle>,
}

/// The leading stories
#[utoipa::path(get, path = "/api/v1/stories", tag = "stories", params(StoriesParams),
    responses((status = 200, description = "Stories, by score, the leading ones first.", body = List<Story>), CommonResponses))]
pub(super) async fn stories(
    State(reader): State<Reader>,
    QueryParams(params): QueryParams<StoriesParams>,
) -> Result<Json<List<Story>>, ApiError> {
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
    let next = super::cut(&mut stories, limit);
    let next = next.map(|story| StoryCursor::of(story).to_string());
    Ok(Json(List {
        items: stories,
        next,
    }))
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
    Ok(Json(StoryWithArticles { story, articles }))
}
