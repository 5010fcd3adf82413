//! What a failed request means, and how to say it.

use std::error::Error;
use std::io;

use store::Outcome;

use crate::http::resolver::NameError;

/// The outcome of a request that brought no answer, and its causes in one line.
pub(crate) fn failure(error: &reqwest::Error) -> (Outcome, String) {
    let mut parts: Vec<String> = Vec::new();
    let mut outcome = None;
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if let Some(name) = error.downcast_ref::<NameError>() {
            return (name.outcome(), name.to_string());
        }
        // reqwest's own texts name the URL, which stands beside the detail already.
        let text = error
            .downcast_ref::<reqwest::Error>()
            .map_or_else(|| error.to_string(), own_words);
        if parts.last() != Some(&text) {
            parts.push(text);
        }
        outcome = outcome.or_else(|| of_cause(error));
        // An input error shows what its content comes from, and hides the content itself.
        let inner = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref);
        cause = match inner {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    let outcome = if error.is_timeout() {
        Outcome::Timeout
    } else {
        outcome.unwrap_or(Outcome::Unreachable)
    };
    (outcome, parts.join(": "))
}

fn of_cause(error: &(dyn Error + 'static)) -> Option<Outcome> {
    if error.is::<rustls::Error>() {
        return Some(Outcome::TlsFailure);
    }
    if let Some(error) = error.downcast_ref::<io::Error>() {
        let broken = error.kind() == io::ErrorKind::UnexpectedEof
            && error.to_string().contains("tls handshake");
        return broken.then_some(Outcome::TlsFailure);
    }
    let error = error.downcast_ref::<hyper::Error>()?;
    if error.to_string().contains("head is too large") {
        Some(Outcome::TooLarge)
    } else {
        error.is_parse().then_some(Outcome::Malformed)
    }
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
