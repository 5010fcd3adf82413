//! `workshop eval aggregate`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use aggregate::{
    CopyIndex, DedupArticle, DocumentFrequencies, Fingerprint, Lexicon, Stories, StoryParams,
    TermCounts, WeightedArticle, WeightedTerms,
};
use anyhow::bail;
use chrono::{DateTime, TimeDelta, Utc};
use clap::ValueEnum;
use gleaner::files::input;
use lab::metrics::grouping::{deviations, scores};
use lab::score_table::{Metrics, ScoreRow};
use rayon::prelude::*;
use serde::Deserialize;

use super::gold::{objects, set_name};
use super::labels;

/// Score the grouping of articles into copies or stories
///
/// Each line of gold has {"id", "title", "text", "date", "lang"} and the group of the article: `dup_group` or "group" for copies,
/// "cluster" for events. The scores are B-cubed F, pairwise F and the adjusted Rand index; deviations come from 1000 resamples of
/// the groups. Word weights come from the built-in tables.
///
/// With --labels, gold is labels of pairs of your own articles. Each label is weighted by the number of pairs it represents in its
/// bin, so precision, recall and F are estimates for all pairs; deviations come from 1000 resamples within the bins.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  workshop eval aggregate --gold ecbplus_en.dev.jsonl.gz\n  workshop eval aggregate --labels pairs.jsonl.gz stories.jsonl.gz"
)]
pub(crate) struct Args {
    /// Articles with their groups, JSONL, also .gz; each file is a separate set
    #[arg(long, required_unless_present = "labels", num_args = 1.., value_name = "FILE")]
    gold: Vec<PathBuf>,
    /// Labels of pairs, as written by `workshop label export --of pairs` or `--of stories`: scores the grouping in the database
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with = "gold")]
    labels: Vec<PathBuf>,
    /// What to score [default: depends on the field that holds the group]
    #[arg(long, value_enum, value_name = "WHAT")]
    what: Option<What>,
    /// Print one line of JSON per set instead of a table
    #[arg(long)]
    json: bool,
}

/// Kinds of groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Copies and near-duplicates.
    Copies,
    /// Articles of one event.
    Stories,
}

impl What {
    fn as_str(self) -> &'static str {
        match self {
            Self::Copies => "copies",
            Self::Stories => "stories",
        }
    }
}

/// An article, labelled or not.
#[derive(Debug, Deserialize)]
pub(crate) struct Gold {
    pub(crate) id: String,
    #[serde(alias = "gold_title")]
    title: Option<String>,
    #[serde(alias = "gold_text")]
    text: Option<String>,
    date: Option<String>,
    #[serde(alias = "language")]
    pub(crate) lang: Option<String>,
    cluster: Option<String>,
    #[serde(alias = "group")]
    dup_group: Option<String>,
}

impl Gold {
    pub(crate) fn title(&self) -> &str {
        self.title.as_deref().unwrap_or_default()
    }

    pub(crate) fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }

    /// Whether the article is in a language (ISO 639-1), by its `lang` or, without one, by its text.
    pub(crate) fn is_in(&self, language: &str) -> bool {
        match &self.lang {
            Some(stated) => stated == language,
            None => extract::language(self.text()).is_some_and(|(found, _)| found == language),
        }
    }

    fn language(&self) -> &str {
        self.lang.as_deref().unwrap_or("en")
    }

    /// The date of the article. Articles without one are a second apart, in the order of the file.
    fn when(&self, index: usize) -> DateTime<Utc> {
        let arrival = i64::try_from(index).unwrap_or_default();
        let arrival = DateTime::<Utc>::UNIX_EPOCH + TimeDelta::seconds(arrival);
        let date = self.date.as_deref().and_then(|date| date.parse().ok());
        date.unwrap_or(arrival)
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    if !args.labels.is_empty() {
        input::check(&args.labels)?;
        let rows = labels::score(&args.labels, args.what.map(What::as_str))?;
        let measures = ["pair_f", "pair_precision", "pair_recall"];
        return super::write(&rows, &measures, args.json);
    }
    input::check(&args.gold)?;
    let mut rows = Vec::new();
    for file in &args.gold {
        rows.push(score(file, args.what, &read(file)?)?);
    }
    let measures = [
        "b3_f",
        "b3_precision",
        "b3_recall",
        "pair_f",
        "pair_precision",
        "pair_recall",
        "ari",
    ];
    super::write(&rows, &measures, args.json)
}

pub(crate) fn read(file: &Path) -> anyhow::Result<Vec<Gold>> {
    let advice =
        "each line is an article: {\"id\", \"title\", \"text\", \"date\", \"lang\", \"cluster\"}";
    let mut gold = Vec::new();
    objects(file, "an article", advice, |article: Gold| {
        gold.push(article);
        Ok(())
    })?;
    Ok(gold)
}

fn score(file: &Path, what: Option<What>, gold: &[Gold]) -> anyhow::Result<ScoreRow> {
    let what = match what {
        Some(what) => what,
        None if gold.iter().any(|article| article.cluster.is_some()) => What::Stories,
        None if gold.iter().any(|article| article.dup_group.is_some()) => What::Copies,
        None => bail!("no article in {} has a group", file.display()),
    };
    let wanted: Vec<&str> = gold
        .iter()
        .map(|article| {
            let named = article.cluster.as_deref().or(article.dup_group.as_deref());
            named.unwrap_or(&article.id)
        })
        .collect();
    let found = match what {
        What::Copies => copies(gold),
        What::Stories => stories(gold),
    };
    let reached = scores(&wanted, &found);
    let [b3_std, pair_std, ari_std] = deviations(&wanted, &found);
    let mut metrics = Metrics::default();
    for (name, prf, std) in [
        ("b3", reached.b_cubed, b3_std),
        ("pair", reached.pairs, pair_std),
    ] {
        metrics.push(&format!("{name}_f"), prf.f);
        metrics.push(&format!("{name}_f_std"), std);
        metrics.push(&format!("{name}_precision"), prf.precision);
        metrics.push(&format!("{name}_recall"), prf.recall);
    }
    metrics.push("ari", reached.rand);
    metrics.push("ari_std", ari_std);
    Ok(ScoreRow {
        set: set_name(file),
        group: None,
        n: gold.len(),
        extractor: what.as_str().to_owned(),
        model: None,
        metrics,
    })
}

/// The leader of each article's copy group.
pub(crate) fn copies(gold: &[Gold]) -> Vec<String> {
    let batch = gold.par_iter().enumerate().map(|(index, article)| {
        let item = DedupArticle {
            id: article.id.clone(),
            hash: aggregate::content_hash(article.text()),
            words: aggregate::word_count(article.text()),
            published: article.date.as_deref().and_then(|date| date.parse().ok()),
            first_seen: article.when(index),
            site: String::new(),
        };
        (item, Fingerprint::of(article.title(), article.text()))
    });
    let found = CopyIndex::default().insert_all(batch.collect());
    let leader: HashMap<String, String> = found
        .into_iter()
        .map(|(copy, of)| (copy, of.leader))
        .collect();
    let of = |article: &Gold| leader.get(&article.id).unwrap_or(&article.id).clone();
    gold.iter().map(of).collect()
}

/// The story of each article, grouped by language, after one run and its repair.
fn stories(gold: &[Gold]) -> Vec<String> {
    let mut found: Vec<String> = gold.iter().map(|article| article.id.clone()).collect();
    let mut languages: Vec<&str> = gold.iter().map(Gold::language).collect();
    languages.sort_unstable();
    languages.dedup();
    let params = StoryParams::default();
    for language in languages {
        let lexicon = Lexicon::of(language);
        let read = |article: &Gold| TermCounts::of(article.title(), article.text(), &lexicon);
        let own: Vec<(usize, &Gold)> = gold
            .iter()
            .enumerate()
            .filter(|(_, article)| article.language() == language)
            .collect();
        let mut known = DocumentFrequencies::shipped(language);
        // a language without a built-in table learns from the articles themselves, as the first run does
        if known.articles == 0 {
            for (_, article) in &own {
                known.learn(&read(article));
            }
        }
        let batch: Vec<WeightedArticle> = own
            .par_iter()
            .map(|(index, article)| {
                let (id, when) = (article.id.clone(), article.when(*index));
                let terms = WeightedTerms::of(&read(article), &known, &params.weights);
                if !terms.short && aggregate::is_roundup(article.title(), language) {
                    return WeightedArticle::alone(id, when);
                }
                WeightedArticle {
                    id,
                    when,
                    terms,
                    facts: Vec::new(),
                }
            })
            .collect();
        let now = batch.iter().map(|article| article.when).max();
        let mut stories = Stories::default();
        let joined = stories.insert_all(batch, &params);
        let mut story: HashMap<String, String> =
            joined.into_iter().map(|m| (m.article, m.story)).collect();
        let repair = stories.repair(now.unwrap_or_default(), &params);
        let renamed: HashMap<String, String> =
            repair.carried.into_iter().map(|r| (r.from, r.to)).collect();
        for name in story.values_mut() {
            if let Some(to) = renamed.get(name) {
                name.clone_from(to);
            }
        }
        story.extend(repair.moved.into_iter().map(|m| (m.article, m.story)));
        for (index, article) in own {
            if let Some(name) = stories
                .story_of(&article.id)
                .or(story.get(&article.id).map(String::as_str))
            {
                name.clone_into(&mut found[index]);
            }
        }
    }
    found
}
