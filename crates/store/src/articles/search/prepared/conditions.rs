//! The conditions of a query: of the index, and of texts and fields where the index does not decide.

use sqlx::{Postgres, QueryBuilder};
use unicode_normalization::char::is_combining_mark;

use super::super::{
    expression::{Expr, Field, Form, Words},
    marks::is_unspaced,
    samples::Sample,
    spans::Span,
};
use super::{Omitted, Prepared};

impl Prepared<'_> {
    /// Adds the rows `s` of `article_search` that match within a span. What has moved is found at its new URL alone.
    pub(in crate::articles::search) fn push_matches(
        &self,
        sql: &mut QueryBuilder<Postgres>,
        span: &Span,
    ) {
        sql.push(" from unnest(").push_bind(span.terms(&self.terms));
        sql.push(
            "::text[]) spans (terms) join article_search s on s.words @@ terms::tsquery where ",
        );
        self.push_conditions(sql, span, self.is_bounded);
    }

    /// Adds the rows of `push_matches` that are in a sample, each tried by itself.
    pub(in crate::articles::search) fn push_rows(
        &self,
        sql: &mut QueryBuilder<Postgres>,
        span: &Span,
        sample: &Sample,
    ) {
        sql.push(" from article_search s where s.article_id ");
        match sample {
            Sample::Range { from, to } => {
                sql.push(">= ").push_bind(from.clone());
                sql.push(" and s.article_id < ").push_bind(to.clone());
            }
            Sample::Ids(ids) => {
                sql.push("= any(").push_bind(ids.clone()).push(")");
            }
        }
        if !self.query.wanted.0.iter().all(Expr::is_time) {
            // written so that the word index cannot serve
            sql.push(" and (s.words @@ ")
                .push_bind(self.terms.clone())
                .push("::tsquery) is true");
        }
        sql.push(" and ");
        self.push_conditions(sql, span, true);
    }

    /// Adds all rows `s` of `article_search` that are in a span and match the conditions that the index does not decide, without the index.
    pub(in crate::articles::search) fn push_scan(
        &self,
        sql: &mut QueryBuilder<Postgres>,
        span: &Span,
    ) {
        sql.push(" from article_search s where ");
        self.push_conditions(sql, span, self.is_bounded);
    }

    fn push_conditions(&self, sql: &mut QueryBuilder<Postgres>, span: &Span, by_row: bool) {
        sql.push("s.date >= ")
            .push_bind(span.from)
            .push(" and s.date < ")
            .push_bind(span.to)
            .push(" and not exists (select from article_heads moved where moved.article_id = s.article_id and moved.moved_to is not null)");
        if self.query.since.or(self.query.until).is_some() {
            sql.push(" and s.is_dated");
        }
        for part in self.query.wanted.0.iter().filter(|part| !part.is_indexed()) {
            sql.push(" and ");
            self.push(sql, part, by_row, Omitted::MatchesEverything);
        }
    }

    /// Adds a condition. `by_row` if few rows are tried, or most of them match.
    fn push(&self, sql: &mut QueryBuilder<Postgres>, part: &Expr, by_row: bool, omitted: Omitted) {
        let terms = || self.terms_of(std::slice::from_ref(part), omitted);
        match part {
            _ if part.is_indexed() => Self::push_terms(sql, terms(), None, by_row),
            Expr::All(parts) => {
                self.push_each(sql, parts, " and ", by_row, Omitted::MatchesEverything);
            }
            Expr::Any(parts) => {
                self.push_each(sql, parts, " or ", by_row, Omitted::MatchesNothing);
            }
            Expr::Not(part) => {
                sql.push("not ");
                self.push(sql, part, true, Omitted::MatchesNothing);
            }
            Expr::Words(words) if by_row => push_written(sql, "s", words),
            Expr::Words(words) => Self::push_terms(sql, terms(), Some(words), by_row),
            Expr::Since(since) => {
                sql.push("(s.is_dated and s.date >= ")
                    .push_bind(*since)
                    .push(")");
            }
            Expr::Until(until) => {
                sql.push("(s.is_dated and s.date < ")
                    .push_bind(*until)
                    .push(")");
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
        omitted: Omitted,
    ) {
        sql.push("(");
        for (place, part) in parts.iter().enumerate() {
            if place > 0 {
                sql.push(operator);
            }
            self.push(sql, part, by_row, omitted);
        }
        sql.push(")");
    }

    /// Adds a condition on terms, and for words on how they are written. If not by row, the articles with these terms are found by the
    /// index.
    fn push_terms(
        sql: &mut QueryBuilder<Postgres>,
        terms: String,
        written: Option<&Words>,
        by_row: bool,
    ) {
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

impl Words {
    /// A regular expression for the words as they are written, with any marks between them; empty if there are no letters.
    pub(super) fn pattern(&self) -> String {
        let mut pattern = String::new();
        let mut last = None;
        let mut is_apart = false;
        for c in self.text.chars() {
            if !c.is_alphanumeric() && !is_combining_mark(c) {
                is_apart = true;
                continue;
            }
            pattern.push_str(match last {
                Some(last) if is_unspaced(last) || is_unspaced(c) => "[^[:alnum:]]*",
                Some(_) if is_apart => "[^[:alnum:]]+",
                None if !is_unspaced(c) => "(^|[^[:alnum:]])",
                _ => "",
            });
            if !c.is_alphanumeric() {
                pattern.push('\\');
            }
            match c {
                // databases do not take İ for a capital of i, though the index does
                'i' | 'I' | 'İ' => pattern.push_str("[iİ]"),
                _ => pattern.extend(c.to_lowercase()),
            }
            (last, is_apart) = (Some(c), false);
        }
        if self.form == Form::Written && last.is_some_and(|last| !is_unspaced(last)) {
            pattern.push_str("($|[^[:alnum:]])");
        }
        pattern
    }
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
    sql.push(
        "exists (select from articles a where a.article_id = s.article_id and a.is_latest and ",
    );
    let (condition, values) = match field {
        Field::Has => {
            sql.push(has(values)).push(")");
            return;
        }
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
    sql.push(condition)
        .push_bind(values)
        .push(if field == Field::Section { "))" } else { ")))" });
}

/// The condition of a value of `has:`.
fn has(values: &[String]) -> &'static str {
    match values.first().map(String::as_str) {
        Some("author") => "cardinality(a.authors) > 0",
        // as in news.articles: the article at the new URL leads the copies of one that has moved
        Some("copies") => {
            "exists (select from copies own join copies c on c.leader = own.leader and c.article_id <> own.article_id
                join article_heads copy on copy.article_id = c.article_id and copy.moved_to is null
                left join article_heads leader on leader.article_id = own.duplicate_of
                where own.article_id = a.article_id and (own.duplicate_of is null or leader.moved_to = own.article_id))"
        }
        Some("date") => "a.date_published is not null",
        Some("original") => {
            "exists (select from copies c left join article_heads leader on leader.article_id = c.duplicate_of
                where c.article_id = a.article_id and c.duplicate_of is not null and leader.moved_to is distinct from c.article_id)"
        }
        Some("image") => "a.image_url is not null",
        Some("section") => "a.section is not null",
        Some("story") => {
            "exists (select from copies c join story_articles m on m.article_id = c.leader where c.article_id = a.article_id)"
        }
        Some("tag") => "cardinality(a.tags) > 0",
        _ => {
            "exists (select from articles other where other.article_id = a.article_id and not other.is_latest)"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_written_with_any_marks_between_them_and_any_i() {
        let words = Words {
            text: "İstanbul'da".to_owned(),
            form: Form::Written,
            in_title: false,
        };
        assert_eq!(
            words.pattern(),
            "(^|[^[:alnum:]])[iİ]stanbul[^[:alnum:]]+da($|[^[:alnum:]])"
        );
    }
}
