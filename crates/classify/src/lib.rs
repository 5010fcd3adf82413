#![doc = include_str!("../README.md")]

mod classifier;
mod evidence;
mod page_type;
mod path;
pub mod perceptron;
pub mod rules;
mod title;
pub mod trees;
mod verdict;

pub use classifier::{Classifier, ClassifierError, FeatureEffect};
pub use evidence::{Evidence, Page};
pub use page_type::{PageType, UnknownPageType};
pub use rules::{UrlRuleError, UrlRules};
pub use verdict::{Features, Verdict};

/// Version of code and weights; raised when a verdict may change.
pub const VERSION: &str = "20";

/// The probability that a URL is an article's, before it is fetched: for ordering the frontier, not a verdict.
///
/// It uses only the URL. The source of the link (feed, front page) is stronger evidence, and the statistics of similar URLs
/// are the strongest.
pub fn prior(url: &url::Url) -> f32 {
    trees::PageModel::shipped().prior(url)
}

/// Classifies a page by the first applicable rule of [`rules::RULES`], else by the model.
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
