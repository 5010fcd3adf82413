//! What the grouping knows between two chunks.

use std::collections::{BTreeMap, BTreeSet};

use aggregate::{Background, Copies, Gazetteer, Stories};
use anyhow::Context as _;
use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use store::AggregateState;

/// How far a run has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Phase {
    /// It is through.
    #[default]
    Over,
    /// Articles have been taken in; stories are to be repaired.
    Taking,
    /// Stories have been repaired; they are to be ranked.
    Ranking,
}

/// The run that is going on, or was the last. A run that died is gone on with, so what depends on all of it stands here.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Run {
    pub(super) phase: Phase,
    /// When the last of its articles was fetched: the time of the night, whenever it is worked on.
    pub(super) now: Option<DateTime<Utc>>,
    /// Languages of its articles.
    pub(super) languages: BTreeSet<String>,
}

/// What was learned of a language.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Lore {
    pub(super) background: Background,
    pub(super) gazetteer: Gazetteer,
}

/// All of one language.
#[derive(Debug, Clone, Default)]
pub(super) struct Tongue {
    pub(super) stories: Stories,
    /// By this the articles of the run are read.
    pub(super) known: Lore,
    /// Whether that has changed since it was saved.
    pub(super) learning: bool,
    /// The same with the articles of the run: what the next one will know.
    pub(super) next: Option<Lore>,
}

/// Everything.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) run: Run,
    pub(super) copies: Copies,
    pub(super) tongues: BTreeMap<String, Tongue>,
}

const RUN: &str = "run";
const COPIES: &str = "copies";
const STORIES: &str = "stories";
const KNOWN: &str = "known";
const NEXT: &str = "next";

impl State {
    /// From what was saved; anew if nothing was.
    pub(super) fn load(saved: &[(String, Vec<u8>)]) -> anyhow::Result<Self> {
        let mut state = Self::default();
        for (name, bytes) in saved {
            state
                .put(name, bytes)
                .with_context(|| format!("the saved state {name} cannot be read"))?;
        }
        Ok(state)
    }

    /// Whether a run is to be finished, without reading more than that.
    pub(super) fn is_open(saved: &[(String, Vec<u8>)]) -> anyhow::Result<bool> {
        let run = saved.iter().find(|(name, _)| name == RUN);
        let run: Run = run.map_or(Ok(Run::default()), |(_, bytes)| unpack(bytes))?;
        Ok(run.phase != Phase::Over)
    }

    fn put(&mut self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let (kind, language) = name.split_once(':').unwrap_or((name, ""));
        match kind {
            RUN => self.run = unpack(bytes)?,
            COPIES => self.copies = unpack(bytes)?,
            STORIES => self.tongue(language).stories = unpack(bytes)?,
            KNOWN => self.tongue(language).known = unpack(bytes)?,
            NEXT => self.tongue(language).next = Some(unpack(bytes)?),
            _ => {} // of a version that kept more
        }
        Ok(())
    }

    /// All of a language; of a new one, nothing.
    pub(super) fn tongue(&mut self, language: &str) -> &mut Tongue {
        self.tongues.entry(language.to_owned()).or_default()
    }

    /// What may have changed while articles of these languages were taken in.
    pub(super) fn taken(
        &self,
        languages: &BTreeSet<String>,
    ) -> anyhow::Result<Vec<AggregateState>> {
        let mut states = vec![pack(RUN, &self.run)?, pack(COPIES, &self.copies)?];
        for (language, tongue) in self.of(languages) {
            states.push(pack(&format!("{STORIES}:{language}"), &tongue.stories)?);
            if tongue.learning {
                states.push(pack(&format!("{KNOWN}:{language}"), &tongue.known)?);
            }
            if let Some(next) = &tongue.next {
                states.push(pack(&format!("{NEXT}:{language}"), next)?);
            }
        }
        Ok(states)
    }

    /// What has changed when the stories of the run were repaired.
    pub(super) fn repaired(&self) -> anyhow::Result<Vec<AggregateState>> {
        let mut states = vec![pack(RUN, &self.run)?, pack(COPIES, &self.copies)?];
        for (language, tongue) in self.of(&self.run.languages) {
            states.push(pack(&format!("{STORIES}:{language}"), &tongue.stories)?);
            states.push(pack(&format!("{KNOWN}:{language}"), &tongue.known)?);
            states.push(AggregateState {
                name: format!("{NEXT}:{language}"),
                bytes: None,
            });
        }
        Ok(states)
    }

    /// Where the run stands.
    pub(super) fn phase(&self) -> anyhow::Result<Vec<AggregateState>> {
        Ok(vec![pack(RUN, &self.run)?])
    }

    fn of<'a>(
        &'a self,
        languages: &'a BTreeSet<String>,
    ) -> impl Iterator<Item = (&'a String, &'a Tongue)> {
        let all = self.tongues.iter();
        all.filter(|(language, _)| languages.contains(*language))
    }
}

fn pack<T: Serialize>(name: &str, value: &T) -> anyhow::Result<AggregateState> {
    let bytes = postcard::to_allocvec(value).with_context(|| format!("packing {name}"))?;
    Ok(AggregateState {
        name: name.to_owned(),
        bytes: Some(zstd::encode_all(bytes.as_slice(), 1)?),
    })
}

fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> anyhow::Result<T> {
    Ok(postcard::from_bytes(&zstd::decode_all(bytes)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let mut state = State::default();
        state.run.phase = Phase::Taking;
        state.run.now = Some(DateTime::<Utc>::UNIX_EPOCH);
        let german = BTreeSet::from(["de".to_owned()]);
        let mut next = Lore::default();
        next.gazetteer
            .learn("Die Stadt Kernhausen liegt an der Marra.");
        let tongue = Tongue {
            next: Some(next.clone()),
            ..Tongue::default()
        };
        state.tongues.insert("de".to_owned(), tongue);
        let saved: Vec<(String, Vec<u8>)> = state
            .taken(&german)
            .unwrap()
            .into_iter()
            .filter_map(|state| Some((state.name, state.bytes?)))
            .collect();
        assert!(State::is_open(&saved).unwrap());
        let read = State::load(&saved).unwrap();
        assert_eq!((read.run, read.copies), (state.run, state.copies));
        assert_eq!(read.tongues["de"].next, Some(next));
        assert!(State::load(&[("copies".to_owned(), vec![1, 2])]).is_err());
    }
}
