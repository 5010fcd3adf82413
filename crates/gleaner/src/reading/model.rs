//! Loads the chosen page classifier.

use anyhow::Context as _;
use classify::Classifier;
use sha2::{Digest as _, Sha256};

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

/// Identifies the weights and the threshold of the model of the settings: when it changes, verdicts may.
pub(crate) fn identity(settings: &Classify, model: &Classifier) -> anyhow::Result<String> {
    let mut identity = model.name().to_owned();
    if Classifier::built_in(&settings.model).is_none() {
        let weights = std::fs::read(&settings.model)
            .with_context(|| format!("cannot read the model {:?}", settings.model))?;
        let hash = hex::encode(Sha256::digest(weights));
        identity = format!("{identity} {}", &hash[..8]);
    }
    if let Some(threshold) = settings.threshold {
        identity = format!("{identity} from {threshold}");
    }
    Ok(identity)
}

fn read(name: &str) -> anyhow::Result<Classifier> {
    let json = std::fs::read_to_string(name)
        .with_context(|| format!("cannot read the model {name:?}"))
        .advise(format!(
            "name {} or a weights file of `workshop train page`",
            Classifier::BUILT_IN
                .map(|name| format!("{name:?}"))
                .join(", ")
        ))?;
    Classifier::parse(&json)
        .with_context(|| format!("{name} is not a model"))
        .advise("name a weights file of `workshop train page`")
}
