//! Code shared by the examples that read pages.

use std::io::{self, BufRead};

use extract::Extractor;
use serde::de::DeserializeOwned;

/// The extractor with that name, or the default.
pub(crate) fn extractor(name: Option<&str>) -> io::Result<&'static Extractor> {
    let name = name.unwrap_or(extract::DEFAULT);
    extract::extractor(name).ok_or_else(|| io::Error::other(format!("unknown extractor {name:?}")))
}

/// The lines of standard input, parsed as JSON.
pub(crate) fn lines<T: DeserializeOwned>() -> impl Iterator<Item = io::Result<T>> {
    let lines = io::stdin().lock().lines();
    lines.map(|line| Ok(serde_json::from_str(&line?)?))
}
