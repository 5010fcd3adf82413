//! Articles by number: made from the seed whenever they are asked for, kept nowhere.

use chrono::{DateTime, DurationRound, TimeDelta, Utc};

use crate::{
    edition::{Edition, Fate},
    prose::{self, Part, Plan, Story},
    random::{Random, mix},
    series::Sheet,
    settings::Settings,
    site::{Language, SITES, Site},
};

/// Every tenth number of a site is agency copy, shared with the sites of its language.
const WIRE_EVERY: usize = 10;

/// How a site prints agency copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copy {
    Whole,
    Abridged,
    Retitled,
}

/// How the sites of a language print the agency copy of a group; the groups take turns. Whole and
/// retitled copies have one text, and most fall to `morgenblatt` and `tagnetz`, which
/// print it plainly ([`crate::furniture::ticker`]).
const COPIES: [[Copy; 3]; 3] = [
    [Copy::Whole, Copy::Abridged, Copy::Retitled],
    [Copy::Retitled, Copy::Abridged, Copy::Whole],
    [Copy::Abridged, Copy::Whole, Copy::Retitled],
];

/// What lists, feeds and sitemaps say of an article.
#[derive(Debug, Clone)]
pub(crate) struct Brief {
    pub(crate) number: usize,
    /// Number as URLs show it.
    pub(crate) id: usize,
    pub(crate) topic: usize,
    pub(crate) section: &'static str,
    pub(crate) title: String,
    pub(crate) author: Option<String>,
    pub(crate) agency: Option<&'static str>,
    /// Id of the group of copies, and how this one differs.
    pub(crate) copy: Option<(String, Copy)>,
    pub(crate) published: DateTime<Utc>,
    pub(crate) modified: DateTime<Utc>,
    pub(crate) fate: Fate,
    pub(crate) revision: u32,
    /// Whether it stands at its second address.
    pub(crate) moved: bool,
    pub(crate) path: String,
    plan: Plan,
}

/// An article with its text.
#[derive(Debug, Clone)]
pub(crate) struct Article {
    pub(crate) brief: Brief,
    pub(crate) story: Story,
    pub(crate) tags: Vec<String>,
    /// Which of its pages this is; the story is what stands there.
    pub(crate) sheet: Sheet,
    /// Words of the whole, if it ends at a paywall.
    pub(crate) walled: Option<usize>,
}

impl Brief {
    /// The article `number` of `site` as it stands in `edition`.
    pub(crate) fn new(settings: &Settings, site: &Site, edition: &Edition, number: usize) -> Self {
        let own_seed = mix(settings.seed, &format!("{} {number}", site.id));
        let mut random = Random::new(own_seed, "brief");
        let group = (number % WIRE_EVERY == 1).then_some(number / WIRE_EVERY);
        let seed = group.map_or(own_seed, |group| wire_seed(settings, site, group));
        let topic = Self::topic(settings, site, number);
        let copy = group.map(|group| {
            let place = SITES
                .iter()
                .filter(|s| s.language == site.language && s.index < site.index);
            let role = COPIES[group % COPIES.len()][place.count() % COPIES[0].len()];
            (format!("{}-{group}", site.language.code()), role)
        });
        let role = copy.as_ref().map(|(_, role)| *role);
        let revision = edition.revision(number);
        let plan = Plan {
            language: site.language,
            topic,
            seed,
            titling: if role == Some(Copy::Retitled) {
                own_seed
            } else {
                0
            },
            revision,
            wire: group.is_some(),
            abridged: role == Some(Copy::Abridged),
        };
        let published = published(settings, &mut random, number, group.is_some());
        let reporters = mix(settings.seed, site.id);
        let fate = edition.fate(number);
        let mut brief = Self {
            number,
            id: site.first_id + number,
            topic,
            section: site.sections().get(topic).copied().unwrap_or_default(),
            title: prose::title(&plan),
            author: group
                .is_none()
                .then(|| prose::reporter(site.language, reporters, random.below(6))),
            agency: group.map(|_| site.language.say("dnd", "CPA")),
            copy,
            published,
            modified: edition.modified(number).unwrap_or(published),
            fate,
            revision,
            moved: false,
            path: String::new(),
            plan,
        };
        brief.moved = fate == Fate::Moved;
        brief.path = (site.article_path)(&brief);
        brief
    }

    /// The topic of an article, without making anything else of it.
    pub(crate) fn topic(settings: &Settings, site: &Site, number: usize) -> usize {
        if number % WIRE_EVERY == 1 {
            let seed = wire_seed(settings, site, number / WIRE_EVERY);
            Random::new(seed, "topic").below(prose::TOPICS)
        } else {
            (number + site.index * 2) % prose::TOPICS
        }
    }

    /// Its keywords.
    pub(crate) fn tags(&self) -> Vec<String> {
        prose::tags(&self.plan)
    }

    /// Its standfirst.
    pub(crate) fn standfirst(&self) -> String {
        prose::standfirst(&self.plan)
    }

    /// The path it had before it moved.
    pub(crate) fn first_path(&self, site: &Site) -> String {
        let mut first = self.clone();
        first.moved = false;
        (site.article_path)(&first)
    }

    /// Title as a slug, with a mark when it moved.
    pub(crate) fn slug(&self, language: Language) -> String {
        let mut slug = crate::site::slug(&self.title);
        if slug.len() > 60 {
            let end = slug[..60].rfind('-').unwrap_or(60);
            slug.truncate(end);
        }
        if self.moved {
            slug.push_str(language.say("-bericht", "-report"));
        }
        slug
    }
}

impl Article {
    pub(crate) fn new(brief: Brief) -> Self {
        Self {
            story: prose::story(&brief.plan),
            tags: brief.tags(),
            sheet: Sheet::ONLY,
            walled: None,
            brief,
        }
    }

    /// Every piece of the body as plain text, in reading order.
    pub(crate) fn paragraphs(&self) -> Vec<String> {
        let mut out = Vec::new();
        for part in &self.story.parts {
            match part {
                Part::Paragraph(text) | Part::Heading(text) => out.push(text.clone()),
                Part::List(intro, items) => {
                    out.push(intro.clone());
                    out.extend(items.iter().cloned());
                }
            }
        }
        out
    }
}

/// Seed of the agency copy that the sites of one language share.
fn wire_seed(settings: &Settings, site: &Site, group: usize) -> u64 {
    mix(
        settings.seed,
        &format!("wire {} {group}", site.language.code()),
    )
}

/// When an article was published: the first ones evenly over the days before `now`, two more on
/// each day after it; to the minute, with some jitter.
fn published(settings: &Settings, random: &mut Random, number: usize, wire: bool) -> DateTime<Utc> {
    let minutes = |n: u64| TimeDelta::minutes(i64::try_from(n).unwrap_or(0));
    let first_day = settings.articles_per_site;
    let at = if number < first_day {
        let step = u64::from(settings.days_of_articles) * 24 * 60 / (first_day.max(1) as u64);
        let jitter = random.between(0, if wire { step.min(180) } else { step * 9 / 10 });
        settings.now - minutes(30 + (first_day - 1 - number) as u64 * step + jitter)
    } else {
        let (day, second) = ((number - first_day) / 2 + 1, (number - first_day) % 2);
        settings.now + minutes(day as u64 * 24 * 60)
            - minutes(8 * 60 - second as u64 * 5 * 60 - random.between(0, 170))
    };
    at.duration_trunc(TimeDelta::minutes(1)).unwrap_or(at)
}
