//! What a failed request means, and how to say it.

use std::error::Error;

use store::Outcome;

use crate::resolver::PrivateAddress;

/// The outcome of a request that brought no answer, and its causes in one line.
pub(crate) fn failure(error: &reqwest::Error) -> (Outcome, String) {
    let mut parts: Vec<String> = Vec::new();
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if let Some(private) = private_address(error) {
            return (Outcome::Skipped, private.to_string());
        }
        // reqwest's own texts name the URL, which stands beside the detail already.
        let text = error
            .downcast_ref::<reqwest::Error>()
            .map_or_else(|| error.to_string(), own_words);
        if parts.last() != Some(&text) {
            parts.push(text);
        }
        cause = error.source();
    }
    let outcome = if error.is_timeout() {
        Outcome::Timeout
    } else if error.is_decode() {
        Outcome::Malformed
    } else {
        Outcome::Unreachable
    };
    (outcome, parts.join(": "))
}

fn own_words(error: &reqwest::Error) -> String {
    let words = if error.is_timeout() {
        "no answer in time"
    } else if error.is_connect() {
        "no connection"
    } else if error.is_body() || error.is_decode() {
        "the body broke off or is damaged"
    } else {
        "the request failed"
    };
    words.to_owned()
}

fn private_address<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a PrivateAddress> {
    let wrapped = error
        .downcast_ref::<std::io::Error>()
        .and_then(std::io::Error::get_ref);
    error
        .downcast_ref()
        .or_else(|| wrapped.and_then(|inner| inner.downcast_ref()))
}
