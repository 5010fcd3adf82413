//! The front page: the leading stories.

use std::collections::BTreeMap;

use askama::Template;
use axum::Router;
use axum::extract::{Query, State};
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::IntoResponse;
use axum::routing::get;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use store::{Story, StoryLead, StoryOrder, StoryQuery, StoryReport};

use super::Reader;
use super::chart::Bars;
use super::feeds::stories_feed;
use super::format::{self, beginning};
use super::guard;
use super::language;
use super::page::{Frame, PageError, Part, render, unknown_value};
use super::timeline::timeline;

/// Stories per page.
const MAX_STORIES: i64 = 30;
/// Maximum length of a story's summary in characters.
const MAX_SUMMARY_CHARS: usize = 240;
/// Maximum number of outlets named.
const MAX_OUTLETS: usize = 5;
/// The periods that may be chosen: name, label and hours.
const PERIODS: [(&str, &str, i64); 4] = [
    ("24h", "24 hours", 24),
    ("3d", "3 days", 72),
    ("7d", "7 days", 168),
    ("30d", "30 days", 720),
];

#[derive(Debug, Default, Deserialize)]
struct Choice {
    #[serde(default)]
    language: String,
    #[serde(default)]
    since: String,
}

#[derive(Template)]
#[template(path = "front.html")]
struct FrontPage {
    frame: Frame,
    choice: Choice,
    languages: Vec<String>,
    stories: Vec<ShownStory>,
    /// Whether there are articles at all.
    has_articles: bool,
    images: bool,
}

struct ShownStory {
    story: Story,
    lead: Option<StoryLead>,
    /// Names of outlets, in the order in which they reported.
    outlets: Vec<String>,
    more_outlets: usize,
    timeline: Bars,
}

impl ShownStory {
    fn new(
        story: Story,
        lead: Option<StoryLead>,
        reports: &[&StoryReport],
        now: DateTime<Utc>,
    ) -> Self {
        let mut outlets: Vec<String> = Vec::new();
        for report in reports {
            if !outlets.contains(&report.source_name) {
                outlets.push(report.source_name.clone());
            }
        }
        let more_outlets = outlets.len().saturating_sub(MAX_OUTLETS);
        outlets.truncate(MAX_OUTLETS);
        let dates: Vec<_> = reports.iter().map(|report| report.date).collect();
        Self {
            timeline: timeline(&dates, now),
            story,
            lead,
            outlets,
            more_outlets,
        }
    }

    fn summary(&self) -> Option<String> {
        let lead = self.lead.as_ref()?;
        Some(beginning(&lead.summary, MAX_SUMMARY_CHARS))
    }

    /// The URL of its picture, which the browser of the reader may load, and the origin of that.
    fn picture(&self) -> Option<(&str, String)> {
        let url = self.lead.as_ref()?.image_url.as_deref()?;
        Some((url, crawl::public_origin(url)?))
    }

    /// The other languages in which the event is reported.
    fn languages(&self) -> Vec<(&str, &str)> {
        let links = self.story.links.as_array().into_iter().flatten();
        let links =
            links.filter_map(|link| Some((link["language"].as_str()?, link["id"].as_str()?)));
        links.collect()
    }
}

pub(super) fn routes() -> Router<Reader> {
    Router::new().route("/", get(front))
}

async fn front(
    State(reader): State<Reader>,
    Query(mut choice): Query<Choice>,
) -> Result<impl IntoResponse, PageError> {
    let now = Utc::now();
    if !choice.language.is_empty() {
        choice.language = language::code(&choice.language).map_err(PageError::Invalid)?;
    }
    let chosen = PERIODS.iter().find(|(name, ..)| *name == choice.since);
    if chosen.is_none() && !choice.since.is_empty() {
        let names = PERIODS.map(|(name, ..)| name);
        return Err(unknown_value("since", &choice.since, names));
    }
    let query = StoryQuery {
        since: chosen.map(|(.., hours)| now - TimeDelta::hours(*hours)),
        language: Some(choice.language.clone()).filter(|language| !language.is_empty()),
        order: StoryOrder::Score,
        limit: MAX_STORIES,
        ..StoryQuery::default()
    };
    let stories = reader.store.stories(&query).await?;
    let ids: Vec<String> = stories.iter().map(|story| story.id.clone()).collect();
    let (leads, reports, mut languages) = tokio::try_join!(
        reader.store.story_leads(&ids),
        reader.store.story_reports(&ids),
        reader.store.languages(),
    )?;
    // The filter in force is shown even if nothing has its language.
    if !choice.language.is_empty() && !languages.contains(&choice.language) {
        languages.push(choice.language.clone());
        languages.sort();
    }
    let mut leads: BTreeMap<String, StoryLead> = leads
        .into_iter()
        .map(|lead| (lead.story_id.clone(), lead))
        .collect();
    let mut by_story: BTreeMap<&str, Vec<&StoryReport>> = BTreeMap::new();
    for report in &reports {
        by_story.entry(&report.story_id).or_default().push(report);
    }
    let shown = stories.into_iter().map(|story| {
        let reports = by_story.remove(story.id.as_str()).unwrap_or_default();
        let lead = leads.remove(&story.id);
        ShownStory::new(story, lead, &reports, now)
    });
    let stories: Vec<ShownStory> = shown.collect();
    let has_articles = !stories.is_empty() || reader.store.has_articles().await?;
    // A redirect leads no further than to another origin of this list.
    let pictures = stories.iter().filter_map(|shown| Some(shown.picture()?.1));
    let pictures = guard::policy_with_images(pictures.filter(|_| reader.images).collect());
    let page = render(&FrontPage {
        frame: Frame::of(Part::Stories),
        choice,
        languages,
        stories,
        has_articles,
        images: reader.images,
    })?;
    Ok(([(CONTENT_SECURITY_POLICY, pictures)], page))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::testing::{Response, World};

    async fn front_with(picture: &str) -> Response {
        let world = World::new().await;
        let fields = json!({ "image_url": picture });
        let article = world.article_with("a", "A text.", &fields).await;
        world.story(&article).await;
        let page = world.get("/").await;
        assert!(page.body.contains("A title"), "{}", page.body);
        page
    }

    #[tokio::test]
    async fn pictures_are_loaded_from_the_public_web_only_and_lead_no_further() {
        let page = front_with("https://img.paper.org/a.jpg").await;
        assert!(
            page.body
                .contains("<img src=\"https://img.paper.org/a.jpg\""),
            "{}",
            page.body
        );
        let policy = page.header("content-security-policy");
        assert!(
            policy.ends_with("img-src 'self' https://img.paper.org"),
            "{policy}"
        );
        for private in [
            "http://[::1]:8080/site/remove",
            "http://192.168.1.1/reboot",
            "https://printer.local/a.png",
            "http://router/",
            "https://paper.org:8443/a.png",
            "https://me@paper.org/a.png",
        ] {
            let page = front_with(private).await;
            assert!(!page.body.contains("<img"), "{private}: {}", page.body);
            let policy = page.header("content-security-policy");
            assert!(policy.ends_with("img-src 'self'"), "{policy}");
        }
    }
}
