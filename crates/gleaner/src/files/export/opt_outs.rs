//! Opt-outs of exported texts: left out by request, else counted and reported.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

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
