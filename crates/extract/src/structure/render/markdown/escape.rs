//! What of a text would mean something else in Markdown.

/// Text inside a line: nothing in it is markup.
pub(super) fn inline(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + text.len() / 16);
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let after = rest.peek().copied().unwrap_or(' ');
        let is_markup = match c {
            '\\' | '`' | '*' | '[' | '<' | '~' => true,
            // Inside a word it emphasises nothing.
            '_' => !(before.is_alphanumeric() && after.is_alphanumeric()),
            // Begins a character reference.
            '&' => after.is_ascii_alphanumeric() || after == '#',
            _ => false,
        };
        if is_markup {
            safe.push('\\');
        }
        if !c.is_control() || c.is_whitespace() {
            safe.push(c);
        }
        before = c;
    }
    safe
}

/// Text that begins a line: it is no heading, item, quote, rule or fence.
pub(super) fn line(text: &str) -> String {
    let safe = inline(text);
    let digits = safe.bytes().take_while(u8::is_ascii_digit).count();
    let ends_word = |rest: &str| rest.is_empty() || rest.starts_with(char::is_whitespace);
    let marks = safe.trim_start_matches('#');
    let at = if safe.starts_with('>') || safe.starts_with("--") || safe.starts_with("==") {
        Some(0)
    } else if let Some(rest) = safe.strip_prefix(['-', '+', '=']) {
        ends_word(rest).then_some(0)
    } else if marks.len() < safe.len() {
        ends_word(marks).then_some(0)
    } else if digits > 0 {
        let rest = &safe[digits..];
        let after_mark = rest.strip_prefix(['.', ')']);
        after_mark.is_some_and(ends_word).then_some(digits)
    } else {
        None
    };
    match at {
        Some(at) => format!("{}\\{}", &safe[..at], &safe[at..]),
        None => safe,
    }
}

/// Text in a cell of a table, which ends at a bar.
pub(super) fn cell(text: &str) -> String {
    // A bar after a backslash is read differently from one reader to the next, and not as a reference.
    inline(text).replace("\\|", "\\&#124;").replace('|', "\\|")
}
