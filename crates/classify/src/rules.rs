//! Sure rules, asked before the model. The first that applies decides.

use crate::{Page, PageType};

/// A rule that is sure of itself.
#[derive(Debug)]
pub struct Rule {
    /// The name in `label_source`, after `rule:`.
    pub name: &'static str,
    /// What a page is when the rule applies.
    pub page_type: PageType,
    /// What the rule looks for.
    pub summary: &'static str,
    /// The reason for people if the rule applies.
    pub apply: fn(&Page<'_>) -> Option<String>,
}

/// A rule that applied.
#[derive(Debug)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Why it applied, for people.
    pub reason: String,
}

/// Every rule, in the order they are asked.
pub static RULES: &[Rule] = &[Rule {
    name: "http-error",
    page_type: PageType::Error,
    summary: "the server answered with an error status",
    apply: |page| {
        let status = page.http_status.filter(|status| *status >= 400)?;
        Some(format!("the server answered with status {status}"))
    },
}];

/// The first rule that applies to the page.
pub fn first(page: &Page<'_>) -> Option<Finding> {
    RULES.iter().find_map(|rule| {
        let reason = (rule.apply)(page)?;
        Some(Finding { rule, reason })
    })
}
