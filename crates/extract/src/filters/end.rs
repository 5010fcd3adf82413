//! The end of an article: phrases that open the comment section.

use crate::labels::{Filter, Labels, RunFlags};
use html::TextDocument;

/// Marks short blocks that indicate where articles end (`TerminatingBlocksFinder`).
pub const END_MARKS: Filter = Filter::new("end-marks", mark_ends);

/// The beginnings of short blocks at the end.
const OPENINGS: [&str; 4] = [
    "comments",
    "© reuters",
    "please rate this",
    "post a comment",
];
const AFTER_NUMBER: [&str; 2] = [" comments", " users responded in"];
const PHRASES: [&str; 7] = [
    "what you think...",
    "add your comment",
    "add comment",
    "reader views",
    "have your say",
    "reader comments",
    "rätta artikeln",
];
const CLOSED: &str = "thanks for your comments - this feedback is now closed";

fn mark_ends(document: &TextDocument, labels: &mut Labels) {
    let mut lower = String::new();
    for run in labels.runs.iter_mut().filter(|run| run.words < 15) {
        let text = document.text_of(&document.blocks[run.first as usize]);
        let ends = if text.len() >= 8 {
            if !may_end_article(text.as_bytes()) {
                continue;
            }
            lower.clear();
            if text.is_ascii() {
                lower.push_str(text);
                lower.make_ascii_lowercase();
            } else {
                lower.extend(text.chars().flat_map(char::to_lowercase));
            }
            ends_article(&lower)
        } else {
            run.words > 0 && run.link_words == run.words && text == "Comment"
        };
        if ends {
            run.flags.add(RunFlags::END);
        }
    }
}

/// Whether a phrase is possible, tested without case folding: by the first byte of the text, and by the letters around the
/// first or the last space of each phrase that may occur anywhere.
fn may_end_article(text: &[u8]) -> bool {
    let begins = matches!(
        text[0],
        b'c' | b'C' | b'p' | b'P' | b't' | b'T' | b'0'..=b'9' | 0xc2
    );
    begins
        || text.windows(3).any(|around| {
            around[1] == b' '
                && matches!(
                    [around[0] | 0x20, around[2] | 0x20],
                    [b't' | b'd' | b'e', b'y'] | [b'd' | b'r', b'c'] | [b'r', b'v'] | [b'a', b'a']
                )
        })
}

fn ends_article(text: &str) -> bool {
    let number_off = text.trim_start_matches(|c: char| c.is_ascii_digit());
    OPENINGS.iter().any(|opening| text.starts_with(opening))
        || number_off.len() < text.len() && AFTER_NUMBER.iter().any(|w| number_off.starts_with(w))
        || PHRASES.iter().any(|phrase| text.contains(phrase))
        || text == CLOSED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_that_open_the_comment_section_end_the_article() {
        for text in [
            "comments (12)",
            "117 comments",
            "3 users responded in this post",
            "© reuters 2010",
            "tell us what you think...",
            "please add your comment below",
        ] {
            assert!(ends_article(text), "{text}");
            assert!(may_end_article(text.to_uppercase().as_bytes()), "{text}");
        }
    }

    #[test]
    fn every_phrase_passes_the_prefilter() {
        for phrase in OPENINGS.into_iter().chain(PHRASES).chain([CLOSED]) {
            assert!(may_end_article(phrase.as_bytes()), "{phrase}");
            assert!(
                may_end_article(phrase.to_uppercase().as_bytes()),
                "{phrase}"
            );
        }
        for phrase in PHRASES {
            assert!(
                may_end_article(format!("xx {phrase}").as_bytes()),
                "{phrase}"
            );
        }
        assert!(!may_end_article(b"Home and garden"));
    }

    #[test]
    fn the_same_words_elsewhere_do_not_end_it() {
        for text in [
            "he had no comments",
            "117 commentators",
            " comments are free",
            "",
        ] {
            assert!(!ends_article(text), "{text}");
        }
    }
}
