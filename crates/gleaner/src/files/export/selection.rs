//! Which articles or pages an export includes.

use chrono::{DateTime, Utc};
use formats::Sentences;
use serde::{Deserialize, Serialize};

use crate::console::duration;
use crate::database;

/// Which articles or pages an export includes, and how it writes them: options of the command, and part of the manifest. The order of
/// names does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::Args)]
#[serde(default)]
pub(crate) struct Selection {
    /// What is written: `jsonl`, `jsonl.gz`, `jsonl.zst`, `csv`, `parquet` or `warc`.
    #[arg(skip)]
    pub(crate) format: String,
    /// The name of a [`formats::Profile`].
    #[arg(skip)]
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) profile: String,
    /// Only this site, by id, host or domain; can be repeated
    #[arg(id = "site", long, value_name = "ID")]
    pub(crate) sites: Vec<String>,
    /// Kinds of opt-outs whose texts are left out.
    #[arg(skip)]
    pub(crate) without_opt_outs: Vec<String>,
    /// Only this language (ISO 639-1); can be repeated
    #[arg(id = "language", long, value_name = "CODE", value_parser = database::language)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) languages: Vec<String>,
    /// Only articles published on this day (UTC) or later, since a time such as 2026-11-21T08:00:00Z, or within a period such as 7d
    #[arg(long, value_name = "TIME", value_parser = duration::since)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) published_since: Option<DateTime<Utc>>,
    /// Only articles published on this day (UTC) or earlier, before a time, or longer ago than a period
    #[arg(long, value_name = "TIME", value_parser = duration::until)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) published_until: Option<DateTime<Utc>>,
    /// Only articles of this story, by its id or the first digits of the id; can be repeated
    #[arg(id = "story", long, value_name = "ID")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) stories: Vec<String>,
    /// The query that articles match.
    #[arg(skip)]
    #[serde(rename = "where", skip_serializing_if = "String::is_empty")]
    pub(crate) matching: String,
    /// Only the latest version of each article; one that has moved is at its new URL
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) latest: bool,
    /// Without copies: only the first article of each copy group
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) leaders: bool,
    /// Only these fields, in this order, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) fields: Vec<String>,
    /// Exclude the text, the entries of live blogs and the names found in the text
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) without_text: bool,
    #[arg(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sentences: Option<Sentences>,
}

impl Selection {
    /// Sorts the names and removes duplicates.
    pub(crate) fn sorted(mut self) -> Self {
        for names in [
            &mut self.sites,
            &mut self.without_opt_outs,
            &mut self.languages,
            &mut self.stories,
        ] {
            names.sort();
            names.dedup();
        }
        self
    }

    /// Whether later exports can report changes. A version that is no longer the newest, the first of its copies, in the story or a match
    /// is filtered out, and so is that change.
    pub(crate) fn can_be_followed(&self) -> bool {
        !self.latest && !self.leaders && self.stories.is_empty() && self.matching.is_empty()
    }
}
