#![doc = include_str!("../README.md")]

mod address_rules;
mod classifier;
mod evidence;
mod features;
pub mod learned;
pub mod lexicon;
mod model;
pub mod network;
mod page;
mod page_type;
mod path;
mod reason;
pub mod rules;
mod title;
mod verdict;
mod weights;

pub use address_rules::{AddressRuleError, AddressRules};
pub use classifier::{Classifier, ClassifierError, Weighed};
pub use evidence::Evidence;
pub use features::PageFeatures;
pub use model::{Input, Model, Scale};
pub use page::Page;
pub use page_type::{PageType, UnknownPageType};
pub use verdict::{Features, Verdict};
pub use weights::ModelError;

/// Version of the code and the weights that judge; raised when a verdict may change.
pub const VERSION: &str = "4";

/// The probability that an address is an article's, before it was fetched: an order for fetching, no verdict.
///
/// It knows the address alone. What announces the address, a feed or a front page, says more, and what pages with such
/// addresses turned out to be says most.
pub fn prior(url: &url::Url) -> f32 {
    learned::PageModel::shipped().prior(url)
}

/// Judges a page: by the first of the sure [`rules::RULES`] that applies, else by the model.
///
/// [`Classifier::verdict`] is the model alone.
pub fn classify(classifier: &Classifier, page: &Page<'_>) -> Verdict {
    let evidence = Evidence::of(page);
    let by_model = classifier.verdict(&evidence);
    match rules::first(&evidence) {
        Some(finding) => Verdict {
            page_type: finding.rule.page_type,
            label_source: format!("rule:{}", finding.rule.name),
            reason: finding.reason,
            ..by_model
        },
        None => by_model,
    }
}
