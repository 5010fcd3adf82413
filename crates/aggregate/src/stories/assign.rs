//! Assigns an article to the most similar story above its threshold, or to a new one.

use std::collections::BTreeMap;

use crate::stories::Stories;
use crate::stories::cluster::Cluster;
use crate::stories::member::{Membership, RunnerUp, WeightedArticle, reasons};
use crate::stories::thresholds::{INDEXED, StoryParams};

/// A story that an article may join.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    story: u32,
    score: f64,
    needed: f64,
}

impl Stories {
    /// Inserts articles in order of publication, and returns the story of each. Known articles are skipped.
    pub fn insert_all(
        &mut self,
        mut batch: Vec<WeightedArticle>,
        params: &StoryParams,
    ) -> Vec<Membership> {
        batch.sort_by(|a, b| (a.when, &a.id).cmp(&(b.when, &b.id)));
        batch
            .into_iter()
            .filter_map(|article| self.insert(article, params))
            .collect()
    }

    /// Inserts an article: it joins the most similar story, or founds one.
    pub fn insert(&mut self, article: WeightedArticle, params: &StoryParams) -> Option<Membership> {
        if self.by_article.contains_key(&article.id) {
            return None;
        }
        let cluster = Cluster::of(&article.terms);
        let ranked = self.ranked(&article, &cluster, params);
        let best = ranked.first().filter(|c| c.score >= c.needed);
        let runner_up = ranked.get(usize::from(best.is_some())).and_then(|c| {
            Some(RunnerUp {
                story: self.all.get(&c.story)?.id.clone(),
                score: c.score,
                needed: c.needed,
            })
        });
        let (key, score, shared) = match best {
            Some(best) => {
                let story = self.all.get(&best.story)?;
                let shared = reasons(&article.terms, &story.whole);
                (best.story, best.score, shared)
            }
            None => (self.create(&article.id, article.when), 1.0, Vec::new()),
        };
        let membership = Membership {
            article: article.id.clone(),
            story: self.all.get(&key)?.id.clone(),
            score,
            shared,
            runner_up,
        };
        self.put(key, article, &cluster);
        Some(membership)
    }

    /// The most similar stories, the one furthest above its threshold first.
    fn ranked(
        &self,
        article: &WeightedArticle,
        cluster: &Cluster,
        params: &StoryParams,
    ) -> Vec<Candidate> {
        let mut scores: BTreeMap<u32, f32> = BTreeMap::new();
        for (term, weight, ..) in article.terms.iter().take(INDEXED) {
            let of_term = self.by_term.range((term, 0)..=(term, u32::MAX));
            let keys = || of_term.clone().map(|(_, key)| *key);
            if keys().take(params.posting_cap + 1).count() <= params.posting_cap {
                for key in keys() {
                    *scores.entry(key).or_default() += weight * weight;
                }
            }
        }
        let mut likely: Vec<(u32, f32)> = scores.into_iter().collect();
        likely.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut ranked: Vec<Candidate> = likely
            .into_iter()
            .take(40)
            .filter_map(|(key, _)| {
                let story = self.all.get(&key)?;
                let is_active = (article.when - story.active).abs() <= params.active;
                (is_active && self.may_last(story, article.when)).then(|| Candidate {
                    story: key,
                    score: cluster.average(&story.whole),
                    needed: params.joining(
                        cluster,
                        &story.whole,
                        (article.when - story.active).max(story.founded - article.when),
                    ),
                })
            })
            .collect();
        let margin = |c: &Candidate| c.score - c.needed;
        ranked.sort_by(|a, b| margin(b).total_cmp(&margin(a)).then(a.story.cmp(&b.story)));
        ranked
    }
}
