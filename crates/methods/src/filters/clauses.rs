//! Full clauses.

use extract::{Filter, Label, Labels};
use html::TextDocument;

/// Marks content without a full clause of at least five words as boilerplate (`MinClauseWordsFilter`).
pub(crate) const SHORT_CLAUSES: Filter = Filter::new("short-clauses", drop_short_clauses);

fn drop_short_clauses(document: &TextDocument, labels: &mut Labels) {
    for i in 0..labels.runs.len() {
        let run = labels.runs[i];
        if run.is_content()
            && !labels
                .blocks_of(&run)
                .any(|block| has_clause(document.text_of(&document.blocks[block])))
        {
            labels.runs[i].label = Label::Boilerplate;
        }
    }
}

/// Whether a text has a clause of at least five words. A clause ends with a letter or digit followed by punctuation.
fn has_clause(text: &str) -> bool {
    let mut words = 0;
    for word in text.split([' ', '\n', '\r']).filter(|w| !w.is_empty()) {
        words += 1;
        let stem = word.trim_end_matches([',', '.', ':', ';', '!', '?']);
        if stem.len() < word.len() && stem.ends_with(char::is_alphanumeric) {
            if words >= 5 {
                return true;
            }
            words = 0;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::has_clause;

    #[test]
    fn a_clause_has_five_words_and_ends_in_punctuation() {
        assert!(has_clause("Der Rat hat gestern beschlossen."));
        assert!(has_clause("Ja, der Rat hat es beschlossen, und zwar"));
        assert!(!has_clause("Der Rat hat gestern beschlossen"));
        assert!(!has_clause("Der Rat, der Rat, der Rat, der Rat."));
        assert!(!has_clause("Der Rat hat gestern beschlossen …"));
    }
}
