//! Numbers in arguments.

/// Parses a number of at least 1.
pub(crate) fn at_least_one(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("write a whole number of 1 or more".to_owned()),
        Ok(number) => Ok(number),
    }
}
