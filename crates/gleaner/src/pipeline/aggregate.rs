//! Articles to copies.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use ::aggregate::{Item, Rule};
use serde::Serialize;
use store::{Copy, CopyCandidate, CopyRule, Store};
use tokio_util::sync::CancellationToken;

use crate::progress::Progress;

/// Articles looked at between two transactions.
const BATCH: i64 = 500;

/// What aggregating did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Aggregated {
    /// Articles looked at.
    pub(crate) articles: u64,
    /// Of those, copies of another.
    pub(crate) copies: u64,
    /// Articles that went on at another address.
    pub(crate) moved: u64,
    /// Ended early by request; the rest is still due.
    pub(crate) stopped: bool,
}

impl fmt::Display for Aggregated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            articles,
            copies,
            moved,
            ..
        } = self;
        write!(
            f,
            "{articles} articles looked at: {copies} are copies of another"
        )?;
        if *moved > 0 {
            write!(f, ", {moved} have moved")?;
        }
        Ok(())
    }
}

/// Finds the copies among the articles that are new since the last time.
pub(crate) async fn aggregate(
    store: &Store,
    stop: &CancellationToken,
) -> anyhow::Result<Aggregated> {
    let progress = Progress::begin("aggregate", "articles", None);
    let mut done = Aggregated::default();
    let least_words = i32::try_from(::aggregate::MIN_WORDS)?;
    loop {
        if stop.is_cancelled() {
            done.stopped = true;
            break;
        }
        let work = store.copies_due(BATCH).await?;
        if work.due.is_empty() {
            break;
        }
        let hashes: Vec<String> = work.due.iter().map(|a| a.content_hash.clone()).collect();
        let kin = store.articles_with_hash(&hashes).await?;
        let found = findings(&work.due, &kin);
        done.articles += work.due.len() as u64;
        let due: HashSet<&str> = work.due.iter().map(|a| a.id.as_str()).collect();
        done.copies += found
            .iter()
            .filter(|copy| copy.duplicate_of.is_some() && due.contains(copy.id.as_str()))
            .count() as u64;
        progress.add(work.due.len() as u64);
        let ids: Vec<String> = work.due.iter().map(|a| a.id.clone()).collect();
        done.moved += store.link_moved(&ids, least_words).await?;
        store.save_copies(&found, work.cursor).await?;
    }
    progress.finish(&done.to_string());
    Ok(done)
}

/// The standing of each article, due ones and those with the same text alike: an earlier one that
/// arrives late takes the lead.
fn findings(due: &[CopyCandidate], kin: &[CopyCandidate]) -> Vec<Copy> {
    let all: BTreeMap<&str, &CopyCandidate> =
        due.iter().chain(kin).map(|a| (a.id.as_str(), a)).collect();
    let items: Vec<Item> = all.values().map(|a| item(a)).collect();
    let copies = ::aggregate::copies(&items);
    let leaders: HashMap<&str, &::aggregate::Copy> =
        copies.iter().map(|copy| (copy.id.as_str(), copy)).collect();
    all.values()
        .map(|article| {
            let copy = leaders.get(article.id.as_str());
            Copy {
                id: article.id.clone(),
                version: article.version,
                duplicate_of: copy.map(|copy| copy.duplicate_of.clone()),
                score: copy.map_or(1.0, |copy| copy.score),
                rule: copy.map(|copy| match copy.rule {
                    Rule::SameText => CopyRule::ExactText,
                    Rule::SameUrl => CopyRule::CanonicalUrl,
                    Rule::NearText | Rule::LikelyText => CopyRule::NearText,
                }),
            }
        })
        .collect()
}

fn item(article: &CopyCandidate) -> Item {
    Item {
        id: article.id.clone(),
        hash: article.content_hash.clone(),
        words: ::aggregate::words(&article.text),
        published: article.date_published,
        first_seen: article.date_first_seen,
        // Within a site the canonical address already is the article's identity.
        url_canonical: None,
    }
}
