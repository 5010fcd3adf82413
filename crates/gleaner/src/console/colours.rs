//! Decides whether output is coloured.

use std::ffi::OsStr;

/// Whether output is coloured: only on a terminal, unless `NO_COLOR` is set (no-color.org) or the terminal has no colours.
pub(crate) fn are_wanted(to_terminal: bool) -> bool {
    let set = |name| std::env::var_os(name);
    to_terminal && are_allowed(set("NO_COLOR").as_deref(), set("TERM").as_deref())
}

fn are_allowed(no_color: Option<&OsStr>, term: Option<&OsStr>) -> bool {
    no_color.is_none_or(OsStr::is_empty) && term.is_none_or(|term| term != "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_wants_no_colours_gets_none() {
        let allowed = |no_color: Option<&str>, term| {
            are_allowed(no_color.map(OsStr::new), Some(OsStr::new(term)))
        };
        assert!(allowed(None, "xterm") && allowed(Some(""), "xterm"));
        assert!(!allowed(Some("1"), "xterm") && !allowed(None, "dumb"));
    }
}
