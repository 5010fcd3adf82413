//! The subset of Hjson that lists of sites need: JSON with comments, unquoted keys and strings, and optional commas.
//! Every value has the line on which it begins. Numbers, `true` and the like are strings.

use std::iter::Peekable;
use std::str::CharIndices;

/// Maximum nesting of values.
const MAX_DEPTH: usize = 64;

/// A value with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) line: u64,
    pub(super) kind: ValueKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ValueKind {
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// A member of an object.
    pub(super) fn member(&self, name: &str) -> Option<&Self> {
        let ValueKind::Object(members) = &self.kind else {
            return None;
        };
        let found = members.iter().find(|(known, _)| known == name)?;
        Some(&found.1)
    }

    pub(super) fn text(&self) -> Option<&str> {
        match &self.kind {
            ValueKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The values of a list. Any other value counts as a list of one.
    pub(super) fn each(&self) -> &[Self] {
        match &self.kind {
            ValueKind::List(values) => values,
            _ => std::slice::from_ref(self),
        }
    }
}

/// Parses a text. Errors name the line.
pub(super) fn parse(text: &str) -> Result<Value, String> {
    let mut parser = Parser {
        text,
        rest: text.char_indices().peekable(),
        line: 1,
    };
    parser.skip();
    // The outer braces are optional.
    let bare = !matches!(parser.peek(), Some('{' | '['));
    let value = if bare {
        parser.object(0, false)
    } else {
        parser.value(0)
    };
    let value = value.map_err(|why| format!("line {}: {why}", parser.line))?;
    parser.skip();
    match parser.peek() {
        None => Ok(value),
        Some(c) => Err(format!("line {}: {c:?} after the end", parser.line)),
    }
}

struct Parser<'a> {
    text: &'a str,
    rest: Peekable<CharIndices<'a>>,
    line: u64,
}

impl Parser<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest.peek().map(|&(_, c)| c)
    }

    fn next(&mut self) -> Option<char> {
        let (_, c) = self.rest.next()?;
        self.line += u64::from(c == '\n');
        Some(c)
    }

    /// The unread text.
    fn ahead(&mut self) -> &str {
        let at = self.rest.peek().map_or(self.text.len(), |&(at, _)| at);
        &self.text[at..]
    }

    fn take(&mut self, wanted: &str) -> bool {
        let there = self.ahead().starts_with(wanted);
        if there {
            for _ in wanted.chars() {
                self.next();
            }
        }
        there
    }

    fn take_line(&mut self) -> String {
        let mut line = String::new();
        while let Some(c) = self.peek().filter(|&c| c != '\n') {
            line.push(c);
            self.next();
        }
        line
    }

    /// Skips whitespace and comments.
    fn skip(&mut self) {
        loop {
            if self.peek().is_some_and(char::is_whitespace) {
                self.next();
            } else if self.peek() == Some('#') || self.ahead().starts_with("//") {
                self.take_line();
            } else if self.take("/*") {
                while !self.take("*/") && self.next().is_some() {}
            } else {
                return;
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, String> {
        if depth > MAX_DEPTH {
            return Err("nested too deeply".to_owned());
        }
        let line = self.line;
        let kind = match self.peek() {
            None => return Err("the file ends where a value was expected".to_owned()),
            Some('{') => {
                self.next();
                return self.object(depth, true);
            }
            Some('[') => {
                self.next();
                ValueKind::List(self.list(depth)?)
            }
            Some(c @ (']' | '}' | ',' | ':')) => {
                return Err(format!("{c:?} where a value was expected"));
            }
            Some('"' | '\'') => ValueKind::Text(self.quoted()?),
            Some(_) => ValueKind::Text(self.bare()),
        };
        Ok(Value { line, kind })
    }

    fn object(&mut self, depth: usize, braced: bool) -> Result<Value, String> {
        let line = self.line;
        let mut members = Vec::new();
        loop {
            self.skip();
            match self.peek() {
                Some('}') if braced => {
                    self.next();
                    break;
                }
                Some(',') => {
                    self.next();
                }
                None if braced => return Err("the file ends within an object".to_owned()),
                None => break,
                Some(_) => {
                    let key = self.key()?;
                    self.skip();
                    members.push((key, self.value(depth + 1)?));
                }
            }
        }
        let kind = ValueKind::Object(members);
        Ok(Value { line, kind })
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Value>, String> {
        let mut values = Vec::new();
        loop {
            self.skip();
            match self.peek() {
                Some(']') => {
                    self.next();
                    return Ok(values);
                }
                Some(',') => {
                    self.next();
                }
                None => return Err("the file ends within a list".to_owned()),
                Some(_) => values.push(self.value(depth + 1)?),
            }
        }
    }

    /// A key and its colon.
    fn key(&mut self) -> Result<String, String> {
        let key = if matches!(self.peek(), Some('"' | '\'')) {
            self.quoted()?
        } else {
            let mut key = String::new();
            while let Some(c) = self
                .peek()
                .filter(|&c| !c.is_whitespace() && !"{}[],:".contains(c))
            {
                key.push(c);
                self.next();
            }
            key
        };
        self.skip();
        match self.next() {
            Some(':') if !key.is_empty() => Ok(key),
            _ => Err(format!("no colon after the key {key:?}")),
        }
    }

    /// Parses an unquoted string, which ends with the line. A number, `true`, `false` or `null` ends earlier, as JSON
    /// on one line requires.
    fn bare(&mut self) -> String {
        let ahead = self.ahead();
        let end = ahead
            .find(['\n', ',', '}', ']', '#'])
            .unwrap_or(ahead.len());
        let word = ahead[..end].trim_end();
        let literal = matches!(word, "true" | "false" | "null") || word.parse::<f64>().is_ok();
        if literal {
            let word = word.to_owned();
            self.take(&word);
            return word;
        }
        self.take_line().trim_end().to_owned()
    }

    fn quoted(&mut self) -> Result<String, String> {
        if self.take("'''") {
            let mut text = String::new();
            while !self.take("'''") {
                text.push(self.next().ok_or("the file ends within a string")?);
            }
            return Ok(text.trim().to_owned());
        }
        let quote = self.next();
        let mut text = String::new();
        loop {
            let c = self.next();
            if c == quote {
                return Ok(text);
            }
            match c {
                None | Some('\n') => return Err("a string without a closing quote".to_owned()),
                Some('\\') => text.push(self.escaped()?),
                Some(c) => text.push(c),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, String> {
        Ok(match self.next() {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('b' | 'f') => ' ',
            Some('u') => {
                let digits: String = (0..4).filter_map(|_| self.next()).collect();
                let code = u32::from_str_radix(&digits, 16);
                code.ok()
                    .and_then(char::from_u32)
                    .ok_or_else(|| format!("\\u{digits} is not a character"))?
            }
            Some(c @ ('"' | '\'' | '\\' | '/')) => c,
            _ => return Err("unknown escape sequence".to_owned()),
        })
    }
}
