//! Shows the words in which two versions differ.

use aggregate::{DiffKind, DiffSpan};

use crate::console::clean;

/// Number of common words shown on each side of a change.
const CONTEXT: usize = 8;

/// Shows the changes with a few words of context, marked as by `wdiff`, `[-removed-]{+added+}`, or in colours. The texts are cleaned
/// of escape sequences.
pub(crate) fn show(spans: &[DiffSpan], colours: bool) -> String {
    let (removed, added) = if colours {
        (("\u{1b}[31;9m", "\u{1b}[0m"), ("\u{1b}[32m", "\u{1b}[0m"))
    } else {
        (("[-", "-]"), ("{+", "+}"))
    };
    let mut out = String::new();
    let last = spans.len().saturating_sub(1);
    if spans.iter().all(|span| span.fate == DiffKind::Kept) {
        return out;
    }
    for (index, span) in spans.iter().enumerate() {
        let text = clean::lines(&span.text);
        match span.fate {
            DiffKind::Kept => out.push_str(&shortened(&text, index > 0, index < last)),
            DiffKind::Removed => mark(&mut out, &text, removed),
            DiffKind::Added => mark(&mut out, &text, added),
        }
    }
    out
}

/// Marks the words, without the surrounding white space.
fn mark(out: &mut String, text: &str, (begin, end): (&str, &str)) {
    let words = text.trim();
    if words.is_empty() {
        out.push_str(text);
        return;
    }
    let start = text.len() - text.trim_start().len();
    let after = &text[start + words.len()..];
    out.extend([&text[..start], begin, words, end, after]);
}

/// Shortens common text to the words next to a change; `before` and `after` say on which sides there is one.
fn shortened(text: &str, before: bool, after: bool) -> String {
    let starts: Vec<usize> = text
        .split_whitespace()
        .map(|word| word.as_ptr().addr() - text.as_ptr().addr())
        .collect();
    let shown = usize::from(before) * CONTEXT + usize::from(after) * CONTEXT;
    if starts.len() <= shown + 2 {
        return text.to_owned();
    }
    let head = if before { &text[..starts[CONTEXT]] } else { "" };
    let tail = if after {
        &text[starts[starts.len() - CONTEXT]..]
    } else {
        ""
    };
    let dots = if before { " … " } else { "… " };
    format!("{}{dots}{tail}", head.trim_end())
}

#[cfg(test)]
mod tests {
    use aggregate::diff_spans;

    use super::*;

    #[test]
    fn of_equal_texts_nothing_is_shown() {
        let text = "word ".repeat(50);
        assert_eq!(show(&diff_spans(&text, &text), false), "");
    }

    #[test]
    fn words_that_differ_are_marked() {
        let found = diff_spans("Der Rat tagt am Montag.", "Der Rat tagt erst am Dienstag.");
        assert_eq!(
            show(&found, false),
            "Der Rat tagt {+erst+} am [-Montag.-]{+Dienstag.+}"
        );
    }

    #[test]
    fn the_texts_are_shown_without_escape_sequences() {
        let found = diff_spans("\x1b[2JDer Rat\u{202e}", "\x1b[2JDer Hof\x07\u{202e}\ntagt");
        let shown = show(&found, false);
        assert_eq!(shown, "[2JDer [-Rat-]{+Hof\ntagt+}");
    }

    #[test]
    fn of_long_common_text_the_words_beside_a_change_are_shown() {
        let common: Vec<String> = (0..40).map(|n| format!("w{n}")).collect();
        let text = common.join(" ");
        let found = diff_spans(&text, &format!("{text} neu"));
        let shown = show(&found, false);
        assert_eq!(shown, "… w32 w33 w34 w35 w36 w37 w38 w39 {+neu+}");
        let found = diff_spans(&text, &format!("Hamburg, {text}"));
        let shown = show(&found, false);
        assert!(shown.starts_with("{+Hamburg,+} w0 w1 "), "{shown}");
    }
}
