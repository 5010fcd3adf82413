//! Opt-outs of exported texts: left out by request, else counted and reported.

use std::collections::BTreeMap;

use anyhow::anyhow;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::console::failure::Advise as _;

/// The kinds of opt-outs, as in `opt_outs` of `news.articles`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OptOut {
    /// All kinds
    All,
    /// Text and data mining is reserved: TDM-Reservation header or meta, tdmrep.json
    Tdm,
    /// No use for AI: noai, ai.txt, Content-Signal, Content-Usage, AI crawlers blocked by robots.txt
    Ai,
    /// No listing in search engines
    Noindex,
    /// No cached copy in search engines
    Noarchive,
    /// No excerpt in search engines
    Nosnippet,
}

const KINDS: [&str; 5] = ["tdm", "ai", "noindex", "noarchive", "nosnippet"];

/// Names of the kinds in the database.
pub(crate) fn names(kinds: &[OptOut]) -> Vec<String> {
    let name = |kind: &OptOut| match kind {
        OptOut::All => None,
        OptOut::Tdm => Some(KINDS[0]),
        OptOut::Ai => Some(KINDS[1]),
        OptOut::Noindex => Some(KINDS[2]),
        OptOut::Noarchive => Some(KINDS[3]),
        OptOut::Nosnippet => Some(KINDS[4]),
    };
    let named: Option<Vec<&str>> = kinds.iter().map(name).collect();
    named
        .unwrap_or(KINDS.to_vec())
        .into_iter()
        .map(str::to_owned)
        .collect()
}

/// Fails if one of these names is no kind.
pub(crate) fn check(names: &[String]) -> anyhow::Result<()> {
    match names.iter().find(|name| !KINDS.contains(&name.as_str())) {
        Some(name) => Err(anyhow!("there is no kind of opt-out {name:?}"))
            .advise(format!("use some of {}", KINDS.join(", "))),
        None => Ok(()),
    }
}

/// How many exported texts have opt-outs, and how many were left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OptOutCounts {
    /// Exported texts with any opt-out.
    pub(crate) with_opt_outs: u64,
    /// Exported texts by kind; a text may have several.
    pub(crate) opt_outs: BTreeMap<String, u64>,
    /// Texts that were not exported.
    pub(crate) left_out: u64,
}

impl OptOutCounts {
    /// Counts an exported text.
    pub(crate) fn add(&mut self, opt_outs: &[String]) {
        self.with_opt_outs += u64::from(!opt_outs.is_empty());
        for kind in opt_outs {
            *self.opt_outs.entry(kind.clone()).or_default() += 1;
        }
    }

    /// Counts an exported article by its column `opt_outs`.
    pub(crate) fn add_article(&mut self, opt_outs: &Value) {
        let kinds = opt_outs.as_array().into_iter().flatten();
        let kinds: Vec<String> = kinds.filter_map(Value::as_str).map(str::to_owned).collect();
        self.add(&kinds);
    }

    /// What was counted since `before`.
    pub(crate) fn since(&self, before: &Self) -> Self {
        let kinds = self.opt_outs.iter().filter_map(|(kind, count)| {
            let new = count - before.opt_outs.get(kind).unwrap_or(&0);
            (new > 0).then(|| (kind.clone(), new))
        });
        Self {
            with_opt_outs: self.with_opt_outs - before.with_opt_outs,
            opt_outs: kinds.collect(),
            left_out: self.left_out - before.left_out,
        }
    }

    /// Warns on standard error if exported texts have opt-outs.
    pub(crate) fn warn(&self, what: &str) {
        if self.with_opt_outs == 0 {
            return;
        }
        let kinds: Vec<String> = self
            .opt_outs
            .iter()
            .map(|(kind, count)| format!("{kind} {count}"))
            .collect();
        tracing::warn!(
            with_opt_outs = self.with_opt_outs,
            "{} of the exported {what} carry opt-outs of their publishers ({}); --without-opt-outs leaves them out",
            self.with_opt_outs,
            kinds.join(", ")
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_the_names_of_the_database() {
        assert_eq!(names(&[OptOut::Tdm, OptOut::Ai]), ["tdm", "ai"]);
        assert_eq!(names(&[OptOut::All]), KINDS);
        assert!(names(&[]).is_empty());
    }

    #[test]
    fn an_unknown_kind_is_refused_with_those_there_are() {
        check(&names(&[OptOut::All])).unwrap();
        let error = check(&["ai".to_owned(), "TDM".to_owned()]).unwrap_err();
        let message = crate::console::failure::describe(&error);
        assert!(
            message.contains("\"TDM\"") && message.contains("tdm, ai"),
            "{message}"
        );
    }

    #[test]
    fn what_is_exported_is_counted_once_and_by_kind() {
        let mut counts = OptOutCounts::default();
        counts.add(&["tdm".to_owned(), "ai".to_owned()]);
        counts.add(&["ai".to_owned()]);
        counts.add(&[]);
        assert_eq!(
            (
                counts.with_opt_outs,
                counts.opt_outs["ai"],
                counts.opt_outs["tdm"]
            ),
            (2, 2, 1)
        );
        let before = counts.clone();
        counts.add(&["tdm".to_owned()]);
        let new = counts.since(&before);
        assert_eq!(
            (new.with_opt_outs, &new.opt_outs),
            (1, &[("tdm".to_owned(), 1)].into())
        );
        assert_eq!(counts.since(&counts), OptOutCounts::default());
    }
}
