//! Words that mark a page as legal small print, one list for each language.

/// One word of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// The word, in lower case.
    pub word: &'static str,
    /// Where in a word of the text it must stand.
    pub matching: Matching,
}

/// Where in a word of the text a term must stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matching {
    /// At the start: `datenschutz` is found in "Datenschutzerklärung".
    Start,
    /// It must be the whole word.
    Whole,
}

/// The five words of T. Jungblut (*Extracting articles from crawled HTML sites*, 2013).
///
/// He does not say how he matched. Here a term must open a word, because German compounds carry it
/// there ("Haftungsausschluss"), while a match anywhere would find `haftung` in "Verhaftung", which
/// is news. `agb`, an abbreviation, must be the whole word.
pub const IMPRINT_DE: &[Term] = &[
    Term::start("impressum"),
    Term::start("haftung"),
    Term::whole("agb"),
    Term::start("datenschutz"),
    Term::start("nutzungsbedingungen"),
];

/// By language: words like those of [`IMPRINT_DE`]. The German ones are as published; the others are ours.
pub const IMPRINT: [(&str, &[Term]); 7] = [
    ("de", IMPRINT_DE),
    (
        "en",
        &[
            Term::start("imprint"),
            Term::start("liabilit"),
            Term::whole("terms"),
            Term::start("privacy"),
            Term::whole("disclaimer"),
        ],
    ),
    (
        "fr",
        &[
            Term::start("mentions"),
            Term::start("responsabilité"),
            Term::whole("cgu"),
            Term::start("confidentialité"),
            Term::start("cookies"),
        ],
    ),
    (
        "es",
        &[
            Term::start("aviso"),
            Term::start("responsabilidad"),
            Term::start("condiciones"),
            Term::start("privacidad"),
            Term::start("cookies"),
        ],
    ),
    (
        "it",
        &[
            Term::start("informativa"),
            Term::start("responsabilità"),
            Term::start("condizioni"),
            Term::start("privacy"),
            Term::start("cookie"),
        ],
    ),
    (
        "nl",
        &[
            Term::start("colofon"),
            Term::start("aansprakelijk"),
            Term::start("voorwaarden"),
            Term::start("privacy"),
            Term::start("disclaimer"),
        ],
    ),
    (
        "pl",
        &[
            Term::start("regulamin"),
            Term::start("odpowiedzialno"),
            Term::whole("rodo"),
            Term::start("prywatno"),
            Term::start("polityka"),
        ],
    ),
];

/// The words of some languages. An unknown language has none.
pub fn imprint(languages: &[impl AsRef<str>]) -> Vec<Term> {
    let known = IMPRINT.iter().filter(|(language, _)| {
        let mut wanted = languages.iter().map(AsRef::as_ref);
        wanted.any(|wanted| wanted == *language)
    });
    known.flat_map(|(_, terms)| terms.iter().copied()).collect()
}

impl Term {
    const fn start(word: &'static str) -> Self {
        Self {
            word,
            matching: Matching::Start,
        }
    }

    const fn whole(word: &'static str) -> Self {
        Self {
            word,
            matching: Matching::Whole,
        }
    }

    /// Whether this word of a text, in any case, matches.
    fn matches(self, word: &str) -> bool {
        // Most words differ in the first letter already.
        let (found, expected) = (word.as_bytes().first(), self.word.as_bytes().first());
        if let (Some(found), Some(expected)) = (found, expected)
            && found.is_ascii()
            && !found.eq_ignore_ascii_case(expected)
        {
            return false;
        }
        let mut letters = word.chars().flat_map(char::to_lowercase);
        let same = self.word.chars().all(|c| letters.next() == Some(c));
        same && (self.matching == Matching::Start || letters.next().is_none())
    }
}

/// Whether the text has a word of the list. Letter case does not matter; words end where neither
/// a letter nor a digit follows.
pub fn mentions(text: &str, terms: &[Term]) -> bool {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .any(|word| terms.iter().any(|term| term.matches(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compounds_are_found_by_their_first_part() {
        assert!(mentions("Unsere Datenschutzerklärung.", IMPRINT_DE));
        assert!(mentions("HAFTUNGSAUSSCHLUSS", IMPRINT_DE));
        assert!(mentions("zum Impressum|Kontakt", IMPRINT_DE));
    }

    #[test]
    fn an_arrest_is_not_a_liability() {
        assert!(!mentions("Nach der Verhaftung schwieg er.", IMPRINT_DE));
    }

    #[test]
    fn an_abbreviation_must_be_the_whole_word() {
        assert!(mentions("Es gelten die AGB.", IMPRINT_DE));
        assert!(!mentions("Agbar ist ein Turm in Barcelona", IMPRINT_DE));
    }

    #[test]
    fn a_text_without_words_mentions_nothing() {
        assert!(!mentions("", IMPRINT_DE));
        assert!(!mentions(" — … ", IMPRINT_DE));
    }
}
