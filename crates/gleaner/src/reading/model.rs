//! Loads the chosen page classifier.

use anyhow::Context as _;
use classify::Classifier;

use crate::console::failure::Advise as _;
use crate::settings::Classify;

/// The model with this name or from this weights file, with the threshold of the settings if they have one.
pub(crate) fn named(name: &str, settings: &Classify) -> anyhow::Result<Classifier> {
    let model = match Classifier::built_in(name) {
        Some(model) => model,
        None => read(name)?,
    };
    Ok(match settings.threshold {
        Some(threshold) => model.with_threshold(threshold),
        None => model,
    })
}

fn read(name: &str) -> anyhow::Result<Classifier> {
    let json = std::fs::read_to_string(name)
        .with_context(|| format!("cannot read the model {name:?}"))
        .advise(format!(
            "name {} or a weights file of `gleaner train page`",
            Classifier::BUILT_IN
                .map(|name| format!("{name:?}"))
                .join(", ")
        ))?;
    Classifier::parse(&json)
        .with_context(|| format!("{name} is not a model"))
        .advise("name a weights file of `gleaner train page`")
}
