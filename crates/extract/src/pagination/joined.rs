//! Joins the texts of an article's pages.

use std::collections::HashSet;

use crate::word_count::fair_words;

/// Joins the texts of pages. Paragraphs, separated by empty lines, are left out if an earlier page has them: the standfirst and
/// boilerplate. Short paragraphs are left out only at the start of a page.
pub fn join(parts: &[&str]) -> String {
    let mut joined = String::with_capacity(parts.iter().map(|part| part.len() + 2).sum());
    let mut earlier: HashSet<String> = HashSet::new();
    for part in parts {
        let mut own = Vec::new();
        let mut begins = true;
        for paragraph in part.split("\n\n") {
            let folded = html::fold(paragraph);
            if folded.is_empty() {
                continue;
            }
            let is_long = fair_words(&folded) >= 4;
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
    fn paragraphs_of_earlier_pages_are_left_out() {
        let one = "What happened in the valley.\n\nThe first part of it.\n\nA word.";
        let two = "What  happened in the valley.\n\nThe second part of it.\n\nA word.\n\nThe second part of it.";
        assert_eq!(
            join(&[one, two]),
            "What happened in the valley.\n\nThe first part of it.\n\nA word.\n\nThe second part of it.\n\nA word.\n\nThe second part of it."
        );
    }

    #[test]
    fn a_paragraph_without_blanks_is_as_long_as_its_characters() {
        let one = "市议会周五决定关闭旧桥。\n\n一。\n\n二。";
        let two = "三。\n\n市议会周五决定关闭旧桥。\n\n一。";
        let joined = "市议会周五决定关闭旧桥。\n\n一。\n\n二。\n\n三。\n\n一。";
        assert_eq!(join(&[one, two]), joined);
    }

    #[test]
    fn one_page_stays_as_it_is_and_none_is_nothing() {
        assert_eq!(join(&["a\n\nb\n\na"]), "a\n\nb\n\na");
        assert_eq!(join(&["", "a", ""]), "a");
        assert_eq!(join(&[]), "");
    }
}
