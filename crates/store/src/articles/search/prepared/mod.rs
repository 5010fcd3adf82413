//! Translation of queries: to terms of the index, by the rules of each language, and to conditions where the index does not decide.

mod conditions;
mod lookups;

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
};

use sqlx::PgConnection;

use self::lookups::{articles_of, author_terms, host_terms, quoted, rules, tagged_host_terms};
use super::{
    expression::{Expr, Field, Form, Words},
    query::SearchQuery,
};
use crate::{StoreError, text};

/// A translated query.
#[derive(Debug)]
pub(super) struct Prepared<'a> {
    pub(super) query: &'a SearchQuery,
    /// The words of the query, each once.
    words: Vec<&'a Words>,
    rules: Vec<Rules>,
    /// The index terms of sites and authors, and the articles of stories.
    values: HashMap<&'a Expr, Vec<String>>,
    /// The index terms that every match has; empty if nothing can match.
    pub(super) terms: String,
    /// The words that a match should have, as a query for `to_tsquery`; empty if there are none.
    pub(super) marked: String,
    /// Whether all matches are found by some term apart from their languages.
    is_bounded: bool,
}

/// A language, and the words of the query by its rules, as terms; empty where these leave them out.
#[derive(Debug)]
struct Rules {
    language: String,
    words: Vec<String>,
}

/// What the index says of a part of a query.
#[derive(Debug, PartialEq)]
enum Index {
    /// The rules of the language leave out the words.
    LeftOut,
    /// No article matches.
    Never,
    /// Any article may match.
    Maybe,
    /// Articles with these terms may match.
    Terms(String),
}

/// What words match that a language omits: nothing as an alternative, and everything beside another condition.
#[derive(Clone, Copy, PartialEq)]
enum Omitted {
    MatchesNothing,
    MatchesEverything,
}

/// Translates a query. Returns `None` if nothing can match.
pub(super) async fn prepare<'a>(
    connection: &mut PgConnection,
    query: &'a SearchQuery,
) -> Result<Option<Prepared<'a>>, StoreError> {
    let prepared = read(connection, query).await?;
    Ok((!prepared.terms.is_empty()).then_some(prepared))
}

/// The languages of articles by whose rules nothing is left of the words: they are very common, or marks.
pub(super) async fn languages_without_words(
    connection: &mut PgConnection,
    query: &SearchQuery,
) -> Result<Vec<String>, StoreError> {
    let prepared = read(connection, query).await?;
    let left_out = prepared.rules.iter().filter(|rules| {
        let parts = &query.wanted.0;
        prepared.lacks_words(rules, parts) && prepared.index_all(rules, parts) != Index::Never
    });
    let mut languages: Vec<String> = left_out.map(|rules| rules.language.clone()).collect();
    languages.sort();
    Ok(languages)
}

async fn read<'a>(
    connection: &mut PgConnection,
    query: &'a SearchQuery,
) -> Result<Prepared<'a>, StoreError> {
    let mut words: Vec<&Words> = Vec::new();
    let mut fields = Vec::new();
    query.each(&mut |part, _| match part {
        Expr::Words(part) if !words.contains(&part) => words.push(part),
        Expr::Field(field, values) => fields.push((part, *field, values)),
        _ => {}
    });
    let mut values = HashMap::new();
    for (part, field, wanted) in fields {
        let found = match field {
            Field::Site => host_terms(connection, wanted).await?,
            Field::SiteTag => tagged_host_terms(connection, wanted).await?,
            Field::Author => author_terms(connection, wanted).await?,
            Field::Story => articles_of(connection, wanted).await?,
            _ => continue,
        };
        values.insert(part, found);
    }
    let terms = quoted(connection, &words, Words::candidate).await?;
    let rules = rules(connection, &words, &terms).await?;
    let quoted = quoted(connection, &words, |words| words.text.clone()).await?;
    let mut prepared = Prepared {
        query,
        rules,
        values,
        terms: String::new(),
        marked: String::new(),
        is_bounded: false,
        words,
    };
    prepared.marked = prepared
        .marked_all(&query.wanted.0, &quoted)
        .unwrap_or_default();
    prepared.terms = prepared.terms_of(&query.wanted.0, Omitted::MatchesNothing);
    prepared.is_bounded = query.wanted.0.iter().any(|part| {
        let mut rules = prepared.rules.iter();
        rules.all(|rules| matches!(prepared.index(rules, part), Index::Terms(_) | Index::Never))
    });
    Ok(prepared)
}

impl Prepared<'_> {
    /// Whether some of the parts have words, and the rules of a language leave out all of these.
    fn lacks_words(&self, rules: &Rules, parts: &[Expr]) -> bool {
        let mut of_words = parts.iter().filter(|part| part.has_words()).peekable();
        of_words.peek().is_some() && of_words.all(|part| self.index(rules, part) == Index::LeftOut)
    }

    /// The terms of parts that must all match, once for all languages with the same terms; empty if nothing matches.
    fn terms_of(&self, parts: &[Expr], omitted: Omitted) -> String {
        let mut languages = BTreeMap::<Option<String>, Vec<String>>::new();
        for rules in &self.rules {
            if omitted == Omitted::MatchesNothing && self.lacks_words(rules, parts) {
                continue;
            }
            let terms = match self.index_all(rules, parts) {
                Index::Never => continue,
                Index::LeftOut | Index::Maybe => None,
                Index::Terms(terms) => Some(terms),
            };
            let alike = languages.entry(terms).or_default();
            alike.push(tag("lang", &rules.language));
        }
        // In the index, the list of a language is as long as the number of its articles. It is left out if nothing
        // depends on it, unless the words contain a negation: a query of negations alone cannot use the index.
        let are_all = |alike: &[String]| alike.len() == self.rules.len();
        any_of(languages.into_iter().map(|(terms, alike)| match terms {
            Some(terms) if are_all(&alike) && !terms.contains('!') => terms,
            Some(terms) => format!("({} & {terms})", any_of(alike.into_iter())),
            None => any_of(alike.into_iter()),
        }))
    }

    fn index_all(&self, rules: &Rules, parts: &[Expr]) -> Index {
        let mut terms = Vec::new();
        let mut is_left_out = !parts.is_empty();
        for part in parts {
            match self.index(rules, part) {
                Index::Never => return Index::Never,
                Index::LeftOut => continue,
                Index::Maybe => {}
                Index::Terms(some) => terms.push(some),
            }
            is_left_out = false;
        }
        match terms.len() {
            _ if is_left_out => Index::LeftOut,
            0 => Index::Maybe,
            1 => Index::Terms(terms.remove(0)),
            _ => Index::Terms(format!("({})", terms.join(" & "))),
        }
    }

    /// The terms that a matching article has in the languages of some rules.
    fn index(&self, rules: &Rules, part: &Expr) -> Index {
        let some = |terms: String| {
            if terms.is_empty() {
                return Index::Never;
            }
            Index::Terms(terms)
        };
        match part {
            Expr::All(parts) => self.index_all(rules, parts),
            Expr::Any(parts) => {
                let parts: Vec<Index> = parts.iter().map(|part| self.index(rules, part)).collect();
                if parts.contains(&Index::Maybe) {
                    return Index::Maybe;
                }
                if parts.iter().all(|part| *part == Index::LeftOut) {
                    return Index::LeftOut;
                }
                some(any_of(parts.into_iter().filter_map(|part| match part {
                    Index::Terms(terms) => Some(terms),
                    _ => None,
                })))
            }
            Expr::Not(part) => match self.index(rules, part) {
                Index::LeftOut => Index::LeftOut,
                Index::Terms(terms) if part.is_indexed() => Index::Terms(format!("!{terms}")),
                _ if !part.is_indexed() => Index::Maybe,
                Index::Maybe => Index::Never,
                _ => Index::Maybe,
            },
            Expr::Words(words) => match self.words_by(rules, words) {
                "" => Index::LeftOut,
                terms => Index::Terms(format!("({terms})")),
            },
            Expr::Field(Field::Language, values) if values.contains(&rules.language) => {
                Index::Maybe
            }
            Expr::Field(Field::Language, _) => Index::Never,
            Expr::Field(Field::Site | Field::SiteTag | Field::Author, _) => {
                some(any_of(self.values(part).iter().cloned()))
            }
            Expr::Field(Field::Story, _) if self.values(part).is_empty() => Index::Never,
            Expr::Field(..) | Expr::Since(_) | Expr::Until(_) => Index::Maybe,
        }
    }

    fn words_by<'r>(&self, rules: &'r Rules, words: &Words) -> &'r str {
        let terms = self.of_words(&rules.words, words);
        terms.map(String::as_str).unwrap_or_default()
    }

    /// What stands at the place of these words.
    fn of_words<'r>(&self, all: &'r [String], words: &Words) -> Option<&'r String> {
        let place = self.words.iter().position(|other| *other == words);
        all.get(place?)
    }

    fn values(&self, part: &Expr) -> &[String] {
        self.values.get(part).map(Vec::as_slice).unwrap_or_default()
    }

    fn marked_all(&self, parts: &[Expr], quoted: &[String]) -> Option<String> {
        let marked = parts.iter().filter_map(|part| self.marked(part, quoted));
        let marked: Vec<String> = marked.collect();
        (!marked.is_empty()).then(|| marked.join(" & "))
    }

    /// The words of a part that are not negated.
    fn marked(&self, part: &Expr, quoted: &[String]) -> Option<String> {
        match part {
            Expr::All(parts) => self.marked_all(parts, quoted).map(|all| format!("({all})")),
            Expr::Any(parts) => {
                let any = any_of(parts.iter().filter_map(|part| self.marked(part, quoted)));
                (!any.is_empty()).then_some(any)
            }
            Expr::Words(words) => self.of_words(quoted, words).cloned(),
            _ => None,
        }
    }

    /// Whether the index alone decides.
    pub(super) fn is_indexed(&self) -> bool {
        self.query.wanted.0.iter().all(Expr::is_indexed)
    }
}

impl Expr {
    /// Whether the index alone decides.
    fn is_indexed(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().all(Self::is_indexed),
            Self::Not(part) => part.is_indexed(),
            Self::Words(words) => words.form == Form::Any || words.pattern().is_empty(),
            Self::Field(field, _) => {
                matches!(
                    field,
                    Field::Site | Field::SiteTag | Field::Language | Field::Author
                )
            }
            Self::Since(_) | Self::Until(_) => false,
        }
    }
}

/// An index term that cannot be a word, since it contains a space.
pub(super) fn tag(kind: &str, value: impl fmt::Display) -> String {
    let value = text::owned(&value.to_string());
    format!(
        "'{kind} {}'",
        value.replace('\\', "\\\\").replace('\'', "''")
    )
}

/// The disjunction of terms; empty if there are none.
fn any_of(terms: impl Iterator<Item = String>) -> String {
    let terms: Vec<String> = terms.collect();
    if terms.is_empty() {
        return String::new();
    }
    format!("({})", terms.join(" | "))
}
