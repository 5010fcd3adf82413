//! Reads invalid JSON as far as it can be understood.

use std::borrow::Cow;

use serde_json::{Map, Value};

/// The mark before the content of a CDATA section.
const CDATA: &str = "[CDATA[";
/// Quotation marks that word processors write.
const CURLY: [char; 3] = ['“', '”', '„'];
/// Keys of articles as they are written without quotation marks, in scripts that do so.
const BARE_KEYS: [&str; 2] = ["headline:", "datePublished:"];

/// The objects and arrays in a script, in order. Accepts comments and CDATA marks, missing, doubled and trailing commas, control
/// characters, invalid escapes and unescaped quotation marks in strings, dates and keys without quotation marks, keys with curly ones,
/// quotation marks that are all escaped or entities, and a missing end. Takes linear time.
pub(super) fn read(script: &str) -> Option<Value> {
    let script = unescaped(script);
    let script = with_straight_keys(&script);
    let mut reader = Reader {
        text: &script,
        at: script.find(['{', '[']).unwrap_or(script.len()),
        has_bare_keys: BARE_KEYS.iter().any(|key| begins_property(&script, key)),
    };
    if reader.rest().starts_with(CDATA) {
        reader.at += CDATA.len();
        reader.at += reader.rest().find(['{', '[']).unwrap_or_default();
    }
    let mut roots = Vec::new();
    while matches!(reader.peek(), Some(b'{' | b'[')) {
        let root = reader.value(64, Place::Array);
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

/// Whether a script has a key where a property begins: after a brace, a comma or a line break, not within a text.
fn begins_property(script: &str, key: &str) -> bool {
    script.match_indices(key).any(|(at, _)| {
        let before = script[..at].trim_end_matches([' ', '\t']);
        before.ends_with(['{', ',', '\n', '\r'])
    })
}

/// A script whose quotation marks are all entities or all escaped, without that.
fn unescaped(script: &str) -> Cow<'_, str> {
    let opening = &script[..script.floor_char_boundary(200)];
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

/// A script with straight quotation marks around keys that have curly ones.
fn with_straight_keys(script: &str) -> Cow<'_, str> {
    if !script.contains(CURLY) {
        return Cow::Borrowed(script);
    }
    let mut straight = String::with_capacity(script.len());
    let mut rest = script;
    while let Some((before, after)) = rest.split_once(CURLY) {
        let name = &after[..after.len() - after.trim_start_matches(is_in_key).len()];
        let end = after[name.len()..].strip_prefix(CURLY);
        let is_key = end.is_some_and(|end| end.trim_start().starts_with(':'));
        straight.push_str(before);
        if let Some(end) = end.filter(|_| is_key && !name.is_empty()) {
            straight.extend(["\"", name, "\""]);
            rest = end;
        } else {
            straight.push_str(&rest[before.len()..rest.len() - after.len()]);
            rest = after;
        }
    }
    straight.push_str(rest);
    Cow::Owned(straight)
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
    /// Whether keys may have no quotation marks.
    has_bare_keys: bool,
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
                    self.property(key, depth, &mut object);
                }
                Some(first) if self.has_bare_keys && first.is_ascii_alphabetic() => {
                    let rest = self.rest();
                    let end = rest
                        .find(|c: char| !is_in_bare_key(c))
                        .unwrap_or(rest.len());
                    self.at += end;
                    self.property(&rest[..end], depth, &mut object);
                }
                _ => self.skip_one(),
            }
        }
        Value::Object(object)
    }

    /// Reads the value after a key, if there is one.
    fn property(&mut self, key: &str, depth: usize, object: &mut Map<String, Value>) {
        let Some(after) = self.rest().trim_start().strip_prefix(':') else {
            return;
        };
        self.at = self.text.len() - after.trim_start().len();
        let value = self.value(depth, Place::Object);
        // after a mistake, later keys may be parts of a text
        if !value.is_null() {
            object.entry(key).or_insert(value);
        }
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
            if ends_string(&text[at + 1..], place, self.has_bare_keys) {
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
    let is_date = written.len() <= 35
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
fn ends_string(after: &str, place: Place, has_bare_keys: bool) -> bool {
    let next = after.trim_start();
    match next.bytes().next() {
        None | Some(b'}' | b']') => true,
        Some(b',') => {
            let next = next[1..].trim_start();
            next.starts_with(['}', ']', ','])
                || is_comment(next)
                || match place {
                    Place::Object => is_key(next) || has_bare_keys && is_bare_key(next),
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
    let rest = text[1..].trim_start_matches(is_in_key);
    text.len() - rest.len() <= 40
        && rest
            .strip_prefix(quote)
            .is_some_and(|rest| rest.trim_start().starts_with(':'))
}

/// Whether a text begins with a key without quotation marks and a colon.
fn is_bare_key(text: &str) -> bool {
    let rest = text.trim_start_matches(is_in_bare_key);
    rest.len() < text.len() && rest.trim_start().starts_with(':')
}

fn is_in_bare_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn is_in_key(c: char) -> bool {
    is_in_bare_key(c) || matches!(c, '@' | '-' | ':' | '.')
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
                let code = rest.strip_prefix('x').and_then(|rest| rest.get(..2));
                if let Some(code) = code.filter(|code| is_hexadecimal(code)) {
                    valid.extend(["\\u00", code]);
                    rest = &rest[3..];
                    continue;
                }
                let is_valid = match rest.bytes().next() {
                    Some(b'u') => rest.get(1..5).is_some_and(is_hexadecimal),
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

fn is_hexadecimal(code: &str) -> bool {
    code.bytes().all(|digit| digit.is_ascii_hexdigit())
}
