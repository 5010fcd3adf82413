//! Values of arguments.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Parses a number of at least 1.
pub(crate) fn at_least_one(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("write a whole number of 1 or more".to_owned()),
        Ok(number) => Ok(number),
    }
}

/// Parses one of these names, which are shown with their help; each stands for a value.
pub(crate) fn one_of<T: Clone + Send + Sync + 'static>(
    known: Vec<(&'static str, &'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let names = known
        .iter()
        .map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names.collect::<Vec<_>>()).try_map(move |given| {
        let found = known.iter().find(|(name, ..)| *name == given);
        found
            .map(|(.., value)| value.clone())
            .ok_or("no such value")
    })
}
