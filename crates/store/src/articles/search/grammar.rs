//! The grammar of queries: `NOT` binds more tightly than `AND`, which may be left out, and `AND` more tightly than `OR`.
//!
//! ```text
//! any  = all { OR all }
//! all  = not { [AND] not }
//! not  = ( NOT | - ) not | ( any ) | word | word* | "phrase" | field:value
//! ```

use std::{iter::Peekable, vec::IntoIter};

use chrono::{DateTime, Utc};

use super::expression::Expr;
use super::query::SearchSyntaxError;
use super::tokens::{Placed, Token, tokens};

/// Maximum depth of groups and negations.
const MAX_DEPTH: usize = 20;

/// Parses a query. Without any words or fields, every article matches.
pub(super) fn parse(typed: &str, now: DateTime<Utc>) -> Result<Expr, SearchSyntaxError> {
    let tokens = tokens(typed, now)?;
    if tokens.is_empty() {
        return Ok(Expr::All(Vec::new()));
    }
    let mut parser = Parser {
        typed,
        tokens: tokens.into_iter().peekable(),
        depth: 0,
        last: 0,
    };
    let parsed = parser.any()?;
    match parser.tokens.next() {
        Some((_, at)) => Err(parser.fault(at.start, "this parenthesis closes no group")),
        None => Ok(parsed),
    }
}

struct Parser<'a> {
    typed: &'a str,
    tokens: Peekable<IntoIter<Placed>>,
    depth: usize,
    /// The place of the last operator or parenthesis.
    last: usize,
}

impl Parser<'_> {
    fn any(&mut self) -> Result<Expr, SearchSyntaxError> {
        let mut parts = vec![self.all()?];
        while let Some((_, at)) = self.tokens.next_if(|(token, _)| *token == Token::Or) {
            self.last = at.start;
            parts.push(self.all()?);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => Expr::Any(parts),
        })
    }

    fn all(&mut self) -> Result<Expr, SearchSyntaxError> {
        let mut parts = vec![self.not()?];
        // values of one field side by side are alternatives, unless there is an AND between them
        let mut beside = 0;
        loop {
            match self.tokens.peek() {
                None | Some((Token::Close | Token::Or, _)) => break,
                Some((Token::And, at)) => {
                    self.last = at.start;
                    self.tokens.next();
                    beside = parts.len();
                }
                Some(_) => {}
            }
            let part = self.not()?;
            let mut others = parts[beside..].iter_mut();
            if !others.any(|other| other.joined(&part)) {
                parts.push(part);
            }
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => Expr::All(parts),
        })
    }

    fn not(&mut self) -> Result<Expr, SearchSyntaxError> {
        const MISSING: &str = "after this a word is missing";
        let Some((token, at)) = self.tokens.next() else {
            return Err(self.fault(self.last, MISSING));
        };
        if matches!(token, Token::Not | Token::Open) {
            self.last = at.start;
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err(self.fault(at.start, "groups are nested too deeply here"));
            }
        }
        let parsed = match token {
            Token::Leaf(leaf) => return Ok(leaf),
            Token::Not => Expr::Not(Box::new(self.not()?)),
            Token::Open => {
                if matches!(self.tokens.peek(), Some((Token::Close, _))) {
                    return Err(self.fault(at.start, "this group is empty"));
                }
                let within = self.any()?;
                if self.tokens.next().is_none() {
                    return Err(self.fault(at.start, "this parenthesis is not closed"));
                }
                within
            }
            Token::And | Token::Or => {
                let why = "this operator has no word before it; to search for it, quote it";
                return Err(self.fault(at.start, why));
            }
            Token::Close if self.depth > 0 => return Err(self.fault(self.last, MISSING)),
            Token::Close => {
                return Err(self.fault(at.start, "this parenthesis closes no group"));
            }
        };
        self.depth -= 1;
        Ok(parsed)
    }

    fn fault(&self, at: usize, why: &str) -> SearchSyntaxError {
        SearchSyntaxError::at(self.typed, at, why)
    }
}
