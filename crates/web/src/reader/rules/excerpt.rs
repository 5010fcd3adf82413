//! The differences between two texts, with the words around them.

use aggregate::{Fate, Stretch};

/// Number of words shown on each side of a difference.
const AROUND: usize = 8;
/// Maximum number of words of a difference.
const MOST: usize = 120;
/// Maximum number of stretches.
const STRETCHES: usize = 60;

/// The stretches that differ, with some words around each; `…` marks omissions.
pub(super) fn excerpt(stretches: &[Stretch]) -> Vec<Stretch> {
    let last = stretches.len().saturating_sub(1);
    let shown = stretches.iter().enumerate().map(|(place, stretch)| {
        let text = match stretch.fate {
            Fate::Kept => {
                let (before, after) = (
                    AROUND * usize::from(place > 0),
                    AROUND * usize::from(place < last),
                );
                ends(&stretch.text, before, after)
            }
            Fate::Removed | Fate::Added => ends(&stretch.text, MOST, 0),
        };
        Stretch {
            fate: stretch.fate,
            text,
        }
    });
    let mut shown: Vec<Stretch> = shown.take(STRETCHES).collect();
    if stretches.len() > STRETCHES {
        shown.push(Stretch {
            fate: Fate::Kept,
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
    use aggregate::stretches;

    use super::*;

    #[test]
    fn what_differs_is_shown_with_the_words_around_it() {
        let words: Vec<String> = (0..60).map(|n| format!("w{n}")).collect();
        let before = format!(
            "{} Buy now! {}",
            words[..30].join(" "),
            words[30..].join(" ")
        );
        let shown = excerpt(&stretches(&before, &words.join(" ")));
        let texts: Vec<(Fate, &str)> = shown.iter().map(|s| (s.fate, s.text.as_str())).collect();
        assert_eq!(
            texts,
            [
                (Fate::Kept, "… w22 w23 w24 w25 w26 w27 w28 w29 "),
                (Fate::Removed, "Buy now! "),
                (Fate::Kept, "w30 w31 w32 w33 w34 w35 w36 w37 … "),
            ]
        );
        assert!(excerpt(&[]).is_empty());
    }

    #[test]
    fn long_differences_are_cut() {
        let text = "word ".repeat(1000);
        let shown = excerpt(&stretches(&text, ""));
        assert_eq!(shown.len(), 1);
        assert_eq!(shown[0].text.split_whitespace().count(), MOST + 1);
        let many: Vec<Stretch> = (0..200)
            .map(|n| Stretch {
                fate: if n % 2 == 0 { Fate::Kept } else { Fate::Added },
                text: "x ".to_owned(),
            })
            .collect();
        assert_eq!(excerpt(&many).len(), STRETCHES + 1);
    }
}
