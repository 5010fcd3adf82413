//! The page classifier the user chose.

use anyhow::Context as _;
use classify::Model;

use crate::failure::Advise as _;
use crate::settings::Classify;

/// Name of the model that is built in.
const BUILT_IN: &str = "seven";

/// The model of that name or weights file, with the threshold of the settings if they have one.
pub(crate) fn named(name: &str, settings: &Classify) -> anyhow::Result<Model> {
    let mut model = if name == BUILT_IN {
        Model::seven().clone()
    } else {
        let json = std::fs::read_to_string(name)
            .with_context(|| format!("cannot read the model {name:?}"))
            .advise(format!(
                "name {BUILT_IN:?} or a weights file of `gleaner train page`"
            ))?;
        Model::parse(&json)
            .with_context(|| format!("{name} is not a model"))
            .advise("name a weights file of `gleaner train page`")?
    };
    if let Some(threshold) = settings.threshold {
        model.threshold = threshold;
    }
    Ok(model)
}
