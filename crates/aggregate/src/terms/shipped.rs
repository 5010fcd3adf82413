//! Document frequencies of a language before an archive has its own: tables that ship with the crate, one readable file per language.
//!
//! A file has a line `articles`, tab, their number, and a line for each term: `word` or `name`, the term, and the number of articles that
//! have it, with tabs between. A word is one of the forms of its stem. Lines that begin with `#` are comments.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use super::document_frequencies::DocumentFrequencies;
use super::{ArticlePart, TermCounts, stem};
use crate::hash;
use crate::lexicon::Lexicon;

const ARTICLES: &str = "articles";
const WORD: &str = "word";
const NAME: &str = "name";

static GERMAN: LazyLock<DocumentFrequencies> =
    LazyLock::new(|| read(include_str!("../../models/frequencies_de.tsv"), "de"));
static ENGLISH: LazyLock<DocumentFrequencies> =
    LazyLock::new(|| read(include_str!("../../models/frequencies_en.tsv"), "en"));

impl DocumentFrequencies {
    /// The frequencies that ship for a language, by its ISO 639-1 code: the counts of some thousand articles, to which an archive adds its
    /// own. Empty for other languages.
    pub fn shipped(language: &str) -> Self {
        match language {
            "de" => GERMAN.clone(),
            "en" => ENGLISH.clone(),
            _ => Self::default(),
        }
    }
}

/// The table of a language from articles, each its title and text.
pub fn frequency_table<'a>(
    articles: impl Iterator<Item = (&'a str, &'a str)>,
    language: &str,
) -> String {
    let lexicon = Lexicon::of(language);
    let mut all = 0;
    let mut found: BTreeMap<(ArticlePart, u64), (u32, String)> = BTreeMap::new();
    for (title, text) in articles {
        all += 1;
        let counts = TermCounts::of(title, text, &lexicon);
        let of_article: BTreeMap<(ArticlePart, u64), &str> = counts
            .iter()
            .map(|(term, form)| ((of_table(term.part), term.hash), form))
            .collect();
        for (term, form) in of_article {
            let (articles, known) = found
                .entry(term)
                .or_insert_with(|| (0, form.to_lowercase()));
            *articles += 1;
            // The shortest form, alphabetically the first, whatever the order of the articles.
            let form = form.to_lowercase();
            if (form.chars().count(), &form) < (known.chars().count(), known) {
                *known = form;
            }
        }
    }
    let mut terms: Vec<(ArticlePart, u32, String)> = found
        .into_iter()
        // most terms occur in one article, and weigh as much as unknown terms
        .filter(|(_, (articles, _))| *articles >= 2)
        .map(|((part, _), (articles, form))| (part, articles, form))
        .collect();
    terms.sort_by(|a, b| (a.0, b.1, &a.2).cmp(&(b.0, a.1, &b.2)));
    let mut table = format!("{ARTICLES}\t{all}\n");
    for (part, articles, form) in terms {
        let kind = if part == ArticlePart::Name {
            NAME
        } else {
            WORD
        };
        // Writing into a string cannot fail.
        _ = writeln!(table, "{kind}\t{form}\t{articles}");
    }
    table
}

/// A stem counts once for title and text.
fn of_table(part: ArticlePart) -> ArticlePart {
    match part {
        ArticlePart::Title | ArticlePart::Body => ArticlePart::Body,
        ArticlePart::Name => ArticlePart::Name,
    }
}

/// Reads a table; other lines are skipped.
fn read(table: &str, language: &str) -> DocumentFrequencies {
    let lexicon = Lexicon::of(language);
    let mut counts = DocumentFrequencies::default();
    for line in table.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        match cells[..] {
            [ARTICLES, articles] => counts.articles = articles.parse().unwrap_or_default(),
            [WORD, word, articles] => {
                if let (Some(stem), Ok(articles)) = (stem(word, &lexicon), articles.parse()) {
                    counts.words.insert(stem, articles);
                }
            }
            [NAME, name, articles] => {
                if let Ok(articles) = articles.parse() {
                    counts.names.insert(name_hash(name), articles);
                }
            }
            _ => {}
        }
    }
    counts
}

/// The hash of a name of one or two words.
fn name_hash(lower: &str) -> u64 {
    match lower.split_once(' ') {
        Some((first, second)) => hash::pair(
            hash::bytes(first.as_bytes()),
            hash::bytes(second.as_bytes()),
        ),
        None => hash::bytes(lower.as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARTICLES: [(&str, &str); 3] = [
        (
            "Wahlen in Neustadt",
            "Die Wähler haben gewählt, sagte Anna Kramer in Bad Neustadt gestern.",
        ),
        (
            "Wähler zufrieden",
            "Im Rathaus sagte Anna Kramer: Die Wähler sind zufrieden.",
        ),
        ("Regen", "Es regnet heute in Bad Neustadt."),
    ];

    #[test]
    fn a_table_has_what_was_learned_of_terms_of_two_articles() {
        let lexicon = Lexicon::of("de");
        let table = frequency_table(ARTICLES.into_iter(), "de");
        assert!(table.starts_with("articles\t3\n"), "{table}");
        let mut learned = DocumentFrequencies::default();
        for (title, text) in ARTICLES {
            learned.learn(&TermCounts::of(title, text, &lexicon));
        }
        let read = read(&table, "de");
        assert_eq!(read.articles, 3);
        let mut more_than_one = 0;
        for (title, text) in ARTICLES {
            for term in TermCounts::of(title, text, &lexicon).terms {
                let idf = learned.idf(term.part, term.hash);
                if idf < learned.idf(ArticlePart::Body, 0) - 0.7 {
                    more_than_one += 1;
                    assert!((read.idf(term.part, term.hash) - idf).abs() < 1e-9);
                }
            }
        }
        assert!(more_than_one > 5, "{table}");
        // from the other end it is the same
        assert_eq!(frequency_table(ARTICLES.into_iter().rev(), "de"), table);
    }

    #[test]
    fn tables_that_ship_know_common_words_and_names() {
        for (language, common, rare, name) in [
            ("en", "company", "earthquake", "san francisco"),
            ("de", "land", "erdbeben", "angela merkel"),
        ] {
            let counts = DocumentFrequencies::shipped(language);
            let lexicon = Lexicon::of(language);
            let idf = |word| counts.idf(ArticlePart::Body, lexicon.stem(word));
            assert!(counts.articles > 900, "{language}");
            assert!(idf(common) + 2.0 < idf(rare), "{language}");
            let unknown = counts.idf(ArticlePart::Name, 0);
            let known = counts.idf(ArticlePart::Name, name_hash(name));
            assert!(known + 1.0 < unknown, "{language}");
        }
        assert_eq!(
            DocumentFrequencies::shipped("xx"),
            DocumentFrequencies::default()
        );
    }
}
