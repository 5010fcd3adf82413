//! What the server answered: an error, or nothing to read.

use crate::Evidence;

pub(super) fn http_error(page: &Evidence<'_>) -> Option<String> {
    let status = page.http_status.filter(|status| *status >= 400)?;
    Some(format!("the server answered with status {status}"))
}

pub(super) fn no_text(page: &Evidence<'_>) -> Option<String> {
    let empty = !page.text.contains(char::is_alphanumeric);
    empty.then(|| "no text was found on the page".to_owned())
}
