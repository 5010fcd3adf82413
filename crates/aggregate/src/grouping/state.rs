//! The state, saved in parts.

use std::collections::BTreeSet;
use std::error::Error;

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Grouping, LanguageState};
use crate::pages::Pages;
use crate::{Aliases, DocumentFrequencies, Gazetteer};

/// The phase of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// It has ended.
    #[default]
    Done,
    /// Articles have been ingested; the stories are to be repaired.
    Ingesting,
    /// The stories have been repaired; they are to be ranked.
    Ranking,
}

/// The current run, or the last one: what has to survive if the process dies.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct RunState {
    pub(super) phase: Phase,
    /// When the last of its articles was fetched.
    pub(super) now: Option<DateTime<Utc>>,
    /// Languages of its articles.
    pub(super) languages: BTreeSet<String>,
}

/// What was learned about a language.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LanguageStats {
    /// How common words are.
    pub frequencies: DocumentFrequencies,
    /// Which words are names.
    pub gazetteer: Gazetteer,
    /// The full forms of short names.
    pub aliases: Aliases,
}

impl LanguageStats {
    /// Approximate size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.frequencies.bytes() + self.gazetteer.bytes() + self.aliases.bytes()
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.frequencies.add(&other.frequencies);
        self.gazetteer.add(&other.gazetteer);
        self.aliases.add(&other.aliases);
    }
}

/// A part of the state that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// It was saved by other code, or damaged.
    #[error("the saved state {0} cannot be read")]
    Unpack(String, #[source] Box<dyn Error + Send + Sync>),
    /// It cannot be serialised.
    #[error("packing {0}")]
    Pack(String, #[source] Box<dyn Error + Send + Sync>),
}

type StatePart = (String, Option<Vec<u8>>);

const RUN: &str = "run";
const COPIES: &str = "copies";
const STORIES: &str = "stories";
const RECENT: &str = "recent";
const STATS: &str = "known";
const NEXT: &str = "next";

impl Grouping {
    /// Restores a state from its saved parts, in the order of their names; without any, it is a new state.
    pub fn load(parts: &[(String, Vec<u8>)]) -> Result<Self, StateError> {
        let mut grouping = Self::default();
        for (name, bytes) in parts {
            let (kind, rest) = name.split_once(':').unwrap_or((name, ""));
            let (language, page) = rest.split_once(':').unwrap_or((rest, ""));
            match kind {
                RUN => grouping.run = unpack(name, bytes)?,
                COPIES if rest.is_empty() => grouping.copies.next = unpack(name, bytes)?,
                COPIES => grouping.copies.restore(unpack(name, bytes)?),
                STORIES if page.is_empty() => {
                    let stories = &mut grouping.language(language).stories;
                    stories.restore_counters(unpack(name, bytes)?);
                }
                STORIES => {
                    let stories = &mut grouping.language(language).stories;
                    stories.restore_stories(unpack(name, bytes)?);
                }
                RECENT => {
                    let stories = &mut grouping.language(language).stories;
                    stories.restore_recent(unpack(name, bytes)?);
                }
                // The first part of a language. Its own frequencies replace those that ship, which are not even read.
                STATS => {
                    let state = grouping.languages.entry(language.to_owned()).or_default();
                    state.stats = unpack(name, bytes)?;
                }
                NEXT => {
                    let language = grouping.language(language);
                    language.next.add(&unpack(name, bytes)?);
                    language.batches += 1;
                }
                _ => {} // a part of a version that saved more
            }
        }
        Ok(grouping)
    }

    /// [`phase`](Self::phase) of the run to which these parts belong; reads no more than that.
    pub fn saved_phase(parts: &[(String, Vec<u8>)]) -> Result<Phase, StateError> {
        Ok(run(parts)?.phase)
    }

    /// [`now`](Self::now) of the run to which these parts belong; reads no more than that.
    pub fn saved_now(parts: &[(String, Vec<u8>)]) -> Result<Option<DateTime<Utc>>, StateError> {
        Ok(run(parts)?.now)
    }
}

fn run(parts: &[(String, Vec<u8>)]) -> Result<RunState, StateError> {
    let run = parts.iter().find(|(name, _)| name == RUN);
    run.map_or(Ok(RunState::default()), |(name, bytes)| unpack(name, bytes))
}

/// The parts that change while articles of these languages are ingested.
pub(super) fn ingested(
    grouping: &mut Grouping,
    languages: &BTreeSet<String>,
) -> Result<Vec<StatePart>, StateError> {
    let mut parts = run_and_copies(grouping)?;
    let all = grouping.languages.iter_mut();
    for (name, language) in all.filter(|(name, _)| languages.contains(*name)) {
        stories(name, language, &mut parts)?;
        if language.is_learning {
            parts.push(pack(&format!("{STATS}:{name}"), &language.stats)?);
        }
        if let Some(of_batch) = language.of_batch.take() {
            parts.push(pack(&batch(name, language.batches), &of_batch)?);
        }
    }
    Ok(parts)
}

/// The parts that change when the stories of the run are repaired.
pub(super) fn repaired(grouping: &mut Grouping) -> Result<Vec<StatePart>, StateError> {
    let mut parts = run_and_copies(grouping)?;
    let all = grouping.languages.iter_mut();
    for (name, language) in all.filter(|(name, _)| grouping.run.languages.contains(*name)) {
        stories(name, language, &mut parts)?;
        parts.push(pack(&format!("{STATS}:{name}"), &language.stats)?);
        let batches = std::mem::take(&mut language.batches);
        parts.extend((1..=batches).map(|number| (batch(name, number), None)));
    }
    Ok(parts)
}

/// The name of the part that a batch has added.
fn batch(language: &str, number: u32) -> String {
    format!("{NEXT}:{language}:{number:012}")
}

/// The part that changes when the run ends.
pub(super) fn ranked(grouping: &Grouping) -> Result<Vec<StatePart>, StateError> {
    Ok(vec![pack(RUN, &grouping.run)?])
}

fn run_and_copies(grouping: &mut Grouping) -> Result<Vec<StatePart>, StateError> {
    let copies = &mut grouping.copies;
    let mut parts = vec![pack(RUN, &grouping.run)?, pack(COPIES, &copies.next)?];
    pack_pages(COPIES, &mut copies.leaders, &mut parts)?;
    Ok(parts)
}

fn stories(
    name: &str,
    language: &mut LanguageState,
    parts: &mut Vec<StatePart>,
) -> Result<(), StateError> {
    let stories = &mut language.stories;
    let kept = format!("{STORIES}:{name}");
    parts.push(pack(&kept, &stories.counters())?);
    pack_pages(&kept, &mut stories.all, parts)?;
    pack_pages(&format!("{RECENT}:{name}"), &mut stories.recent, parts)
}

/// Packs the pages that have changed, each as a part; an empty one removes its part.
fn pack_pages<K: Copy + Ord + Into<u64> + TryFrom<u64> + Serialize, V: Serialize>(
    name: &str,
    pages: &mut Pages<K, V>,
    parts: &mut Vec<StatePart>,
) -> Result<(), StateError> {
    for number in pages.take_changed() {
        // Parts are read in the order of their names.
        let name = format!("{name}:{number:012}");
        let page = pages.page(number);
        parts.push(if page.is_empty() {
            (name, None)
        } else {
            pack(&name, &page)?
        });
    }
    Ok(())
}

fn pack<T: Serialize>(name: &str, value: &T) -> Result<StatePart, StateError> {
    let failed = |error| StateError::Pack(name.to_owned(), error);
    let bytes = postcard::to_allocvec(value).map_err(|e| failed(e.into()))?;
    let bytes = zstd::encode_all(bytes.as_slice(), 1).map_err(|e| failed(e.into()))?;
    Ok((name.to_owned(), Some(bytes)))
}

fn unpack<T: DeserializeOwned>(name: &str, bytes: &[u8]) -> Result<T, StateError> {
    let failed = |error| StateError::Unpack(name.to_owned(), error);
    let bytes = zstd::decode_all(bytes).map_err(|e| failed(e.into()))?;
    postcard::from_bytes(&bytes).map_err(|e| failed(e.into()))
}

#[cfg(test)]
mod tests {
    use super::super::LanguageState;
    use super::*;

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let mut state = Grouping::default();
        state.run.phase = Phase::Ingesting;
        state.run.now = Some(DateTime::<Utc>::UNIX_EPOCH);
        let german = BTreeSet::from(["de".to_owned()]);
        let mut next = LanguageStats::default();
        next.gazetteer
            .learn("Die Stadt Kernhausen liegt an der Marra.");
        let language = LanguageState {
            of_batch: Some(next.clone()),
            batches: 1,
            ..LanguageState::default()
        };
        state.languages.insert("de".to_owned(), language);
        let saved: Vec<(String, Vec<u8>)> = ingested(&mut state, &german)
            .unwrap()
            .into_iter()
            .filter_map(|(name, bytes)| Some((name, bytes?)))
            .collect();
        assert_eq!(run(&saved).unwrap(), state.run);
        let read = Grouping::load(&saved).unwrap();
        assert_eq!((read.run, read.copies), (state.run, state.copies));
        assert_eq!(read.languages["de"].next, next);
        assert!(Grouping::load(&[("copies".to_owned(), vec![1, 2])]).is_err());
    }
}
