//! What is to be labelled, as the query of a URL.

use serde::Deserialize;
use store::{LabelQuery, PairKind, PairQuery, Store};

use crate::reader::format::address;
use crate::reader::page::{PageError, unknown_value};

/// The sample of pairs that is labelled by default.
const SEED: i64 = 1;

/// The parameters of the labelling pages.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Params {
    /// Only pages of this site, by its id.
    pub(super) site: String,
    /// `random`, or else the most useful first.
    order: String,
    /// Whether to include what was labelled before.
    all: String,
    /// The sample of pairs.
    pub(super) seed: Option<i64>,
}

impl Params {
    /// Rejects unknown values.
    pub(super) async fn check(&self, store: &Store) -> Result<(), PageError> {
        let orders = ["uncertain", "random"];
        if !self.order.is_empty() && !orders.contains(&self.order.as_str()) {
            return Err(unknown_value("order", &self.order, orders));
        }
        if !matches!(self.all.as_str(), "" | "true" | "false") {
            return Err(unknown_value("all", &self.all, ["true", "false"]));
        }
        // No id contains NUL, and the database rejects it.
        let is_known = match self.site_id() {
            None => true,
            Some(id) => !id.contains('\0') && store.site(&id).await?.is_some(),
        };
        if !is_known {
            let why = format!(
                "There is no site with the id {:?}; /sources lists the sites.",
                self.site
            );
            return Err(PageError::Invalid(why));
        }
        Ok(())
    }

    pub(super) fn is_random(&self) -> bool {
        self.order == "random"
    }

    /// Whether what was labelled before is included.
    pub(super) fn includes_labelled(&self) -> bool {
        self.all == "true"
    }

    pub(super) fn seed(&self) -> i64 {
        self.seed.unwrap_or(SEED)
    }

    /// The parameters as the query of a URL, with its question mark; empty if there are none.
    pub(super) fn query(&self) -> String {
        let order = if self.is_random() { "random" } else { "" };
        let all = if self.includes_labelled() { "true" } else { "" };
        let seed = self.seed.map(|seed| seed.to_string()).unwrap_or_default();
        let site = self.site.as_str();
        let parameters = [
            ("site", site),
            ("order", order),
            ("all", all),
            ("seed", seed.as_str()),
        ];
        address("", &parameters)
    }

    pub(super) fn of_pages(&self, who: &str) -> LabelQuery {
        LabelQuery {
            who: who.to_owned(),
            site_id: self.site_id(),
            random: self.is_random(),
            again: self.includes_labelled(),
        }
    }

    pub(super) fn of_pairs(&self, who: &str, kind: PairKind) -> PairQuery {
        PairQuery {
            who: who.to_owned(),
            kind,
            seed: self.seed(),
            again: self.includes_labelled(),
        }
    }

    fn site_id(&self) -> Option<String> {
        Some(self.site.clone()).filter(|site| !site.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_keeps_what_was_asked_for() {
        assert_eq!(Params::default().query(), "");
        let params = Params {
            site: "a&b".to_owned(),
            order: "random".to_owned(),
            all: "true".to_owned(),
            seed: Some(7),
        };
        assert_eq!(params.query(), "?site=a%26b&order=random&all=true&seed=7");
    }
}
