//! Translation of queries: to terms of the index, by the rules of each language, and to conditions where the index does not decide.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
};

use sqlx::{PgConnection, Postgres, QueryBuilder};
use unicode_normalization::char::is_combining_mark;

use super::{
    grammar::{Expr, Field, Form, Words, is_unspaced},
    query::SearchQuery,
    spans::Span,
};
use crate::{StoreError, articles::export::MIN_ID_DIGITS, crawl::sites, text};

/// Maximum letters that a stemmer takes from the beginning of a word, and minimum letters of a stem.
const MAX_SUFFIX: usize = 4;
const MIN_STEM: usize = 4;

/// A translated query.
#[derive(Debug)]
pub(super) struct Prepared<'a> {
    query: &'a SearchQuery,
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
        rules.leave_out_all() && prepared.index_all(rules, &query.wanted.0) != Index::Never
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
    prepared.terms = prepared.terms_of(&query.wanted.0);
    prepared.is_bounded = query.wanted.0.iter().any(|part| {
        let mut rules = prepared.rules.iter();
        rules.all(|rules| matches!(prepared.index(rules, part), Index::Terms(_) | Index::Never))
    });
    Ok(prepared)
}

impl Rules {
    /// Whether there are words, and none is left.
    fn leave_out_all(&self) -> bool {
        !self.words.is_empty() && self.words.iter().all(String::is_empty)
    }
}

impl Prepared<'_> {
    /// The terms of parts that must all match, once for all languages with the same terms; empty if nothing matches.
    fn terms_of(&self, parts: &[Expr]) -> String {
        let mut languages = BTreeMap::<Option<String>, Vec<String>>::new();
        for rules in self.rules.iter().filter(|rules| !rules.leave_out_all()) {
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
            Expr::Field(Field::Site | Field::Author, _) => {
                some(any_of(self.values(part).iter().cloned()))
            }
            Expr::Field(Field::Story, _) if self.values(part).is_empty() => Index::Never,
            Expr::Field(..) | Expr::Since(_) | Expr::Until(_) => Index::Maybe,
        }
    }

    fn words_by<'r>(&self, rules: &'r Rules, words: &Words) -> &'r str {
        let place = self.words.iter().position(|other| *other == words);
        let terms = place.and_then(|place| rules.words.get(place));
        terms.map(String::as_str).unwrap_or_default()
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
            Expr::Words(words) => {
                let place = self.words.iter().position(|other| *other == words)?;
                quoted.get(place).cloned()
            }
            _ => None,
        }
    }

    /// Whether the index alone decides.
    pub(super) fn is_indexed(&self) -> bool {
        self.query.wanted.0.iter().all(Expr::is_indexed)
    }

    /// Adds the rows `s` of `article_search` that match within a span.
    pub(super) fn push_matches(&self, sql: &mut QueryBuilder<Postgres>, span: &Span) {
        sql.push(" from unnest(").push_bind(span.terms(&self.terms));
        sql.push("::text[]) spans (terms) join article_search s on s.words @@ terms::tsquery where s.date >= ");
        sql.push_bind(span.from)
            .push(" and s.date < ")
            .push_bind(span.to);
        for part in self.query.wanted.0.iter().filter(|part| !part.is_indexed()) {
            sql.push(" and ");
            self.push(sql, part, self.is_bounded);
        }
    }

    /// Adds a condition. `by_row` if few rows are tried, or most of them match.
    fn push(&self, sql: &mut QueryBuilder<Postgres>, part: &Expr, by_row: bool) {
        match part {
            _ if part.is_indexed() => self.push_terms(sql, part, None, by_row),
            Expr::All(parts) => self.push_each(sql, parts, " and ", by_row),
            Expr::Any(parts) => self.push_each(sql, parts, " or ", by_row),
            Expr::Not(part) => {
                sql.push("not ");
                self.push(sql, part, true);
            }
            Expr::Words(words) if by_row => push_written(sql, "s", words),
            Expr::Words(words) => self.push_terms(sql, part, Some(words), by_row),
            Expr::Since(since) => {
                sql.push("s.date >= ").push_bind(*since);
            }
            Expr::Until(until) => {
                sql.push("s.date < ").push_bind(*until);
            }
            Expr::Field(Field::Story, _) => {
                sql.push("s.article_id = any(")
                    .push_bind(self.values(part).to_vec())
                    .push(")");
            }
            Expr::Field(field, values) => push_field(sql, *field, values),
        }
    }

    fn push_each(
        &self,
        sql: &mut QueryBuilder<Postgres>,
        parts: &[Expr],
        operator: &str,
        by_row: bool,
    ) {
        sql.push("(");
        for (place, part) in parts.iter().enumerate() {
            if place > 0 {
                sql.push(operator);
            }
            self.push(sql, part, by_row);
        }
        sql.push(")");
    }

    /// Adds a condition on terms, and for words on how they are written. If not by row, the articles with these terms are found by the
    /// index.
    fn push_terms(
        &self,
        sql: &mut QueryBuilder<Postgres>,
        part: &Expr,
        written: Option<&Words>,
        by_row: bool,
    ) {
        let terms = self.terms_of(std::slice::from_ref(part));
        if terms.is_empty() {
            sql.push("false");
        } else if by_row {
            sql.push("s.words @@ ").push_bind(terms).push("::tsquery");
        } else {
            sql.push("s.article_id in (select found.article_id from article_search found where found.words @@ ")
                .push_bind(terms)
                .push("::tsquery");
            if let Some(words) = written {
                sql.push(" and ");
                push_written(sql, "found", words);
            }
            sql.push(")");
        }
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
                matches!(field, Field::Site | Field::Language | Field::Author)
            }
            Self::Since(_) | Self::Until(_) => false,
        }
    }
}

impl Words {
    /// The words as the index is asked for them: of a beginning less than was typed, since the index has stems, which may be shorter:
    /// `polit` of `politics`.
    fn candidate(&self) -> String {
        let letters = self.text.chars().count();
        if self.form != Form::Prefix || !self.text.chars().all(char::is_alphabetic) {
            return self.text.clone();
        }
        let kept = letters
            .saturating_sub(MAX_SUFFIX)
            .max(letters.min(MIN_STEM));
        self.text.chars().take(kept).collect()
    }

    /// A regular expression for the words as they are written, with any marks between them; empty if there are no letters.
    fn pattern(&self) -> String {
        const MARK: &str = "[^[:alnum:]]";
        let mut pattern = String::new();
        let mut last = None;
        let mut is_apart = false;
        for c in self.text.chars() {
            if !c.is_alphanumeric() && !is_combining_mark(c) {
                is_apart = true;
                continue;
            }
            match last {
                Some(last) if is_unspaced(last) || is_unspaced(c) => {
                    pattern.push_str(MARK);
                    pattern.push('*');
                }
                Some(_) if is_apart => {
                    pattern.push_str(MARK);
                    pattern.push('+');
                }
                None if !is_unspaced(c) => {
                    pattern.push_str("(^|");
                    pattern.push_str(MARK);
                    pattern.push(')');
                }
                _ => {}
            }
            if !c.is_alphanumeric() {
                pattern.push('\\');
            }
            pattern.extend(c.to_lowercase());
            (last, is_apart) = (Some(c), false);
        }
        if self.form == Form::Written && last.is_some_and(|last| !is_unspaced(last)) {
            pattern.push_str("($|");
            pattern.push_str(MARK);
            pattern.push(')');
        }
        pattern
    }
}

/// A text with spaces around each character of Han and Kana, and for those of tags, which the database would leave out.
fn separated(text: &str) -> String {
    let mut spaced = String::new();
    for c in text.chars() {
        match c {
            '<' | '>' => spaced.push(' '),
            _ if is_unspaced(c) => spaced.extend([' ', c, ' ']),
            _ => spaced.push(c),
        }
    }
    spaced
}

/// Adds the condition that the article of a row has words as they are written.
fn push_written(sql: &mut QueryBuilder<Postgres>, row: &str, words: &Words) {
    sql.push("exists (select from articles a where a.article_id = ")
        .push(row)
        .push(".article_id and a.is_latest and (folded(normalize(coalesce(a.title, ''))) ~* ")
        .push_bind(words.pattern());
    if !words.in_title {
        sql.push(" or folded(a.text) ~* ")
            .push_bind(words.pattern());
    }
    sql.push("))");
}

/// Adds the condition that the article has one of the values.
fn push_field(sql: &mut QueryBuilder<Postgres>, field: Field, values: &[String]) {
    if field == Field::Has {
        let has = match values.first().map(String::as_str) {
            Some("author") => "cardinality(a.authors) > 0",
            Some("copies") => "exists (select from copies c where c.duplicate_of = a.article_id)",
            Some("date") => "a.date_published is not null",
            Some("image") => "a.image_url is not null",
            Some("section") => "a.section is not null",
            Some("story") => {
                "exists (select from copies c join story_articles m on m.article_id = c.leader where c.article_id = a.article_id)"
            }
            Some("tag") => "cardinality(a.tags) > 0",
            _ => {
                "exists (select from articles other where other.article_id = a.article_id and not other.is_latest)"
            }
        };
        sql.push(
            "exists (select from articles a where a.article_id = s.article_id and a.is_latest and ",
        )
        .push(has)
        .push(")");
        return;
    }
    let (condition, values) = match field {
        Field::Section => ("lower(lowered(a.section)) = any(", values.to_vec()),
        Field::Tag => (
            "exists (select from unnest(a.tags) tag where lower(lowered(tag)) = any(",
            values.to_vec(),
        ),
        _ => {
            let escaped = |value: &String| {
                let value = value.replace('\\', "\\\\").replace('%', "\\%");
                format!("% {} %", value.replace('_', "\\_"))
            };
            (
                "exists (select from article_terms t cross join jsonb_array_elements(t.entities) name
                where t.article_id = a.article_id and t.version = a.version and ' ' || lower(lowered(name ->> 'text')) || ' ' like any(",
                values.iter().map(escaped).collect(),
            )
        }
    };
    sql.push(
        "exists (select from articles a where a.article_id = s.article_id and a.is_latest and ",
    )
    .push(condition)
    .push_bind(values)
    .push(if field == Field::Section { "))" } else { ")))" });
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

/// Words for `to_tsquery`, as `spelled`, with letters and marks folded as in the index.
async fn quoted(
    connection: &mut PgConnection,
    words: &[&Words],
    spelled: fn(&Words) -> String,
) -> Result<Vec<String>, sqlx::Error> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let suffix = |words: &&Words| match (words.form == Form::Prefix, words.in_title) {
        (true, true) => ":*A",
        (true, false) => ":*",
        (false, true) => ":A",
        (false, false) => "",
    };
    let quoted = sqlx::query_scalar!(
        r#"select array(
            select ''' ' || replace(replace(folded(words), '\', '\\'), '''', '''''') || ' ''' || suffix
            from unnest($1::text[], $2::text[]) with ordinality as typed (words, suffix, place) order by place
        ) as "quoted!""#,
        &text::column(words, |words| separated(&spelled(words))),
        &text::column(words, |words| suffix(words).to_owned())
    );
    quoted.fetch_one(connection).await
}

/// The rules of the languages that articles have.
async fn rules(
    connection: &mut PgConnection,
    words: &[&Words],
    quoted: &[String],
) -> Result<Vec<Rules>, sqlx::Error> {
    // Skips from one language to the next by the index. The rules may change the end of a beginning; of words that are compared as they
    // are written, the index need not know the order.
    let rules = sqlx::query_as!(
        Rules,
        r#"with recursive known (language) as (
            select min(language) from articles where is_latest
            union all
            select (select min(a.language) from articles a where a.is_latest and a.language > known.language)
            from known where known.language is not null
        )
        select coalesce(language, '?') as "language!", array(
            select case form
                when 'prefix' then (to_tsquery(config, words) || to_tsquery('pg_catalog.simple', words))::text
                when 'written' then regexp_replace(to_tsquery(config, words)::text, '<(-|\d+)>', '&', 'g')
                else to_tsquery(config, words)::text end
            from unnest($1::text[], $2::text[]) with ordinality as typed (words, form, place) order by place
        ) as "words!"
        from (select language, search_config(language) as config from known) known
        where language is not null or exists (select from articles where is_latest and language is null)"#,
        quoted,
        &text::column(words, |words| match words.form {
            Form::Any => "any".to_owned(),
            Form::Written => "written".to_owned(),
            Form::Prefix => "prefix".to_owned(),
        })
    );
    rules.fetch_all(connection).await
}

/// The hosts of sites as terms.
async fn host_terms(
    connection: &mut PgConnection,
    sites: &[String],
) -> Result<Vec<String>, StoreError> {
    let sites = sites::named(&mut *connection, sites).await?;
    let sites = text::column(&sites, |site| site.id.clone());
    let hosts = sqlx::query_scalar!(
        "select host_id from hosts where site_id = any($1) order by 1",
        &sites
    );
    let hosts = hosts.fetch_all(connection).await?;
    Ok(hosts.iter().map(|host| tag("host", host)).collect())
}

/// One term for each name, a conjunction of all its words.
async fn author_terms(
    connection: &mut PgConnection,
    names: &[String],
) -> Result<Vec<String>, StoreError> {
    let names = sqlx::query_scalar!(
        r#"select author_tags(array[name]) as "tags!" from unnest($1::text[]) as names (name)"#,
        &text::list(names)
    );
    let names = names.fetch_all(connection).await?;
    let names = names.iter().filter(|tags| !tags.is_empty());
    let names = names.map(|tags| {
        let tags = tags.iter().filter_map(|author| author.split_once(' '));
        let tags: Vec<String> = tags.map(|(kind, word)| tag(kind, word)).collect();
        format!("({})", tags.join(" & "))
    });
    Ok(names.collect())
}

/// The articles of stories, with their copies, by current or former story ids or their first digits.
async fn articles_of(
    connection: &mut PgConnection,
    stories: &[String],
) -> Result<Vec<String>, StoreError> {
    let ids = sqlx::query_scalar!(
        r#"with named as (
            select s.story_id, s.merged_into from unnest($1::text[]) as name
            join stories s on s.story_id = name -- or its first digits, as it is shown: with a number after it is shown whole
                or (length(name) between $2 and 63 and length(s.story_id) = 64 and s.story_id > name and s.story_id < name || 'g')
        ), leaders as (
            select m.article_id from named join story_articles m using (story_id)
            union select m.article_id from named join story_articles m on m.story_id = named.merged_into
        )
        select article_id as "id!" from leaders
        union all select c.article_id from leaders join copies c on c.duplicate_of = leaders.article_id"#,
        &text::list(stories),
        i32::try_from(MIN_ID_DIGITS).unwrap_or(i32::MAX)
    );
    Ok(ids.fetch_all(connection).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_quoted() {
        assert_eq!(tag("lang", "d'e\\\0"), "'lang d''e\\\\'");
        assert_eq!(any_of(std::iter::empty()), "");
    }
}
