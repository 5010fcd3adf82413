//! The differences between two texts, with the words around them.

use aggregate::{DiffKind, DiffSpan};

use crate::reader::format::cut;

/// Number of words shown on each side of a difference.
const CONTEXT_WORDS: usize = 8;
/// Maximum number of words of a difference, and of bytes of a span.
const MAX_WORDS: usize = 120;
const MAX_BYTES: usize = 4_000;
/// Maximum number of spans.
const MAX_SPANS: usize = 60;

/// The spans that differ, with some words around each; `…` marks omissions.
pub(super) fn excerpt(spans: &[DiffSpan]) -> Vec<DiffSpan> {
    let last = spans.len().saturating_sub(1);
    let shown = spans.iter().enumerate().map(|(index, span)| {
        let text = match span.fate {
            DiffKind::Kept => {
                let (before, after) = (
                    CONTEXT_WORDS * usize::from(index > 0),
                    CONTEXT_WORDS * usize::from(index < last),
                );
                ends(&span.text, before, after)
            }
            DiffKind::Removed | DiffKind::Added => ends(&span.text, MAX_WORDS, 0),
        };
        DiffSpan {
            fate: span.fate,
            text: cut(&text, MAX_BYTES).into_owned(),
        }
    });
    let mut shown: Vec<DiffSpan> = shown.take(MAX_SPANS).collect();
    if spans.len() > MAX_SPANS {
        shown.push(DiffSpan {
            fate: DiffKind::Kept,
            text: " …".to_owned(),
        });
    }
    shown
}

/// The first and the last words of a text, with `…` for those between.
fn ends(text: &str, first: usize, last: usize) -> String {
    let words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
    if words.len() <= first + last {
        return text.to_owned();
    }
    let (begin, end) = (
        words[..first].concat(),
        words[words.len() - last..].concat(),
    );
    [begin.as_str(), "… ", end.as_str()].concat()
}

#[cfg(test)]
mod tests {
    use aggregate::diff_spans;

    use super::*;

    #[test]
    fn what_differs_is_shown_with_the_words_around_it() {
        let words: Vec<String> = (0..60).map(|n| format!("w{n}")).collect();
        let before = format!(
            "{} Buy now! {}",
            words[..30].join(" "),
            words[30..].join(" ")
        );
        let shown = excerpt(&diff_spans(&before, &words.join(" ")));
        let texts: Vec<(DiffKind, &str)> =
            shown.iter().map(|s| (s.fate, s.text.as_str())).collect();
        assert_eq!(
            texts,
            [
                (DiffKind::Kept, "… w22 w23 w24 w25 w26 w27 w28 w29 "),
                (DiffKind::Removed, "Buy now! "),
                (DiffKind::Kept, "w30 w31 w32 w33 w34 w35 w36 w37 … "),
            ]
        );
        assert!(excerpt(&[]).is_empty());
    }

    #[test]
    fn long_differences_are_cut() {
        let text = "word ".repeat(1000);
        let shown = excerpt(&diff_spans(&text, ""));
        assert_eq!(shown.len(), 1);
        assert_eq!(shown[0].text.split_whitespace().count(), MAX_WORDS + 1);
        let many: Vec<DiffSpan> = (0..200)
            .map(|n| DiffSpan {
                fate: if n % 2 == 0 {
                    DiffKind::Kept
                } else {
                    DiffKind::Added
                },
                text: "x ".to_owned(),
            })
            .collect();
        assert_eq!(excerpt(&many).len(), MAX_SPANS + 1);
    }
}
