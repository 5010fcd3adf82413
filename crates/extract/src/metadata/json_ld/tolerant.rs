//! Reads invalid JSON as far as it can be understood.

use std::borrow::Cow;

use serde_json::{Map, Value};

/// The mark before the content of a CDATA section.
const CDATA: &str = "[CDATA[";
/// Maximum nesting of objects and arrays.
const MAX_DEPTH: usize = 64;
/// Maximum bytes of a date.
const MAX_DATE_BYTES: usize = 35;
/// Maximum bytes of a key that tells where an unescaped quotation ends.
const MAX_KEY_BYTES: usize = 40;
/// Maximum bytes before the first object of a script whose quotation marks are tested for being escaped.
const MAX_OPENING_BYTES: usize = 200;

/// The objects and arrays in a script, in order. Accepts comments and CDATA marks, missing, doubled and trailing commas, control
/// characters, invalid escapes and unescaped quotation marks in strings, dates without quotation marks, quotation marks that are all escaped or entities, and a
/// missing end. Takes linear time.
pub(super) fn read(script: &str) -> Option<Value> {
    let script = unescaped(script);
    let mut reader = Reader {
        text: &script,
        at: script.find(['{', '[']).unwrap_or(script.len()),
    };
    if reader.rest().starts_with(CDATA) {
        reader.at += CDATA.len();
        reader.at += reader.rest().find(['{', '[']).unwrap_or_default();
    }
    let mut roots = Vec::new();
    while matches!(reader.peek(), Some(b'{' | b'[')) {
        let root = reader.value(MAX_DEPTH, Place::Array);
        let is_empty = match &root {
            Value::Object(object) => object.is_empty(),
            Value::Array(values) => values.is_empty(),
            _ => true,
        };
        if !is_empty {
            roots.push(root);
        }
        reader.skip_between();
    }
    match roots.len() {
        0 | 1 => roots.pop(),
        _ => Some(Value::Array(roots)),
    }
}

/// A script whose quotation marks are all entities or all escaped, without that.
fn unescaped(script: &str) -> Cow<'_, str> {
    let opening = &script[..script.floor_char_boundary(MAX_OPENING_BYTES)];
    let Some(at) = opening.find(['"', '&']) else {
        return Cow::Borrowed(script);
    };
    if opening[at..].starts_with("&quot;") || opening[at..].starts_with("&#34;") {
        htmlize::unescape(script)
    } else if opening[..at].ends_with('\\') {
        Cow::Owned(script.replace("\\\"", "\""))
    } else {
        Cow::Borrowed(script)
    }
}

/// What is around a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Object,
    Array,
}

/// A position in a script.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips white space, commas and comments.
    fn skip_between(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            self.at += rest.len() - trimmed.len();
            let end = if trimmed.starts_with("//") {
                trimmed.find('\n')
            } else if trimmed.starts_with("/*") {
                trimmed.find("*/").map(|end| end + 2)
            } else {
                return;
            };
            self.at += end.unwrap_or(trimmed.len());
        }
    }

    /// Skips the character at the position.
    fn skip_one(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    /// Reads a value; null for one that is missing or cannot be understood.
    fn value(&mut self, depth: usize, place: Place) -> Value {
        match self.peek() {
            Some(b'{' | b'[') if depth == 0 => {
                self.at = self.text.len();
                Value::Null
            }
            Some(b'{') => self.object(depth - 1),
            Some(b'[') => self.array(depth - 1),
            Some(b'"' | b'\'') => self.string(place),
            _ => {
                let rest = self.rest();
                let end = rest.find([',', '}', ']', '\n', '"']).unwrap_or(rest.len());
                self.at += end;
                let written = rest[..end].trim();
                serde_json::from_str(written).unwrap_or_else(|_| date(written))
            }
        }
    }

    fn array(&mut self, depth: usize) -> Value {
        let mut values = Vec::new();
        self.at += 1;
        loop {
            self.skip_between();
            let start = self.at;
            match self.peek() {
                Some(b']') => {
                    self.at += 1;
                    break;
                }
                // a missing end
                None | Some(b'}') => break,
                _ => values.push(self.value(depth, Place::Array)),
            }
            if self.at == start {
                self.skip_one();
            }
        }
        Value::Array(values)
    }

    fn object(&mut self, depth: usize) -> Value {
        let mut object = Map::new();
        self.at += 1;
        loop {
            self.skip_between();
            match self.peek() {
                None => break,
                Some(b'}') => {
                    self.at += 1;
                    break;
                }
                Some(quote @ (b'"' | b'\'')) => {
                    self.at += 1;
                    let Some(end) = self.rest().find(char::from(quote)) else {
                        self.at = self.text.len();
                        break;
                    };
                    let key = &self.rest()[..end];
                    self.at += end + 1;
                    let rest = self.rest().trim_start();
                    if let Some(after) = rest.strip_prefix(':') {
                        self.at = self.text.len() - after.trim_start().len();
                        let value = self.value(depth, Place::Object);
                        // after a mistake, later keys may be parts of a text
                        if !value.is_null() {
                            object.entry(key).or_insert(value);
                        }
                    }
                }
                _ => self.skip_one(),
            }
        }
        Value::Object(object)
    }

    /// Reads a string; null if its end is missing.
    fn string(&mut self, place: Place) -> Value {
        let quote = self.rest().as_bytes()[0];
        self.at += 1;
        let text = self.rest();
        let mut from = 0;
        while let Some(found) = text[from..].find([char::from(quote), '\\']) {
            let at = from + found;
            if text.as_bytes()[at] == b'\\' {
                from = text.ceil_char_boundary((at + 2).min(text.len()));
                continue;
            }
            if ends_string(&text[at + 1..], place) {
                self.at += at + 1;
                return Value::String(decoded(&text[..at]));
            }
            from = at + 1;
        }
        self.at = self.text.len();
        Value::Null
    }
}

/// A date without quotation marks as a string; null for anything else.
fn date(written: &str) -> Value {
    let is_mark = |byte: u8| matches!(byte, b'-' | b':' | b'+' | b'.' | b'T' | b'Z' | b' ');
    let is_date = written.len() <= MAX_DATE_BYTES
        && written.get(4..5) == Some("-")
        && written.bytes().take(4).all(|byte| byte.is_ascii_digit())
        && written
            .bytes()
            .all(|byte| byte.is_ascii_digit() || is_mark(byte));
    if is_date {
        Value::String(written.to_owned())
    } else {
        Value::Null
    }
}

/// Whether a quotation mark ends a string, by the text after it: the end of the object or array, or a comma or line break and the
/// next key or value.
fn ends_string(after: &str, place: Place) -> bool {
    let next = after.trim_start();
    match next.bytes().next() {
        None | Some(b'}' | b']') => true,
        Some(b',') => {
            let next = next[1..].trim_start();
            next.starts_with(['}', ']', ','])
                || is_comment(next)
                || match place {
                    Place::Object => is_key(next),
                    Place::Array => next.starts_with(['"', '\'', '{', '[']),
                }
        }
        Some(b'"' | b'\'') => place == Place::Object && is_key(next),
        _ => is_comment(next),
    }
}

fn is_comment(text: &str) -> bool {
    text.starts_with("//") || text.starts_with("/*")
}

/// Whether a text begins with a key in quotation marks and a colon.
fn is_key(text: &str) -> bool {
    let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
        return false;
    };
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '@' | '_' | '-' | ':' | '.');
    let rest = text[1..].trim_start_matches(is_name);
    text.len() - rest.len() <= MAX_KEY_BYTES
        && rest
            .strip_prefix(quote)
            .is_some_and(|rest| rest.trim_start().starts_with(':'))
}

/// The content of a string, with control characters as blanks and without the backslash of invalid escapes.
fn decoded(written: &str) -> String {
    let mut valid = String::with_capacity(written.len() + 2);
    valid.push('"');
    let mut rest = written;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                let is_valid = match rest.bytes().next() {
                    Some(b'u') => rest
                        .get(1..5)
                        .is_some_and(|code| code.bytes().all(|digit| digit.is_ascii_hexdigit())),
                    Some(next) => b"\"\\/bfnrt".contains(&next),
                    None => false,
                };
                if is_valid {
                    valid.push('\\');
                    valid.push_str(&rest[..1]);
                    rest = &rest[1..];
                }
            }
            '"' => valid.push_str("\\\""),
            c if c.is_control() => valid.push(' '),
            c => valid.push(c),
        }
    }
    valid.push('"');
    serde_json::from_str(&valid).unwrap_or_else(|_| written.to_owned())
}
