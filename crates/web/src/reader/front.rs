//! The front page: the stories with something new since the last visit, then the others.

use std::collections::BTreeMap;

use askama::Template;
use axum::Router;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_SECURITY_POLICY, SET_COOKIE};
use axum::response::IntoResponse;
use axum::routing::get;
use chrono::{DateTime, DurationRound as _, TimeDelta, Utc};
use futures_util::FutureExt as _;
use serde::Deserialize;
use store::{
    FreshCursor, FreshOrder, FreshQuery, FreshStory, Run, RunState, Story, StoryLead, StoryReport,
};

use super::chart::{Bars, timeline};
use super::feeds::stories_feed;
use super::format::{self, beginning};
use super::page::{Answer, Frame, PageError, Part, cut, render, unknown_value};
use super::runs::{ending, tone};
use super::visit::Visit;
use super::zone::{Zone, link};
use super::{Reader, guard, language};

/// Stories per page.
const MAX_STORIES: i64 = 30;
/// Maximum length of a story's summary in characters.
const MAX_SUMMARY_CHARS: usize = 240;
/// Maximum number of outlets named.
const MAX_OUTLETS: usize = 5;
/// Maximum number of new articles named.
const MAX_NEW: usize = 3;
/// The periods that may be chosen: name, label and hours.
const PERIODS: [(&str, &str, i64); 4] = [
    ("24h", "24 hours", 24),
    ("3d", "3 days", 72),
    ("7d", "7 days", 168),
    ("30d", "30 days", 720),
];
/// The name of the choice of all stories, none of which is new.
const ALL: &str = "all";

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Choice {
    language: String,
    /// A period, `all`, or a time in the zone of the page; empty: the last visit.
    since: String,
    /// `time`, or empty: by the number of outlets.
    order: String,
    after: String,
}

impl Choice {
    /// Since when an article is new, at most the longest period; `None` for all stories.
    fn time(
        &self,
        visit: Visit,
        zone: Zone,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, PageError> {
        // a whole minute, as in the URL of the next page
        let minute = now.duration_trunc(TimeDelta::minutes(1)).unwrap_or(now);
        let period = PERIODS.iter().find(|(name, ..)| *name == self.since);
        if let Some((.., hours)) = period {
            return Ok(Some(minute - TimeDelta::hours(*hours)));
        }
        let since = match self.since.as_str() {
            "" => visit.since(),
            ALL => return Ok(None),
            at => zone.read(at).ok_or_else(|| {
                let names = PERIODS.map(|(name, ..)| name);
                let names = names
                    .into_iter()
                    .chain([ALL, "a time such as 2026-11-29T08:00"]);
                unknown_value("since", at, names)
            })?,
        };
        let hours = PERIODS.iter().map(|(.., hours)| *hours).max();
        let first = minute - TimeDelta::hours(hours.unwrap_or_default());
        Ok(Some(since.max(first)))
    }

    /// The URL of the same choice with another time, after a position.
    fn address(&self, since: &str, after: Option<&FreshCursor>) -> String {
        let after = after.map(FreshCursor::to_string).unwrap_or_default();
        let parameters = [
            ("since", since),
            ("language", self.language.as_str()),
            ("order", self.order.as_str()),
            ("after", after.as_str()),
        ];
        format::address("/", &parameters)
    }
}

#[derive(Template)]
#[template(path = "front.html")]
struct FrontPage {
    frame: Frame,
    choice: Choice,
    languages: Vec<String>,
    visit: Visit,
    /// Since when an article is new.
    since: Option<DateTime<Utc>>,
    /// The last crawl of all sites.
    run: Option<Run>,
    /// Numbers of all sites and of those that need attention, if they are known.
    sites: Option<(usize, usize)>,
    stories: Vec<ShownStory>,
    /// The URL of the next page.
    next: Option<String>,
    /// Whether there are articles at all.
    has_articles: bool,
    images: bool,
}

impl FrontPage {
    /// Why the last crawl of all sites is not complete, unless it is or may become so.
    fn incomplete(&self) -> Option<String> {
        let run = self.run.as_ref()?;
        if run.state != RunState::Failed {
            return ending(run).map(str::to_owned);
        }
        let why = run.detail.as_deref().unwrap_or("the log has the reason");
        let why = why.trim_end_matches('.');
        Some(format!(
            "It failed: {why}. The next run continues where it ended."
        ))
    }

    fn has_sites(&self) -> bool {
        self.sites.is_some_and(|(all, _)| all > 0)
    }

    /// The stories with new articles and the others, each with a heading.
    fn parts(&self) -> Vec<(String, &[ShownStory])> {
        let number = self.stories.iter().filter(|shown| shown.added > 0).count();
        let (new, others) = self.stories.split_at(number);
        if self.stories.is_empty() {
            return Vec::new();
        }
        let Some(since) = &self.since else {
            let order = if self.choice.order == "time" {
                "newest first"
            } else {
                "by score"
            };
            return vec![(format!("All stories, {order}"), others)];
        };
        let since = self.frame.zone.time(since);
        let mut parts = Vec::new();
        if !new.is_empty() {
            parts.push((format!("New since {since}"), new));
        } else if self.choice.after.is_empty() {
            parts.push((format!("Nothing new since {since}"), new));
        }
        if !others.is_empty() {
            parts.push(("Earlier stories".to_owned(), others));
        }
        parts
    }
}

struct ShownStory {
    story: Story,
    /// Number of new articles.
    added: i64,
    /// The newest of them, if it has others: the headline and the lead may be those of an old one.
    new: Vec<StoryReport>,
    more_new: usize,
    lead: Option<StoryLead>,
    /// Names of outlets, in the order in which they reported.
    outlets: Vec<String>,
    more_outlets: usize,
    timeline: Bars,
}

impl ShownStory {
    fn new(
        fresh: FreshStory,
        lead: Option<StoryLead>,
        reports: &[&StoryReport],
        since: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Self {
        let mut new = Vec::new();
        if i64::from(fresh.story.articles) > fresh.added
            && let Some(since) = since
        {
            let own = reports.iter().rev().copied();
            let own = own.filter(|report| report.id == report.text_of && report.is_new(since));
            new.extend(own.cloned());
        }
        let more_new = new.len().saturating_sub(MAX_NEW);
        new.truncate(MAX_NEW);
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
            story: fresh.story,
            added: fresh.added,
            new,
            more_new,
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
    headers: HeaderMap,
    Query(mut choice): Query<Choice>,
) -> Answer {
    let now = Utc::now();
    if !choice.language.is_empty() {
        choice.language = language::code(&choice.language).map_err(PageError::Invalid)?;
    }
    let order = match choice.order.as_str() {
        "" | "outlets" => FreshOrder::Outlets,
        "time" => FreshOrder::Time,
        other => return Err(unknown_value("order", other, ["outlets", "time"])),
    };
    let visit = Visit::of(&headers, now, reader.store.grouped_until().await?);
    let since = choice.time(visit, reader.zone, now)?;
    let after = Some(choice.after.as_str()).filter(|after| !after.is_empty());
    let query = FreshQuery {
        since,
        language: Some(choice.language.clone()).filter(|language| !language.is_empty()),
        order,
        after: after.map(str::parse).transpose()?,
        limit: MAX_STORIES + 1,
    };
    let mut stories = reader.store.fresh_stories(&query).await?;
    let last = cut(&mut stories, MAX_STORIES).map(FreshCursor::of);
    // the same time on all pages, in UTC: a clock shows some times twice
    let pinned = match &since {
        Some(since) => link(since),
        None => choice.since.clone(),
    };
    let next = last.map(|last| choice.address(&pinned, Some(&last)));
    let ids: Vec<String> = stories.iter().map(|fresh| fresh.story.id.clone()).collect();
    let (leads, reports, mut languages, run, sites) = tokio::try_join!(
        reader.store.story_leads(&ids),
        reader.store.story_reports(&ids),
        reader.store.languages(),
        reader.store.last_crawl(),
        reader.sources.counts(&reader.store).map(Ok),
    )?;
    let has_articles = !languages.is_empty();
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
    let shown = stories.into_iter().map(|fresh| {
        let reports = by_story.remove(fresh.story.id.as_str());
        let lead = leads.remove(&fresh.story.id);
        ShownStory::new(fresh, lead, &reports.unwrap_or_default(), since, now)
    });
    let stories: Vec<ShownStory> = shown.collect();
    // A redirect leads no further than to another origin of this list.
    let pictures = stories.iter().filter_map(|shown| Some(shown.picture()?.1));
    let pictures = guard::policy_with_images(pictures.filter(|_| reader.images).collect());
    let page = render(&FrontPage {
        frame: Frame::of(Part::Stories, reader.zone),
        choice,
        languages,
        visit,
        since,
        run,
        sites,
        stories,
        next,
        has_articles,
        images: reader.images,
    })?;
    let headers = [
        (CONTENT_SECURITY_POLICY, pictures),
        (SET_COOKIE, visit.cookie()),
    ];
    Ok((headers, page).into_response())
}

#[cfg(test)]
mod tests;
