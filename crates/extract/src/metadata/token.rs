//! Short texts cut into numbers, words and single marks, as the date reader wants them.

/// A number, a word in lower case, or a mark. Blanks are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    kind: Kind,
    /// Where it begins, in bytes.
    pub at: usize,
    /// No blank stands before it.
    pub touches: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Number { value: u32, digits: usize },
    Word(String),
    Mark(char),
}

impl Token {
    /// A mark out of nowhere, to compare with.
    pub(super) fn mark(mark: char) -> Self {
        Self {
            kind: Kind::Mark(mark),
            at: 0,
            touches: false,
        }
    }

    pub(super) fn is(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }

    pub(super) fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    pub(super) fn value(&self) -> Option<u32> {
        match self.kind {
            Kind::Number { value, .. } => Some(value),
            _ => None,
        }
    }

    /// How many digits the number has; 0 if it is none.
    pub(super) fn digits(&self) -> usize {
        match self.kind {
            Kind::Number { digits, .. } => digits,
            _ => 0,
        }
    }
}

/// Cuts a text. Numbers of more than nine digits are left out.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut touches = false;
    while let Some(first) = rest.chars().next() {
        let at = text.len() - rest.len();
        let length = |is: fn(char) -> bool| rest.find(|c: char| !is(c)).unwrap_or(rest.len());
        let (kind, used) = if digit(first).is_some() {
            let used = length(|c| digit(c).is_some());
            (number(&rest[..used]), used)
        } else if is_letter(first) {
            let used = length(is_letter);
            // ISO 8601's T stands between two digits: it is a blank in effect.
            let word = rest[..used].to_lowercase();
            ((word != "t").then_some(Kind::Word(word)), used)
        } else if first.is_whitespace() {
            (None, first.len_utf8())
        } else {
            (Some(Kind::Mark(first)), first.len_utf8())
        };
        let blank = kind.is_none();
        tokens.extend(kind.map(|kind| Token { kind, at, touches }));
        touches = !blank;
        rest = &rest[used..];
    }
    tokens
}

/// A number of up to nine digits.
fn number(text: &str) -> Option<Kind> {
    let digits = text.chars().count();
    let value = text.chars().filter_map(digit).fold(0, |value: u32, digit| {
        value.saturating_mul(10).saturating_add(digit)
    });
    (digits <= 9).then_some(Kind::Number { value, digits })
}

/// The value of a digit: European, Arabic, Persian, Devanagari or of full width.
fn digit(c: char) -> Option<u32> {
    let zero = match c {
        '0'..='9' => '0',
        '\u{660}'..='\u{669}' => '\u{660}',
        '\u{6f0}'..='\u{6f9}' => '\u{6f0}',
        '\u{966}'..='\u{96f}' => '\u{966}',
        '\u{ff10}'..='\u{ff19}' => '\u{ff10}',
        _ => return None,
    };
    Some(u32::from(c) - u32::from(zero))
}

/// East Asian characters are marks: 年 and 月 stand between numbers.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() && c < '\u{2e80}'
}
