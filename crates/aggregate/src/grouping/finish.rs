//! The end of a run: stories are repaired, what was learned is applied, stories are ranked and linked across languages.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use super::ingest::UNKNOWN;
use super::state::{StateError, ranked, repaired};
use super::{ArticleTransfer, Changes, Grouping, Phase, RankedStory};
use crate::headlines::central;
use crate::{Keyword, Lexicon, LinkCandidate, StoryArticle, StorySummary, links, story_rank};

/// Maximum keywords kept per story.
const MAX_KEYWORDS: usize = 10;

impl Grouping {
    /// Regroups the stories of the last days, and applies what was learned from the run's articles.
    pub fn repair(&mut self, reports: Vec<StoryArticle>) -> Result<Changes, StateError> {
        let now = self.now();
        let window = self.window();
        let mut reports = by_story(reports);
        let mut changes = Changes::default();
        for (name, language) in &mut self.languages {
            if !self.run.languages.contains(name) {
                continue;
            }
            // A run over an archive meets most of its stories only here.
            let is_over = |active| window.stories.is_over(active, window.now);
            let closing = language.stories.with_keywords(is_over, MAX_KEYWORDS);
            let lexicon = Lexicon::of(name);
            let closing =
                closing.map(|story| rank_story((name, &lexicon), story, &mut reports, now));
            changes.stories.extend(closing);
            let repair = language.stories.repair(window.now, &window.stories);
            changes.members.extend(repair.moved);
            for carried in repair.carried {
                let stay = language.stories.recent(&carried.from);
                changes.carried.push(ArticleTransfer {
                    except: stay.into_iter().map(str::to_owned).collect(),
                    from: carried.from,
                    to: carried.to,
                });
            }
            changes.merged.insert(name.clone(), repair.merged);
            language.stats.add(&std::mem::take(&mut language.next));
        }
        self.copies.prune(window.now, window.copies);
        self.run.phase = Phase::Ranking;
        changes.states = repaired(self)?;
        Ok(changes)
    }

    /// Ranks the stories, links those of different languages, and ends the run.
    pub fn rank(&mut self, reports: Vec<StoryArticle>) -> Result<Changes, StateError> {
        let now = self.now();
        let mut reports = by_story(reports);
        let mut stories = Vec::new();
        // Those of all languages, since recency falls while there is nothing new.
        for (name, language) in &self.languages {
            let live = language.stories.with_keywords(|_| true, MAX_KEYWORDS);
            let lexicon = Lexicon::of(name);
            stories
                .extend(live.map(|story| rank_story((name, &lexicon), story, &mut reports, now)));
        }
        let compared = self.comparable();
        self.run.phase = Phase::Done;
        Ok(Changes {
            stories,
            links: links(&compared),
            linked: compared.into_iter().map(|story| story.story).collect(),
            states: ranked(self)?,
            ..Changes::default()
        })
    }

    /// The stories that may be linked: those of all languages, in the run or not, since what is rare among the stories of one language
    /// has changed for all.
    fn comparable(&self) -> Vec<LinkCandidate> {
        let known = self.languages.iter().filter(|(name, _)| *name != UNKNOWN);
        let stories = known.flat_map(|(name, language)| {
            let stories = language.stories.with_facts();
            stories.map(move |(summary, facts)| LinkCandidate {
                story: summary.id.to_owned(),
                language: name.clone(),
                founded: summary.founded,
                active: summary.active,
                facts,
            })
        });
        stories.collect()
    }
}

fn by_story(reports: Vec<StoryArticle>) -> HashMap<String, Vec<StoryArticle>> {
    let mut by_story: HashMap<String, Vec<StoryArticle>> = HashMap::new();
    for report in reports {
        let story = by_story.entry(report.story.clone()).or_default();
        story.push(report);
    }
    by_story
}

fn rank_story(
    (language, lexicon): (&str, &Lexicon),
    (summary, keywords): (StorySummary<'_>, Vec<Keyword>),
    reports: &mut HashMap<String, Vec<StoryArticle>>,
    now: DateTime<Utc>,
) -> RankedStory {
    let mut reports = reports.remove(summary.id).unwrap_or_default();
    reports.sort_by(|a, b| (a.when, &a.article).cmp(&(b.when, &b.article)));
    let originals = || {
        reports
            .iter()
            .filter(|report| report.article == report.text)
    };
    let articles = originals().count();
    let copied = reports.iter().map(|report| report.when.min(now)).max();
    RankedStory {
        id: summary.id.to_owned(),
        language: language.to_owned(),
        title: central(originals(), &keywords, lexicon).map(str::to_owned),
        founded: summary.founded,
        active: copied.max(Some(summary.active)).unwrap_or(summary.active),
        articles,
        copies: reports.len() - articles,
        cohesion: summary.cohesion,
        keywords,
        rank: story_rank(&reports, now),
    }
}
