//! Makes one text of the pages of an article.

use std::collections::HashSet;

/// A paragraph of fewer words may stand in an article twice.
const REPEATED: usize = 4;

/// The texts of the pages as one. Paragraphs, which empty lines part, that an earlier page had already are left out: the
/// standfirst that stands on every page, and what belongs to none. Short ones only where a page begins with them.
pub fn join(parts: &[&str]) -> String {
    let mut joined = String::with_capacity(parts.iter().map(|part| part.len() + 2).sum());
    let mut earlier: HashSet<String> = HashSet::new();
    for part in parts {
        let mut own = Vec::new();
        let mut begins = true;
        for paragraph in part.split("\n\n") {
            let folded = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
            if folded.is_empty() {
                continue;
            }
            let is_long = folded.split(' ').nth(REPEATED - 1).is_some();
            if (is_long || begins) && earlier.contains(&folded) {
                continue;
            }
            begins = false;
            if !joined.is_empty() {
                joined.push_str("\n\n");
            }
            joined.push_str(paragraph.trim_matches('\n'));
            own.push(folded);
        }
        earlier.extend(own);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::join;

    #[test]
    fn what_an_earlier_page_had_is_left_out() {
        let one = "What happened in the valley.\n\nThe first part of it.\n\nA word.";
        let two = "What  happened in the valley.\n\nThe second part of it.\n\nA word.\n\nThe second part of it.";
        assert_eq!(
            join(&[one, two]),
            "What happened in the valley.\n\nThe first part of it.\n\nA word.\n\nThe second part of it.\n\nA word.\n\nThe second part of it."
        );
    }

    #[test]
    fn one_page_stays_as_it_is_and_none_is_nothing() {
        assert_eq!(join(&["a\n\nb\n\na"]), "a\n\nb\n\na");
        assert_eq!(join(&["", "a", ""]), "a");
        assert_eq!(join(&[]), "");
    }
}
