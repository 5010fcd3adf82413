//! Articles by number: generated from the seed for each request, never stored.

use chrono::{DateTime, DurationRound as _, TimeDelta, Utc};

use super::{
    events::{self, Report},
    history::{ArticleStatus, History},
    site::{SITES, Site, slug},
    state::Settings,
};
use crate::{
    prose::{self, Part, Plan, Story},
    random::{Random, mix},
};

/// Every tenth number of a site is agency copy, shared with the sites of its language.
const AGENCY_EVERY: usize = 10;
/// Number of paragraphs before a paywall.
const BEFORE_PAYWALL: usize = 3;
/// Number of reporters of a site.
const REPORTERS: usize = 6;

/// How a site prints agency copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copy {
    Whole,
    Abridged,
    Retitled,
}

/// How the sites of a language print the agency copy of a group, in turn. Whole and retitled copies have the same text;
/// most are on `morgenblatt` and `tagnetz`, which print it plainly (`parts/agency_report.html`).
const COPIES: [[Copy; 3]; 3] = [
    [Copy::Whole, Copy::Abridged, Copy::Retitled],
    [Copy::Retitled, Copy::Abridged, Copy::Whole],
    [Copy::Abridged, Copy::Whole, Copy::Retitled],
];

/// An article without its text: what lists, feeds and sitemaps show.
#[derive(Debug, Clone)]
pub(crate) struct ArticleMeta {
    pub(crate) number: usize,
    /// Number in URLs.
    pub(crate) id: usize,
    pub(crate) topic: usize,
    pub(crate) section: &'static str,
    pub(crate) title: String,
    /// The title as it was published.
    pub(crate) first_title: String,
    pub(crate) author: Option<String>,
    pub(crate) agency: Option<&'static str>,
    /// Id of the group of copies.
    pub(crate) copy_group: Option<String>,
    pub(crate) published: DateTime<Utc>,
    pub(crate) modified: DateTime<Utc>,
    pub(crate) status: ArticleStatus,
    pub(crate) path: String,
    /// The path before it moved.
    pub(crate) first_path: String,
    plan: Plan,
    /// Its text, if it reports an event.
    report: Option<Report>,
}

/// One page of an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PageNumber {
    /// Counted from 1.
    pub(crate) number: usize,
    pub(crate) of: usize,
}

/// An article with its text.
#[derive(Debug, Clone)]
pub(crate) struct Article {
    pub(crate) meta: ArticleMeta,
    /// The part of the story on this page.
    pub(crate) story: Story,
    pub(crate) tags: Vec<String>,
    pub(crate) page: PageNumber,
    /// Number of words of the whole article, if it ends at a paywall.
    pub(crate) full_words: Option<usize>,
}

impl ArticleMeta {
    /// The article `number` of `site` after `history`.
    pub(crate) fn new(settings: &Settings, site: &Site, history: &History, number: usize) -> Self {
        let own_seed = mix(settings.seed, &format!("{} {number}", site.id));
        let mut random = Random::new(own_seed, "brief");
        let group = agency_group(settings, number);
        let report = events::report(settings, site, number);
        let is_copy = group.is_some() || report.is_some_and(Report::is_copy);
        let seed = group.map_or(own_seed, |group| agency_seed(settings, site, group));
        let topic = topic(settings, site, number);
        let copy = group.map(|group| {
            let before = SITES[..site.index].iter();
            let index = before
                .filter(|other| other.language == site.language)
                .count();
            COPIES[group % COPIES.len()][index % COPIES[0].len()]
        });
        let revision = history.revision(number);
        let plan = Plan {
            language: site.language,
            topic,
            seed,
            title_seed: if copy == Some(Copy::Retitled) {
                own_seed
            } else {
                0
            },
            revision,
            agency: group.is_some(),
            abridged: copy == Some(Copy::Abridged),
        };
        let is_shared = is_copy || report.is_some();
        let published_at = published(settings, number, |longest| {
            random.between(0, if is_shared { longest.min(180) } else { longest })
        });
        let author = (!is_copy).then(|| reporter(settings, site, random.below(REPORTERS)));
        let section = site.sections().get(topic).map_or("", String::as_str);
        let first_title = report.map_or_else(|| prose::title(&plan), |report| report.title.clone());
        let happened = published(settings, number, |_| 0) - TimeDelta::hours(4);
        let report = report.map(|report| report.told(site.language, happened, revision));
        let status = history.status(number);
        let id = site.first_id + number;
        let path = |moved: bool| path(site, id, section, &first_title, published_at, moved);
        Self {
            number,
            id,
            topic,
            section,
            author,
            agency: is_copy.then(|| site.language.choose("dnd", "CPA")),
            copy_group: is_copy.then(|| {
                let group =
                    group.map_or_else(|| format!("event-{number}"), |group| group.to_string());
                format!("{}-{group}", site.language.code())
            }),
            published: published_at,
            modified: history.modified(number).unwrap_or(published_at),
            status,
            path: path(status == ArticleStatus::Moved),
            first_path: path(false),
            title: report
                .as_ref()
                .map_or_else(|| first_title.clone(), |report| report.title.clone()),
            first_title,
            plan,
            report,
        }
    }

    pub(crate) fn tags(&self) -> Vec<String> {
        self.report
            .as_ref()
            .map_or_else(|| prose::tags(&self.plan), |report| report.tags.clone())
    }

    /// The author: a reporter or an agency.
    pub(crate) fn source(&self) -> &str {
        self.author.as_deref().or(self.agency).unwrap_or_default()
    }

    /// Number of the event that it reports.
    pub(crate) fn event(&self) -> Option<usize> {
        self.report.as_ref().map(|report| report.article)
    }

    pub(crate) fn standfirst(&self) -> String {
        match &self.report {
            Some(report) => report.standfirst.clone(),
            None => prose::standfirst(&self.plan),
        }
    }

    fn story(&self) -> Story {
        let story = prose::story(&self.plan);
        match &self.report {
            Some(report) => Story {
                standfirst: report.standfirst.clone(),
                parts: report.paragraphs(),
                caption: report.caption.clone(),
                ..story
            },
            None => story,
        }
    }
}

/// The topic of an article, without generating anything else.
pub(crate) fn topic(settings: &Settings, site: &Site, number: usize) -> usize {
    if let Some(group) = agency_group(settings, number) {
        let seed = agency_seed(settings, site, group);
        Random::new(seed, "topic").below(prose::TOPICS)
    } else if let Some(report) = events::report(settings, site, number) {
        report.topic
    } else {
        (number + site.index * 2) % prose::TOPICS
    }
}

/// Names of the reporters of a site.
pub(crate) fn reporters(settings: &Settings, site: &Site) -> Vec<String> {
    (0..REPORTERS)
        .map(|which| reporter(settings, site, which))
        .collect()
}

fn reporter(settings: &Settings, site: &Site, which: usize) -> String {
    prose::reporter(site.language, mix(settings.seed, &site.id), which)
}

fn path(
    site: &Site,
    id: usize,
    section: &str,
    title: &str,
    published: DateTime<Utc>,
    moved: bool,
) -> String {
    let mut title = slug(title);
    if title.len() > 60 {
        let end = title[..60].rfind('-').unwrap_or(60);
        title.truncate(end);
    }
    if moved {
        title.push_str(site.language.choose("-bericht", "-report"));
    }
    let date = site
        .language
        .local(published)
        .format("%Y/%b/%d")
        .to_string();
    let pattern = site
        .moved
        .as_ref()
        .filter(|_| moved)
        .unwrap_or(&site.article);
    pattern
        .replace("{section}", &slug(section))
        .replace("{date}", &date.to_lowercase())
        .replace("{slug}", &title)
        .replace("{id}", &id.to_string())
}

impl Article {
    /// The article on one page, as seen by a reader who has not paid.
    pub(crate) fn new(site: &Site, meta: ArticleMeta) -> Self {
        let mut article = Self::free(meta);
        if site.paywalled_article == Some(article.meta.number) {
            let all = article.paragraphs().join(" ") + " " + &article.story.standfirst;
            article.full_words = Some(all.split_whitespace().count());
            let paragraph = |part: &Part| matches!(part, Part::Paragraph(_));
            article.story.parts.retain(paragraph);
            article.story.parts.truncate(BEFORE_PAYWALL);
        }
        article
    }

    /// The whole article, without a paywall.
    pub(crate) fn free(meta: ArticleMeta) -> Self {
        Self {
            story: meta.story(),
            tags: meta.tags(),
            page: PageNumber { number: 1, of: 1 },
            full_words: None,
            meta,
        }
    }

    /// The pages of an article; most have one.
    pub(crate) fn pages(site: &Site, meta: ArticleMeta) -> Vec<Self> {
        let of = site.pages_of(meta.number);
        let whole = Self::new(site, meta);
        let each = whole.story.parts.len().div_ceil(of);
        let pages = (1..=of).map(|number| {
            let mut page = whole.clone();
            let parts = page.story.parts.into_iter().skip((number - 1) * each);
            page.story.parts = parts.take(each).collect();
            page.page = PageNumber { number, of };
            page
        });
        pages.collect()
    }

    /// Whether there is more after the second part.
    pub(crate) fn has_more(&self) -> bool {
        self.story.parts.len() > 2
    }

    /// Every piece of the body as plain text, in reading order.
    pub(crate) fn paragraphs(&self) -> Vec<String> {
        let pieces = self.story.parts.iter().flat_map(|part| match part {
            Part::Paragraph(text) | Part::Heading(text) => vec![text.clone()],
            Part::List(intro, items) => [intro].into_iter().chain(items).cloned().collect(),
        });
        pieces.collect()
    }
}

/// The group of an article that is agency copy. With events, only their reports are copied.
fn agency_group(settings: &Settings, number: usize) -> Option<usize> {
    (number % AGENCY_EVERY == 1 && !settings.events).then_some(number / AGENCY_EVERY)
}

/// Seed of agency copy that the sites of one language share.
fn agency_seed(settings: &Settings, site: &Site, group: usize) -> u64 {
    let name = format!("wire {} {group}", site.language.code());
    mix(settings.seed, &name)
}

/// When an article was published, to the minute: the first ones evenly over the days before `now`, then two on each day
/// after it, with some jitter: `jitter` returns a number up to its argument.
fn published(settings: &Settings, number: usize, jitter: impl FnOnce(u64) -> u64) -> DateTime<Utc> {
    let minutes = |n: u64| TimeDelta::minutes(i64::try_from(n).unwrap_or(0));
    let first_day = settings.articles_per_site;
    let at = if number < first_day {
        let step = u64::from(settings.days_of_articles) * 24 * 60 / (first_day.max(1) as u64);
        let before = (first_day - 1 - number) as u64 * step;
        settings.now - minutes(30 + before + jitter(step * 9 / 10))
    } else {
        let (day, second) = ((number - first_day) / 2 + 1, (number - first_day) % 2);
        settings.now + minutes(day as u64 * 24 * 60)
            - minutes(8 * 60 - second as u64 * 5 * 60 - jitter(170))
    };
    at.duration_trunc(TimeDelta::minutes(1)).unwrap_or(at)
}
